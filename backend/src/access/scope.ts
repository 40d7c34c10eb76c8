import { Raw, type FindOperator } from 'typeorm';
import type { OwnerChoice } from '../contract/owners.js';
import type { Scope } from '../contract/rights.js';
import type { Conditions } from '../platform/database/sql.js';

export const ALL: Scope = 'all';
export const NOTHING: Scope = { agencyIds: [], clientIds: [] };

/**
 * What the ids in a column are: of clients, reviews, reviewers, images, notifications or agencies; `photos` is the list of a delivery
 * (`jsonb`), whose entries name reviews and clients. It determines how the condition joins to `clients`.
 */
export type ScopePath = 'client' | 'review' | 'reviewer' | 'image' | 'notification' | 'photos' | 'agency';

/** Somebody with a scope. */
export interface Scoped {
  scope: Scope;
  /** Set while they look at those clients of their scope alone for which this member of staff is responsible. */
  ownerId?: string;
}

/** Somebody, while they look at the clients that the filter of a list names: their own, all, or those of a colleague. */
export function limitedToOwner<Reader extends Scoped & { userId: string }>(
  reader: Reader,
  owner: OwnerChoice = 'all',
): Reader {
  return owner === 'all' ? reader : { ...reader, ownerId: owner === 'mine' ? reader.userId : owner };
}

/** For workers, commands and what belongs to no scope: no condition. */
export const EVERYTHING: Scoped = { scope: ALL };

/** For what the same request checks elsewhere, by an earlier look-up or by the visitor's link: no condition either. */
export const CHECKED_ELSEWHERE: Scoped = { scope: ALL };

/**
 * The condition that what a column names is within a scope. All others of SQL are made of it. Live events say the same without SQL, by
 * rooms (`roomsToJoin` and `roomsOfOwners` of `realtime/audiences.ts`); `scope-agreement.test.ts` compares the two.
 * @param ids SQL of an array with the ids of the scope, agencies and clients together
 */
function withinSql(column: string, idKind: ScopePath, ids: string): string {
  // That of a single client is shown with it.
  if (idKind === 'agency')
    return `(${column} = ANY(${ids}) OR ${column} IN (SELECT "agencyId" FROM clients WHERE "id" = ANY(${ids})))`;
  return ofClientsSql(column, idKind, `"id" = ANY(${ids}) OR "agencyId" = ANY(${ids})`);
}

/** The condition that what a column names belongs to clients of one responsible member of staff. @param owner SQL of their id */
function ownedSql(column: string, idKind: ScopePath, owner: string): string {
  if (idKind === 'agency') return `${column} IN (SELECT "agencyId" FROM clients WHERE "ownerId" = ${owner})`;
  return ofClientsSql(column, idKind, `"ownerId" = ${owner}`);
}

/** The condition that what a column names belongs to certain clients. @param which condition on the table `clients` */
function ofClientsSql(column: string, idKind: Exclude<ScopePath, 'agency'>, which: string): string {
  // An array, unlike a join, lets an index of the column be used.
  const clients = `ARRAY(SELECT "id" FROM clients WHERE ${which})`;
  const reviews = `(SELECT "id" FROM reviews WHERE "clientId" = ANY(${clients}))`;
  const conditions: Record<Exclude<ScopePath, 'agency'>, string> = {
    client: `${column} = ANY(${clients})`,
    review: `${column} IN ${reviews}`,
    reviewer: `${column} IN (SELECT "id" FROM reviewers WHERE "clientId" = ANY(${clients}))`,
    image: `${column} IN (SELECT "id" FROM images WHERE "momentId" IN ${reviews})`,
    notification: `${column} IN (
      SELECT n."id" FROM notifications n LEFT JOIN reviews r ON r."id" = n."reviewId"
      WHERE coalesce(r."clientId", n."clientId") = ANY(${clients})
    )`,
    // One of no client, since those that it had are gone, is nobody's.
    photos: `(${column} @? '$[*].clientId ? (@ != "")' AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(${column}) photo LEFT JOIN reviews r ON r."id"::text = photo->>'momentId'
      WHERE nullif(photo->>'clientId', '') <> ALL(${clients}::text[]) OR r."clientId" <> ALL(${clients})
    ))`,
  };
  return conditions[idKind];
}

/** A part of the condition: SQL with the place of its value. */
interface Part {
  value: unknown;
  sql: (column: string, idKind: ScopePath, parameter: string) => string;
}

