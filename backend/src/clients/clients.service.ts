import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor, StaffActor } from '../access/actor.js';
import { findRowFor, getReferencedFor, getRowFor, lockRowFor } from '../access/look-ups.js';
import { appendAudit, became } from '../audit/audit.js';
import { Agency } from '../agencies/agency.entity.js';
import { invalid } from '../platform/http/errors.js';
import { mapPage, type Page } from '../platform/http/paging.js';
import type {
  ClientListItem,
  ClientQuery,
  ClientView,
  CreateClientBody,
  UpdateClientBody,
} from '../contract/clients.js';
import type { ReviewKind } from '../contract/statuses.js';
import { publish, publishEach } from '../platform/events/publish.js';
import { findStaff } from '../users/credentials.queries.js';
import { publishOwners } from '../users/owned-clients.js';
import { lockUsers } from '../users/users.service.js';
import { Client } from './client.entity.js';
import { presentClient, presentClientListItem } from './client.present.js';
import { besideClient, listClients, lockReviewsOf } from './clients.queries.js';

/** The businesses that the staff look after. */
@Injectable()
export class ClientsService {
  constructor(private readonly db: DataSource) {}

  /** A part of the list, with the length of the whole. */
  async list(query: ClientQuery, by: StaffActor): Promise<Page<ClientListItem>> {
    return mapPage(await listClients(this.db, query, by), presentClientListItem);
  }

  async get(id: string, by: Actor): Promise<ClientView> {
    return present(this.db.manager, await getRowFor(by, this.db.manager, Client, id));
  }

  /** @throws AppError 400 */
  create(body: CreateClientBody, by: Actor): Promise<ClientView> {
    return this.db.transaction(async (manager) => {
      await lockOwners(manager, body);
      await lockAgency(manager, body.agencyId, by);
      const owner = await findOwner(manager, body.ownerId);
      const { id } = await manager.save(Client, manager.create(Client, body));
      const client = await requireKept(manager, id, by);
      if (owner) await requireSeen(manager, client, owner);
      await publish(manager, 'client.changed', { id });
      await publishOwners(manager, [client.ownerId]);
      return present(manager, client);
    });
  }

  /** @throws AppError 400, 404, 409 EDITED_MEANWHILE */
  update(id: string, { revision, ...fields }: UpdateClientBody, by: Actor): Promise<ClientView> {
    return this.db.transaction(async (manager) => {
      await lockOwners(manager, fields);
      await lockAgency(manager, fields.agencyId, by);
      const client = await lockRowFor(by, manager, Client, id);
      const { agencyId: formerAgencyId, ownerId: formerOwnerId } = client;
      const owner = await findOwner(manager, fields.ownerId);
      if (client.edit(fields, { by, revision })) {
        await manager.save(Client, client);
        await requireKept(manager, id, by);
        if (owner) await requireSeen(manager, client, owner);
        else if (client.agencyId !== formerAgencyId) await releaseIfUnseen(manager, client);
        await publish(manager, 'client.changed', { id });
        if (client.ownerId !== formerOwnerId) await publishOwners(manager, [formerOwnerId, client.ownerId]);
        if (client.agencyId !== formerAgencyId)
          await publish(manager, 'client.moved', { clientId: id, formerAgencyId });
      }
      return present(manager, client);
    });
  }

  /** Removes the client with its moments, images and optimizations; their files follow (the database schedules them). */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      // Who must not delete it locks nothing.
      await getRowFor(by, manager, Client, id);
      // Lock what it reviews before the client, in the order in which other transactions lock them.
      const reviews = await lockReviewsOf(manager, id);
      const idsOf = (kind: ReviewKind) => reviews.filter((review) => review.kind === kind).map((review) => review.id);
      const { agencyId, ownerId, business } = await lockRowFor(by, manager, Client, id);
      await manager.delete(Client, { id });
      const moments = idsOf('moment').map((momentId) => ({ momentId, clientId: id, agencyId }));
      await publishEach(manager, 'moment.deleted', moments);
      const optimizations = idsOf('optimization').map((optimizationId) => ({ optimizationId, clientId: id, agencyId }));
      await publishEach(manager, 'optimization.deleted', optimizations);
      const changes = {
        moments: became(String(moments.length)),
        optimizations: became(String(optimizations.length)),
      };
      const target = { kind: 'client', id, name: business } as const;
      await appendAudit(manager, by, { action: 'client.deleted', target, changes });
      await publish(manager, 'client.deleted', { clientId: id, agencyId });
      await publishOwners(manager, [ownerId]);
    });
  }
}

async function present(manager: EntityManager, client: Client): Promise<ClientView> {
  return presentClient(client, await besideClient(manager, client));
}

// Nobody's scope changes meanwhile. A change of the agency may leave the client outside that of its responsible member of staff.
async function lockOwners(manager: EntityManager, { ownerId, agencyId }: Partial<CreateClientBody>): Promise<void> {
  if (ownerId || agencyId !== undefined) await lockUsers(manager);
}

/** The member of staff whom a body names as responsible. @throws AppError 400 */
async function findOwner(manager: EntityManager, id: string | null | undefined): Promise<StaffActor | null> {
  if (!id) return null;
  const owner = await findStaff(manager, id);
  if (owner) return owner;
  const message = `ownerId names the member of staff ${id}, who was removed or never existed`;
  throw invalid([{ field: 'ownerId', message }]);
}

/** @throws AppError 400 that says who does not see the client */
async function requireSeen(manager: EntityManager, { id, business }: Client, owner: StaffActor): Promise<void> {
  if (await findRowFor(owner, manager, Client, id)) return;
  const message = `ownerId names ${owner.name}, who does not see ${business}: it is outside their scope`;
  throw invalid([{ field: 'ownerId', message }]);
}

/** Nobody is responsible any more for a client that is outside the scope of who was. */
async function releaseIfUnseen(manager: EntityManager, client: Client): Promise<void> {
  const owner = client.ownerId && (await findStaff(manager, client.ownerId));
  if (!owner || (await findRowFor(owner, manager, Client, client.id))) return;
  client.ownerId = null;
  await manager.save(Client, client);
}

// Before the client is locked: an agency that is being deleted takes its clients' locks in the same order.
async function lockAgency(manager: EntityManager, id: string | null | undefined, by: Actor): Promise<void> {
  if (id) await getReferencedFor(by, manager, Agency, { field: 'agencyId', id });
}

/** The client as it was saved, which the person who saved it must still see. @throws AppError 400 that names `agencyId` */
async function requireKept(manager: EntityManager, id: string, by: Actor): Promise<Client> {
  const client = await findRowFor(by, manager, Client, id);
  if (client) return client;
  const message = 'agencyId must be the id of one of your agencies: a client without it would be outside your scope';
  throw invalid([{ field: 'agencyId', message }]);
}
