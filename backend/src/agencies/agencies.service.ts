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
import { announce } from '../realtime/announcements.js';
import { DeletionsService } from '../storage/deletions.service.js';
import { logoFolder } from '../storage/keys.js';
import { LogosService } from '../storage/logos.service.js';
import { Agency } from './agency.entity.js';
import { presentAgency } from './agency.present.js';
import { findAgency, lockAgency } from './find-agency.js';

const UNIQUE_VIOLATION = '23505';

/** The brands that clients see. */
@Injectable()
export class AgenciesService {
  constructor(
    private readonly db: DataSource,
    private readonly logos: LogosService,
    private readonly deletions: DeletionsService,
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
    return this.write(() => Promise.resolve(this.db.manager.create(Agency, blank)), body, logo);
  }

  async update(id: string, body: UpdateAgencyBody, logo: ReceivedFile | undefined): Promise<AgencyView> {
    await this.get(id);
    return this.write((manager) => lockAgency(manager, id), body, logo);
  }

  /** Removes the agency; its clients stay, without one. */
  async delete(id: string): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockAgency(manager, id);
      await manager.delete(Agency, { id });
      await announce(manager, 'agency.changed', { id });
    });
  }

  private async write(
    load: (manager: EntityManager) => Promise<Agency>,
    { customDomain, ...fields }: UpdateAgencyBody,
    logo: ReceivedFile | undefined,
  ): Promise<AgencyView> {
    if (customDomain) refuseMainHost(customDomain, this.config);
    const logoFileId = logo && (await this.logos.store(logo));
    return this.db.transaction(async (manager) => {
      const agency = await load(manager);
      manager.merge(Agency, agency, fields);
      if (customDomain !== undefined) agency.moveTo(customDomain || null);
      if (logoFileId) agency.logoFileId = logoFileId;
      const saved = await manager.save(Agency, agency).catch(refuseTakenDomain);
      if (logoFileId) await this.deletions.release(manager, [logoFolder(logoFileId)]);
      await announce(manager, 'agency.changed', { id: saved.id });
      return presentAgency(saved);
    });
  }
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