function partsOf({ scope, ownerId }: Scoped): Part[] {
  const parts: Part[] = [];
  if (scope !== 'all') parts.push({ value: [...scope.agencyIds, ...scope.clientIds], sql: withinSql });
  if (ownerId !== undefined) parts.push({ value: ownerId, sql: ownedSql });
  return parts;
}

/** Whether there is a condition at all. */
export function isLimited(reader: Scoped): boolean {
  return partsOf(reader).length > 0;
}

/** Adds the condition to those of a list; none for a scope of all. */
export function withinScope(
  conditions: Conditions,
  reader: Scoped,
  column: string,
  idKind: ScopePath = 'client',
): Conditions {
  for (const { value, sql } of partsOf(reader)) conditions.add(value, (parameter) => sql(column, idKind, parameter));
  return conditions;
}

/** The condition for a statement with parameters of its own: ` AND …`, or nothing for a scope of all. */
export interface ScopeSql {
  and: (column: string, idKind?: ScopePath) => string;
  /** The parameters that it adds at the end. */
  values: unknown[];
}

/** @param count how many parameters the statement has without it */
export function scopeSql(reader: Scoped, count: number): ScopeSql {
  const parts = partsOf(reader);
  const cast = (value: unknown): string => (Array.isArray(value) ? 'uuid[]' : 'uuid');
  return {
    and: (column, idKind = 'client') =>
      parts
        .map(({ value, sql }, index) => ` AND ${sql(column, idKind, `$${count + index + 1}::${cast(value)}`)}`)
        .join(''),
    values: parts.map(({ value }) => value),
  };
}

/** The condition on a property, for `where` of a repository; `null` for a scope of all. */
export function scopeOperator(reader: Scoped, idKind: ScopePath): FindOperator<string> | null {
  const parts = partsOf(reader);
  if (parts.length === 0) return null;
  const values = Object.fromEntries(parts.map(({ value }, index) => [`scope${index}`, value]));
  const within = (column: string): string =>
    parts.map(({ sql }, index) => sql(column, idKind, `:scope${index}`)).join(' AND ');
  return Raw(within, values) as FindOperator<string>;
}

/** SQL of the scope of a user, as JSON. @param user alias of the table `users` */
export function scopeOfUser(user: string): string {
  return `CASE WHEN ${user}."seesAllClients" THEN '"all"'::json ELSE json_build_object(
    'agencyIds', ARRAY(SELECT "agencyId" FROM user_agencies WHERE "userId" = ${user}."id"),
    'clientIds', ARRAY(SELECT "clientId" FROM user_clients WHERE "userId" = ${user}."id")) END`;
}

/** The condition that a user may see a client. @param user alias of the table `users` @param client the client's id */
export function userSeesSql(user: string, client: string): string {
  const ids = `ARRAY(SELECT "agencyId" FROM user_agencies WHERE "userId" = ${user}."id"
    UNION ALL SELECT "clientId" FROM user_clients WHERE "userId" = ${user}."id")`;
  return `(${user}."seesAllClients" OR ${withinSql(client, 'client', ids)})`;
}

/**
 * SQL of what both an API key and its owner see, as JSON, at this instant.
 * @param key alias of the table `api_keys` @param user alias of the table `users`, of the owner
 */
export function scopeOfKey(key: string, user: string): string {
  const agencies = `SELECT "agencyId" FROM api_key_agencies WHERE "keyId" = ${key}."id"`;
  const clients = `SELECT "clientId" FROM api_key_clients WHERE "keyId" = ${key}."id"`;
  const ownAgencies = `SELECT "agencyId" FROM user_agencies WHERE "userId" = ${user}."id"`;
  // A client that both see is a single one of either, or of an agency of both.
  const ownClients = `SELECT "clientId" FROM user_clients JOIN clients ON clients."id" = "clientId"
    WHERE "userId" = ${user}."id" AND ("clientId" IN (${clients}) OR clients."agencyId" IN (${agencies}))`;
  return `CASE WHEN ${key}."seesAllClients" THEN ${scopeOfUser(user)}
    WHEN ${user}."seesAllClients" THEN json_build_object('agencyIds', ARRAY(${agencies}), 'clientIds', ARRAY(${clients}))
    ELSE json_build_object(
      'agencyIds', ARRAY(${agencies} INTERSECT ${ownAgencies}),
      'clientIds', ARRAY(${ownClients} UNION SELECT seen."clientId" FROM (${clients}) seen
        WHERE ${userSeesSql(user, 'seen."clientId"')})) END`;
}
