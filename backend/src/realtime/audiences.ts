import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import type { StaffAudience } from '../contract/events.js';

/** All connections of staff. */
export const STAFF_ROOM = 'staff';
/** Those of staff who see all clients, and those of staff who see some. */
export const ALL_CLIENTS = 'staff:all clients';
export const SOME_CLIENTS = 'staff:some clients';
export const agencyRoom = (agencyId: string): string => `agency:${agencyId}`;
const clientRoom = (clientId: string): string => `client:${clientId}`;
const userRoom = (userId: string): string => `user:${userId}`;

/** A client, and its agency. */
interface Owner {
  clientId: string;
  agencyId: string | null;
}

const OWNER_OF_CLIENT = `SELECT "id" AS "clientId", "agencyId" FROM clients WHERE "id" = $1`;
const OWNER_OF_REVIEW = `SELECT c."id" AS "clientId", c."agencyId"
  FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`;
const OWNER_OF_MAIL = `SELECT c."id" AS "clientId", c."agencyId"
  FROM mails m LEFT JOIN reviews r ON r."id" = m."reviewId"
    LEFT JOIN clients c ON c."id" = coalesce(r."clientId", m."clientId")
  WHERE m."id" = $1`;
// A single client is shown with its agency.
const OWNERS_OF_AGENCY = `SELECT "id" AS "clientId", "agencyId" FROM clients WHERE "agencyId" = $1`;

/** The rooms that a connection of staff joins as it connects. A change of what its user may see closes it. */
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
    if ('reviewId' in audience) return roomsFor(await this.find(OWNER_OF_REVIEW, audience.reviewId));
    if ('mailId' in audience) return this.ofMail(audience.mailId);
    if (!('clientId' in audience)) {
      const owners = await this.find(OWNERS_OF_AGENCY, audience.agencyId);
      return [...new Set([agencyRoom(audience.agencyId), ...roomsFor(owners)])];
    }
    const { clientId, agencyId } = audience;
    if (agencyId !== undefined) return roomsFor([{ clientId, agencyId }]);
    return roomsFor(await this.find(OWNER_OF_CLIENT, clientId));
  }

  /** Mails about no client are those of the team. */
  private async ofMail(mailId: string): Promise<string[]> {
    const [mail] = await this.find(OWNER_OF_MAIL, mailId);
    if (!mail) return [];
    return mail.clientId === null ? [STAFF_ROOM] : roomsFor([mail as Owner]);
  }

  private find(sql: string, id: string): Promise<Owner[]> {
    return this.db.manager.query<Owner[]>(sql, [id]);
  }
}

function roomsFor(owners: Owner[]): string[] {
  return owners.flatMap(({ clientId, agencyId }) => [
    clientRoom(clientId),
    ...(agencyId === null ? [] : [agencyRoom(agencyId)]),
  ]);
}
