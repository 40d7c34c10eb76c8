import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import type { StaffAudience } from '../contract/events.js';
import { findOwners, type Owner } from './audiences.queries.js';

/** The room of all connections of staff. */
export const STAFF_ROOM = 'staff';
/** The rooms of staff whose scope is `all`, and of staff whose scope is limited. */
export const ALL_CLIENTS_ROOM = 'staff:all clients';
export const SOME_CLIENTS_ROOM = 'staff:some clients';
export const agencyRoom = (agencyId: string): string => `agency:${agencyId}`;
const clientRoom = (clientId: string): string => `client:${clientId}`;
const userRoom = (userId: string): string => `user:${userId}`;

/**
 * The rooms that a connection of staff joins. It is closed if the scope of its user changes. `roomsToJoin` and
 * `roomsOfOwners` apply the same rule to events that `access/scope.ts` applies to rows.
 */
export function roomsToJoin({ userId, scope }: StaffActor): string[] {
  const own = [STAFF_ROOM, userRoom(userId)];
  if (scope === 'all') return [...own, ALL_CLIENTS_ROOM];
  return [...own, SOME_CLIENTS_ROOM, ...scope.agencyIds.map(agencyRoom), ...scope.clientIds.map(clientRoom)];
}

/** Finds the rooms that receive an event. */
@Injectable()
export class Audiences {
  constructor(private readonly db: DataSource) {}

  /**
   * @param hasLimitedScopes whether staff with a limited scope are connected; if not, no owner has to be looked up
   */
  async findRooms(audience: StaffAudience, hasLimitedScopes: boolean): Promise<string[]> {
    if (audience === 'everybody') return [STAFF_ROOM];
    if (audience === 'whoSeeAllClients') return [ALL_CLIENTS_ROOM];
    if ('userIds' in audience) return audience.userIds.map(userRoom);
    return hasLimitedScopes
      ? [ALL_CLIENTS_ROOM, ...(await this.findRoomsWithLimitedScopes(audience))]
      : [ALL_CLIENTS_ROOM];
  }

  private async findRoomsWithLimitedScopes(
    audience: Exclude<StaffAudience, string | { userIds: string[] }>,
  ): Promise<string[]> {
    const { manager } = this.db;
    if ('reviewId' in audience) return roomsOfOwners(await findOwners(manager, 'review', audience.reviewId));
    if ('mailId' in audience) return this.findRoomsOfMail(audience.mailId);
    if (!('clientId' in audience)) {
      const owners = await findOwners(manager, 'agency', audience.agencyId);
      return [...new Set([agencyRoom(audience.agencyId), ...roomsOfOwners(owners)])];
    }
    const { clientId, agencyId } = audience;
    if (agencyId !== undefined) return roomsOfOwners([{ clientId, agencyId }]);
    return roomsOfOwners(await findOwners(manager, 'client', clientId));
  }

  /** Mails about no client concern the team, so all staff receive their events. */
  private async findRoomsOfMail(mailId: string): Promise<string[]> {
    const [owner] = await findOwners(this.db.manager, 'mail', mailId);
    if (!owner) return [];
    return owner.clientId === null ? [STAFF_ROOM] : roomsOfOwners([owner]);
  }
}

/** The rooms of staff whose limited scope includes one of these clients. */
function roomsOfOwners(owners: Owner[]): string[] {
  return owners.flatMap(({ clientId, agencyId }) => [
    clientRoom(clientId),
    ...(agencyId === null ? [] : [agencyRoom(agencyId)]),
  ]);
}
