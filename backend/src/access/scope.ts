import { Raw, type FindOperator } from 'typeorm';
import type { OwnerChoice } from '../contract/owners.js';
import type { Scope } from '../contract/rights.js';
import type { Conditions } from '../platform/database/sql.js';

export const ALL: Scope = 'all';
export const NOTHING: Scope = { agencyIds: [], clientIds: [] };

/**
 * What the ids in a column are: of clients, reviews, reviewers, images, notifications or agencies; `photos` is the
 * list of a delivery (`jsonb`), whose entries name reviews and clients. It determines how the condition joins to
 * `clients`.
 */
export type ScopePath = 'client' | 'review' | 'reviewer' | 'image' | 'notification' | 'photos' | 'agency';

/** An actor or record with a scope. */
export interface Scoped {
  scope: Scope;
  /** If set, only the clients of the scope for which this member of staff is responsible. */
  ownerId?: string;
}

/** Returns the actor limited by a list's filter of owners: their own clients, all, or those of a colleague. */
export function limitedToOwner<Reader extends Scoped & { userId: string }>(
  reader: Reader,
  owner: OwnerChoice = 'all',
): Reader {
  return owner === 'all' ? reader : { ...reader, ownerId: owner === 'mine' ? reader.userId : owner };
}

/** No condition: for workers, commands and records that belong to no scope. */
export const EVERYTHING: Scoped = { scope: ALL };

/** No condition: for records that the same request has checked before, by a look-up or by the visitor's link. */
export const CHECKED_ELSEWHERE: Scoped = { scope: ALL };

/**
 * The condition that what a column names is within a scope. All others of SQL are made of it. Live events say the
 * same without SQL, by rooms (`roomsToJoin` and `roomsOfOwners` of `realtime/audiences.ts`);
 * `scope-agreement.test.ts` compares the two.
 * @param ids SQL of an array with the ids of the scope, agencies and clients together
 */
function withinSql(column: string, idKind: ScopePath, ids: string): string {
  // The agency of a single client in the scope is visible too.
  if (idKind === 'agency')
    return `(${column} = ANY(${ids}) OR ${column} IN (SELECT "agencyId" FROM clients WHERE "id" = ANY(${ids})))`;
  return ofClientsSql(column, idKind, `"id" = ANY(${ids}) OR "agencyId" = ANY(${ids})`);
}

/**
 * Returns the condition that the record of a column belongs to clients of one owner.
 * @param owner SQL of the owner's id
 */
function ownedSql(column: string, idKind: ScopePath, owner: string): string {
  if (idKind === 'agency') return `${column} IN (SELECT "agencyId" FROM clients WHERE "ownerId" = ${owner})`;
  return ofClientsSql(column, idKind, `"ownerId" = ${owner}`);
}

/**
 * Returns the condition that the record of a column belongs to certain clients.
 * @param which condition on the table `clients`
 */
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
    // A delivery whose clients were all deleted is outside of every limited scope.
    photos: `(${column} @? '$[*].clientId ? (@ != "")' AND NOT EXISTS (
      SELECT FROM jsonb_array_elements(${column}) photo LEFT JOIN reviews r ON r."id"::text = photo->>'momentId'
      WHERE nullif(photo->>'clientId', '') <> ALL(${clients}::text[]) OR r."clientId" <> ALL(${clients})
    ))`,
  };
  return conditions[idKind];
}

/** A part of the condition: a value, and the SQL that uses it as a parameter. */
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

/** Whether an actor is limited to some clients. */
export function isLimited(reader: Scoped): boolean {
  return partsOf(reader).length > 0;
}

/** Adds the scope's condition to the conditions of a list; none for the scope `all`. */
export function withinScope(
  conditions: Conditions,
  reader: Scoped,
  column: string,
  idKind: ScopePath = 'client',
): Conditions {
  for (const { value, sql } of partsOf(reader)) conditions.add(value, (parameter) => sql(column, idKind, parameter));
  return conditions;
}

/** The scope's condition for a statement with other parameters: ` AND …`, or `''` for the scope `all`. */
export interface ScopeSql {
  and: (column: string, idKind?: ScopePath) => string;
  /** The parameters to append to those of the statement. */
  values: unknown[];
}

/** Returns the scope's condition for a statement. @param count number of its other parameters */
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

/** Returns the scope's condition on a property, for `where` of a repository; `null` for the scope `all`. */
export function scopeOperator(reader: Scoped, idKind: ScopePath): FindOperator<string> | null {
  const parts = partsOf(reader);
  if (parts.length === 0) return null;
  const values = Object.fromEntries(parts.map(({ value }, index) => [`scope${index}`, value]));
  const within = (column: string): string =>
    parts.map(({ sql }, index) => sql(column, idKind, `:scope${index}`)).join(' AND ');
  return Raw(within, values) as FindOperator<string>;
}

/** Returns SQL of the scope of a user, as JSON. @param user alias of the table `users` */
export function scopeOfUser(user: string): string {
  return `CASE WHEN ${user}."seesAllClients" THEN '"all"'::json ELSE json_build_object(
    'agencyIds', ARRAY(SELECT "agencyId" FROM user_agencies WHERE "userId" = ${user}."id"),
    'clientIds', ARRAY(SELECT "clientId" FROM user_clients WHERE "userId" = ${user}."id")) END`;
}

/**
 * Returns the condition that a user may see a client.
 * @param user alias of the table `users`
 * @param client the client's id
 */
export function userSeesSql(user: string, client: string): string {
  const ids = `ARRAY(SELECT "agencyId" FROM user_agencies WHERE "userId" = ${user}."id"
    UNION ALL SELECT "clientId" FROM user_clients WHERE "userId" = ${user}."id")`;
  return `(${user}."seesAllClients" OR ${withinSql(client, 'client', ids)})`;
}

/**
 * Returns SQL of the current scope that an API key and its owner have in common, as JSON.
 * @param key alias of the table `api_keys` @param user alias of the table `users`, of the owner
 */
export function scopeOfKey(key: string, user: string): string {
  const agencies = `SELECT "agencyId" FROM api_key_agencies WHERE "keyId" = ${key}."id"`;
  const clients = `SELECT "clientId" FROM api_key_clients WHERE "keyId" = ${key}."id"`;
  const ownAgencies = `SELECT "agencyId" FROM user_agencies WHERE "userId" = ${user}."id"`;
  // A common client is a single one of either scope, or belongs to an agency of both.
  const ownClients = `SELECT "clientId" FROM user_clients JOIN clients ON clients."id" = "clientId"
    WHERE "userId" = ${user}."id" AND ("clientId" IN (${clients}) OR clients."agencyId" IN (${agencies}))`;
  return `CASE WHEN ${key}."seesAllClients" THEN ${scopeOfUser(user)}
    WHEN ${user}."seesAllClients" THEN json_build_object('agencyIds', ARRAY(${agencies}), 'clientIds', ARRAY(${clients}))
    ELSE json_build_object(
      'agencyIds', ARRAY(${agencies} INTERSECT ${ownAgencies}),
      'clientIds', ARRAY(${ownClients} UNION SELECT seen."clientId" FROM (${clients}) seen
        WHERE ${userSeesSql(user, 'seen."clientId"')})) END`;
}
