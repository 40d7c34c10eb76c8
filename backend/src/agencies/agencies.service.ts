import { Inject, Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { isMainHost } from '../auth/hosts.js';
import { CONFIG } from '../common/config.module.js';
import { conflict, invalid } from '../common/errors.js';
import type { Page } from '../common/paging.js';
import type { ReceivedFile } from '../common/received-files.js';
import type { Config } from '../config.js';
import type { AgencyView, CreateAgencyBody, UpdateAgencyBody } from '../contract/agencies.js';
import { AGENCY_DEFAULT_COLOR } from '../contract/limits.js';
import type { PageQuery } from '../contract/paging.js';
import { Client } from '../clients/client.entity.js';
import { editorName } from '../common/edits.js';
import type { Actor } from '../history/history.service.js';
import { announce } from '../realtime/announcements.js';
import { LogosService } from '../storage/logos.service.js';
import { Agency, type AgencyFields } from './agency.entity.js';
import { presentAgency } from './agency.present.js';
import { findAgency, lockAgency } from './find-agency.js';

const UNIQUE_VIOLATION = '23505';

/** The brands that clients see. */
@Injectable()
export class AgenciesService {
  constructor(
    private readonly db: DataSource,
    private readonly logos: LogosService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** By name. */
  async list({ limit, offset }: PageQuery): Promise<Page<AgencyView>> {
    const order = { name: 'ASC', id: 'ASC' } as const;
    const [agencies, total] = await this.db.manager.findAndCount(Agency, { order, take: limit, skip: offset });
    return { items: agencies.map(presentAgency), total };
  }

  async get(id: string): Promise<AgencyView> {
    return presentAgency(await findAgency(this.db.manager, id));
  }

  async create(body: CreateAgencyBody, logo: ReceivedFile | undefined): Promise<AgencyView> {
    const none = { logoFileId: null, customDomain: null, domainVerified: false, domainNote: '', domainMisses: 0 };
    const blank = { primaryColor: AGENCY_DEFAULT_COLOR, ...none };
    const agency = this.db.manager.create(Agency, blank);
    return this.save(body, logo, async (_manager, fields) => {
      agency.write(fields);
      return agency;
    });
  }

  /** @throws AppError 400, 404, 409 EDITED_MEANWHILE, DOMAIN_TAKEN */
  async update(
    id: string,
    { revision, ...body }: UpdateAgencyBody,
    logo: ReceivedFile | undefined,
    by: Actor,
  ): Promise<AgencyView> {
    await this.get(id);
    return this.save(body, logo, async (manager, fields) => {
      const agency = await lockAgency(manager, id);
      agency.edit(fields, { by, revision });
      return agency;
    });
  }

  /** Removes the agency; its clients stay, without one. */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockAgency(manager, id);
      await takeFromClients(manager, id, by);
      await manager.delete(Agency, { id });
      await announce(manager, 'agency.changed', { id });
    });
  }

  /** Stores the logo or takes it away, and saves the agency that `write` has put the fields into. */
  private async save(
    { customDomain, removeLogo = false, ...body }: Omit<UpdateAgencyBody, 'revision'>,
    logo: ReceivedFile | undefined,
    write: (manager: EntityManager, fields: Partial<AgencyFields>) => Promise<Agency>,
  ): Promise<AgencyView> {
    if (customDomain) refuseMainHost(customDomain, this.config);
    const logoFileId = await this.logos.take(logo, { remove: removeLogo });
    const fields = {
      ...body,
      ...(customDomain !== undefined && { customDomain: customDomain || null }),
      logoFileId,
    };
    return this.db.transaction(async (manager) => {
      const agency = await write(manager, fields);
      const saved = await manager.save(Agency, agency).catch(refuseTakenDomain);
      await this.logos.keep(manager, logoFileId);
      await announce(manager, 'agency.changed', { id: saved.id });
      return presentAgency(saved);
    });
  }
}

// As the foreign key would; it counts as an edit of each client, by whoever removes the agency.
async function takeFromClients(manager: EntityManager, agencyId: string, by: Actor): Promise<void> {
  const edits = { revision: () => '"revision" + 1', editor: editorName(by) };
  await manager.update(Client, { agencyId }, { agencyId: null, edits });
}

// On such a host the admin is served, and never an agency's pages.
function refuseMainHost(domain: string, config: Config): void {
  if (!isMainHost(domain, config)) return;
  const message = `${domain} is an address of the admin itself; customDomain must be a domain of the agency`;
  throw invalid([{ field: 'customDomain', message }]);
}

function refuseTakenDomain(error: unknown): never {
  if (error instanceof QueryFailedError && (error.driverError as { code?: string }).code === UNIQUE_VIOLATION) {
    throw conflict('DOMAIN_TAKEN', 'Another agency uses this custom domain already.', 'customDomain');
  }
  throw error;
}
