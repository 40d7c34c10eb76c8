import { Inject, Injectable } from '@nestjs/common';
import { DataSource, QueryFailedError, type EntityManager } from 'typeorm';
import { isMainHost } from '../access/hosts.js';
import type { Actor } from '../access/actor.js';
import { appendAudit, changesOf, hiddenChange } from '../audit/audit.js';
import type { AuditEntry, AuditTarget } from '../contract/audit.js';
import { pick } from '../contract/record-fields.js';
import { getRowFor, lockRowFor, whereWithin } from '../access/look-ups.js';
import { CONFIG } from '../platform/config.module.js';
import { conflict, invalid } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import type { Config } from '../config.js';
import type { AgencyView, CreateAgencyBody, UpdateAgencyBody } from '../contract/agencies.js';
import { AGENCY_DEFAULT_COLOR } from '../contract/limits.js';
import type { PageQuery } from '../contract/paging.js';
import { editorName } from '../history/edits.js';
import { publish } from '../platform/events/publish.js';
import { findStaff } from '../users/credentials.queries.js';
import { findOwnersOfAgency, releaseUnseen } from '../users/owned-clients.js';
import { lockUsers } from '../users/users.service.js';
import { LogosService } from './logos.service.js';
import { Agency, type AgencyFields } from './agency.entity.js';
import { presentAgency } from './agency.present.js';

const UNIQUE_VIOLATION = '23505';

/** Agencies: the brands under which clients see their public pages. */
@Injectable()
export class AgenciesService {
  constructor(
    private readonly db: DataSource,
    private readonly logos: LogosService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** A page of all agencies, sorted by name. */
  async list({ limit, offset }: PageQuery, by: Actor): Promise<Page<AgencyView>> {
    const order = { name: 'ASC', id: 'ASC' } as const;
    const [agencies, total] = await this.db.manager.findAndCount(Agency, {
      where: whereWithin(by, Agency),
      order,
      take: limit,
      skip: offset,
    });
    return { items: agencies.map(presentAgency), total };
  }

  /** @throws AppError 404 */
  async get(id: string, by: Actor): Promise<AgencyView> {
    return presentAgency(await getRowFor(by, this.db.manager, Agency, id));
  }

  /** @throws AppError 400, 409 DOMAIN_TAKEN, 415 */
  async create(body: CreateAgencyBody, logo: ReceivedFile | undefined, by: Actor): Promise<AgencyView> {
    const { primaryColor = AGENCY_DEFAULT_COLOR } = body;
    return this.save(body, logo, async (manager, fields) => {
      const agency = await saveAgency(manager, manager.create(Agency, { ...fields, primaryColor }));
      await appendAudit(manager, by, { action: 'agency.created', target: targetOf(agency) });
      return agency;
    });
  }

  /** @throws AppError 400, 404, 409 EDITED_MEANWHILE or DOMAIN_TAKEN, 415 */
  async update(
    id: string,
    { revision, ...body }: UpdateAgencyBody,
    logo: ReceivedFile | undefined,
    by: Actor,
  ): Promise<AgencyView> {
    await this.get(id, by);
    return this.save(body, logo, async (manager, fields) => {
      const agency = await lockRowFor(by, manager, Agency, id);
      const before = { ...agency };
      agency.edit(fields, { by, revision });
      const saved = await saveAgency(manager, agency);
      const entry = changeOf(before, saved);
      if (entry) await appendAudit(manager, by, entry);
      return saved;
    });
  }

  /**
   * Deletes the agency. Its clients stay, without an agency.
   * @throws AppError 404
   */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      // Locked, so that nobody becomes responsible for a client of the agency meanwhile.
      await lockUsers(manager);
      const agency = await lockRowFor(by, manager, Agency, id);
      await detachClients(manager, id, by);
      await manager.delete(Agency, { id });
      await appendAudit(manager, by, { action: 'agency.deleted', target: targetOf(agency) });
      await publish(manager, 'agency.deleted', { agencyId: id });
    });
  }

  /**
   * Stores or removes the logo, then has the agency saved by `write`, and publishes `agency.changed`.
   * @param write runs in the transaction; saves the agency with the given fields, and returns it
   */
  private async save(
    { customDomain, removeLogo = false, ...body }: Omit<UpdateAgencyBody, 'revision'>,
    logo: ReceivedFile | undefined,
    write: (manager: EntityManager, fields: Partial<AgencyFields>) => Promise<Agency>,
  ): Promise<AgencyView> {
    if (customDomain) refuseMainHost(customDomain, this.config);
    const logoFileId = await this.logos.storeIfAny(logo, { remove: removeLogo });
    const fields = {
      ...body,
      ...(customDomain !== undefined && { customDomain: customDomain || null }),
      logoFileId,
    };
    return this.db.transaction(async (manager) => {
      const saved = await write(manager, fields);
      await this.logos.confirm(manager, logoFileId);
      await publish(manager, 'agency.changed', { id: saved.id });
      return presentAgency(saved);
    });
  }
}

/** @throws AppError 409 DOMAIN_TAKEN */
function saveAgency(manager: EntityManager, agency: Agency): Promise<Agency> {
  return manager.save(Agency, agency).catch(refuseTakenDomain);
}

function targetOf({ id, name }: Agency): AuditTarget<'agency'> {
  return { kind: 'agency', id, name };
}

const AUDITED = ['name', 'primaryColor', 'customDomain', 'replyTo', 'postalAddress'] as const;

/** What is noted of an edit; `null` if it changed nothing. */
function changeOf(before: AgencyFields, agency: Agency): AuditEntry | null {
  const logo = hiddenChange(before.logoFileId, agency.logoFileId);
  const changes = { ...changesOf(pick(before, AUDITED), pick(agency, AUDITED)), ...(logo && { logo }) };
  if (Object.keys(changes).length === 0) return null;
  return { action: 'agency.changed', target: targetOf(agency), changes };
}

// Not left to the foreign key (ON DELETE SET NULL), because it counts as an edit of each client by the given person.
async function detachClients(manager: EntityManager, agencyId: string, by: Actor): Promise<void> {
  const owners = await findOwnersOfAgency(manager, agencyId);
  const edited = { revision: () => '"revision" + 1', editor: editorName(by) };
  await manager.update('clients', { agencyId }, { agencyId: null, edits: edited });
  for (const ownerId of owners) {
    const owner = await findStaff(manager, ownerId);
    if (owner) await releaseUnseen(manager, { ownerId, scope: owner.scope }, by);
  }
}

// A main host serves the staff's pages, so it cannot be an agency's domain.
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
