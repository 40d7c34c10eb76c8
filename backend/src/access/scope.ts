import { Raw, type FindOperator } from 'typeorm';
import type { LimitedScope, Scope } from '../contract/rights.js';
import type { Conditions } from '../platform/database/sql.js';

export const ALL: Scope = 'all';
export const NOTHING: Scope = { agencyIds: [], clientIds: [] };

/**
 * What the ids in a column are: of clients, reviews, reviewers, images, notifications or agencies; `photos` is the list of a delivery
 * (`jsonb`), whose entries name reviews and clients. How that leads to the table `clients`, and so the condition, follows from it.
 */
export type ScopePath = 'client' | 'review' | 'reviewer' | 'image' | 'notification' | 'photos' | 'agency';

/** Somebody with a scope. */
export interface Scoped {
  scope: Scope;
}

/** For workers, commands and what belongs to no scope: no condition. */
export const EVERYTHING: Scoped = { scope: ALL };

/** For what the same request checks elsewhere, by an earlier look-up or by the visitor's link: no condition either. */
export const CHECKED_ELSEWHERE: Scoped = { scope: ALL };

/**
 * The condition that what a column names is within a scope. All others of SQL are made of it. Live events say the same without SQL, by
 * rooms (`roomsOf` and `roomsFor` of `realtime/audiences.ts`); `scope-agreement.test.ts` compares the two.
 * @param ids SQL of an array with the ids of the scope, agencies and clients together
 */
function withinSql(column: string, names: ScopePath, ids: string): string {
  // An array, unlike a join, lets an index of the column be used.
  const clients = `ARRAY(SELECT "id" FROM clients WHERE "id" = ANY(${ids}) OR "agencyId" = ANY(${ids}))`;
  const reviews = `(SELECT "id" FROM reviews WHERE "clientId" = ANY(${clients}))`;
  const conditions: Record<ScopePath, string> = {
    client: `${column} = ANY(${clients})`,
    review: `${column} IN ${reviews}`,
    reviewer: `${column} IN (SELECT "id" FROM reviewers WHERE "clientId" = ANY(${clients}))`,
    image: `${column} IN (SELECT "id" FROM images WHERE "momentId" IN ${reviews})`,
    notification: `${column} IN (
      SELECT n."id" FROM notifications n LEFT JOIN reviews r ON r."id" = n."reviewId"
      WHERE coalesce(r."clientId", n."clientId") = ANY(${clients})
    )`,
    photos: `NOT EXISTS (
      SELECT FROM jsonb_array_elements(${column}) photo LEFT JOIN reviews r ON r."id"::text = photo->>'momentId'
      WHERE nullif(photo->>'clientId', '') <> ALL(${clients}::text[]) OR r."clientId" <> ALL(${clients})
    )`,
    // That of a single client is shown with it.
    agency: `(${column} = ANY(${ids}) OR ${column} IN (SELECT "agencyId" FROM clients WHERE "id" = ANY(${ids})))`,
  };
  return conditions[names];
}

function idsOf(scope: LimitedScope): string[] {
  return [...scope.agencyIds, ...scope.clientIds];
}

/** Adds the condition to those of a list; none for a scope of all. */
export function withinScope(
  conditions: Conditions,
  { scope }: Scoped,
  column: string,
  names: ScopePath = 'client',
): Conditions {
  return scope === 'all' ? conditions : conditions.add(idsOf(scope), (ids) => withinSql(column, names, ids));
}

/** The condition for a statement with parameters of its own: ` AND …`, or nothing for a scope of all. */
export interface ScopeSql {
  and: (column: string, names?: ScopePath) => string;
  /** The parameters that it adds at the end. */
  values: unknown[];
}

/** @param count how many parameters the statement has without it */
export function scopeSql({ scope }: Scoped, count: number): ScopeSql {
  if (scope === 'all') return { and: () => '', values: [] };
  return {
    and: (column, names = 'client') => ` AND ${withinSql(column, names, `$${count + 1}::uuid[]`)}`,
    values: [idsOf(scope)],
  };
}

/** The condition on a property, for `where` of a repository. */
export function scopeOperator(scope: LimitedScope, names: ScopePath): FindOperator<string> {
  return Raw((column) => withinSql(column, names, ':scope'), { scope: idsOf(scope) }) as FindOperator<string>;
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
