import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { whereIds } from '../access/look-ups.js';
import { Agency } from '../agencies/agency.entity.js';
import type { ClientImportView, ImportedClientBody } from '../contract/clients.js';
import { publishEach } from '../platform/events/publish.js';
import { invalid } from '../platform/http/errors.js';
import { checkKey, digest, findResult, saveResult, lockKey } from '../platform/idempotency/idempotency.js';
import { Client } from './client.entity.js';

/** A request to create several clients. */
export interface ClientImport {
  clients: ImportedClientBody[];
  /** A repeated request with the same key returns the first result. */
  idempotencyKey?: string;
  by: StaffActor;
}

/** Creates many clients at once: all of a request or none of it. */
@Injectable()
export class ClientImportService {
  constructor(private readonly db: DataSource) {}

  /** @throws AppError 400, 409 IDEMPOTENCY_KEY_REUSED */
  async import({ clients, idempotencyKey: key, by }: ClientImport): Promise<ClientImportView> {
    checkKey(key);
    const request = { key, by, fingerprint: digest(['import', clients]) };
    return this.db.transaction(async (manager) => {
      await lockKey(manager, request);
      const earlier = await findResult(manager, request);
      if (earlier) return { clientIds: earlier };
      await requireAgencies(manager, clients, by);
      const rows = clients.map((client) => ({ ...client, id: randomUUID() }));
      await manager.insert(Client, rows);
      const clientIds = rows.map(({ id }) => id);
      await saveResult(manager, request, clientIds);
      // One event per agency, for its first client, is enough: browsers refetch the list at any of them, and no
      // visitor has a page of a new client open.
      const firsts = new Map(rows.toReversed().map(({ id, agencyId }) => [agencyId ?? null, { id }]));
      await publishEach(manager, 'client.changed', [...firsts.values()]);
      return { clientIds };
    });
  }
}

/**
 * Locks the agencies of all clients against deletion, as creating one client does.
 * @throws AppError 400 naming each client whose agency does not exist
 */
async function requireAgencies(manager: EntityManager, clients: ImportedClientBody[], by: StaffActor): Promise<void> {
  const ids = [...new Set(clients.flatMap(({ agencyId }) => agencyId ?? []))];
  const agencies = await manager.find(Agency, {
    where: whereIds(by, Agency, ids),
    select: { id: true },
    order: { id: 'ASC' },
    lock: { mode: 'for_key_share' },
  });
  const known = new Set(agencies.map(({ id }) => id));
  const refused = clients.flatMap(({ agencyId }, index) =>
    (agencyId ? known.has(agencyId) : by.scope === 'all') ? [] : [`clients.${index}`],
  );
  const message = (client: string): string => `${client}: agencyId must be the id of an existing agency`;
  if (refused.length > 0) {
    throw invalid(refused.map((client) => ({ field: `${client}.agencyId`, message: message(client) })));
  }
}
