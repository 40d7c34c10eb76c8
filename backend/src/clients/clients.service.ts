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
import { findClientExtras, listClients, lockReviewsOf } from './clients.queries.js';

/** The businesses whose profiles the agency manages. */
@Injectable()
export class ClientsService {
  constructor(private readonly db: DataSource) {}

  /** Returns a page of the clients within the scope, with the total number. */
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
      const client = await requireInOwnScope(manager, id, by);
      if (owner) await requireOwnerSees(manager, client, owner);
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
        await requireInOwnScope(manager, id, by);
        if (owner) await requireOwnerSees(manager, client, owner);
        else if (client.agencyId !== formerAgencyId) await releaseIfUnseen(manager, client);
        await publish(manager, 'client.changed', { id });
        if (client.ownerId !== formerOwnerId) await publishOwners(manager, [formerOwnerId, client.ownerId]);
        if (client.agencyId !== formerAgencyId)
          await publish(manager, 'client.moved', { clientId: id, formerAgencyId });
      }
      return present(manager, client);
    });
  }

  /**
   * Removes the client with its moments, images and optimizations; their files follow (the database schedules them).
   */
  async delete(id: string, by: Actor): Promise<void> {
    await this.db.transaction(async (manager) => {
      // Checked first, so that a request without access locks nothing.
      await getRowFor(by, manager, Client, id);
      // The reviews are locked before the client, in the same order as in other transactions.
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
  return presentClient(client, await findClientExtras(manager, client));
}

// Prevents changes of scopes, because a new agency may move the client out of its owner's scope.
async function lockOwners(manager: EntityManager, { ownerId, agencyId }: Partial<CreateClientBody>): Promise<void> {
  if (ownerId || agencyId !== undefined) await lockUsers(manager);
}

/** Returns the member of staff with the `ownerId` of a body. @throws AppError 400 */
async function findOwner(manager: EntityManager, id: string | null | undefined): Promise<StaffActor | null> {
  if (!id) return null;
  const owner = await findStaff(manager, id);
  if (owner) return owner;
  const message = `ownerId names the member of staff ${id}, who was removed or never existed`;
  throw invalid([{ field: 'ownerId', message }]);
}

/** @throws AppError 400 if the owner cannot see the client */
async function requireOwnerSees(manager: EntityManager, { id, business }: Client, owner: StaffActor): Promise<void> {
  if (await findRowFor(owner, manager, Client, id)) return;
  const message = `ownerId names ${owner.name}, who does not see ${business}: it is outside their scope`;
  throw invalid([{ field: 'ownerId', message }]);
}

/** Removes the owner of a client that is outside of the owner's scope. */
async function releaseIfUnseen(manager: EntityManager, client: Client): Promise<void> {
  const owner = client.ownerId && (await findStaff(manager, client.ownerId));
  if (!owner || (await findRowFor(owner, manager, Client, client.id))) return;
  client.ownerId = null;
  await manager.save(Client, client);
}

// Called before the client is locked, because the deletion of an agency also locks first the agency and then its
// clients.
async function lockAgency(manager: EntityManager, id: string | null | undefined, by: Actor): Promise<void> {
  if (id) await getReferencedFor(by, manager, Agency, { field: 'agencyId', id });
}

/**
 * Returns a saved client, which must still be within the scope of the actor.
 * @throws AppError 400 that names `agencyId`
 */
async function requireInOwnScope(manager: EntityManager, id: string, by: Actor): Promise<Client> {
  const client = await findRowFor(by, manager, Client, id);
  if (client) return client;
  const message = 'agencyId must be the id of one of your agencies: a client without it would be outside your scope';
  throw invalid([{ field: 'agencyId', message }]);
}
