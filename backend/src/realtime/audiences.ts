import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import type { StaffAudience } from '../contract/events.js';
import { findOwners, type Owner } from './audiences.queries.js';

/** All connections of staff. */
export const STAFF_ROOM = 'staff';
/** Those of staff who see all clients, and those of staff who see some. */
export const ALL_CLIENTS = 'staff:all clients';
export const SOME_CLIENTS = 'staff:some clients';
export const agencyRoom = (agencyId: string): string => `agency:${agencyId}`;
const clientRoom = (clientId: string): string => `client:${clientId}`;
const userRoom = (userId: string): string => `user:${userId}`;

/**
 * The rooms that a connection of staff joins as it connects. A change of what its user may see closes it. Together with `roomsFor` it
 * says of events what `access/scope.ts` says of rows.
 */
export function roomsOf({ userId, scope }: StaffActor): string[] {
  const own = [STAFF_ROOM, userRoom(userId)];
  if (scope === 'all') return [...own, ALL_CLIENTS];
  return [...own, SOME_CLIENTS, ...scope.agencyIds.map(agencyRoom), ...scope.clientIds.map(clientRoom)];
}

/** Finds the rooms of an audience. */
@Injectable()
export class Audiences {
  constructor(private readonly db: DataSource) {}

  /** @param areSomeLimited whether staff are connected who see some clients; without any, nothing is looked up */
  async rooms(audience: StaffAudience, areSomeLimited: boolean): Promise<string[]> {
    if (audience === 'everybody') return [STAFF_ROOM];
    if (audience === 'whoSeeAllClients') return [ALL_CLIENTS];
    if ('userIds' in audience) return audience.userIds.map(userRoom);
    return areSomeLimited ? [ALL_CLIENTS, ...(await this.limited(audience))] : [ALL_CLIENTS];
  }

  private async limited(audience: Exclude<StaffAudience, string | { userIds: string[] }>): Promise<string[]> {
    const { manager } = this.db;
    if ('reviewId' in audience) return roomsFor(await findOwners(manager, 'review', audience.reviewId));
    if ('mailId' in audience) return this.ofMail(audience.mailId);
    if (!('clientId' in audience)) {
      const owners = await findOwners(manager, 'agency', audience.agencyId);
      return [...new Set([agencyRoom(audience.agencyId), ...roomsFor(owners)])];
    }
    const { clientId, agencyId } = audience;
    if (agencyId !== undefined) return roomsFor([{ clientId, agencyId }]);
    return roomsFor(await findOwners(manager, 'client', clientId));
  }

  /** Mails about no client are those of the team. */
  private async ofMail(mailId: string): Promise<string[]> {
    const [owner] = await findOwners(this.db.manager, 'mail', mailId);
    if (!owner) return [];
    return owner.clientId === null ? [STAFF_ROOM] : roomsFor([owner]);
  }
}

/** The rooms of those who see some clients, and one of these. */
function roomsFor(owners: Owner[]): string[] {
  return owners.flatMap(({ clientId, agencyId }) => [
    clientRoom(clientId),
    ...(agencyId === null ? [] : [agencyRoom(agencyId)]),
  ]);
}
