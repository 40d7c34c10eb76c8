import { Raw, type FindOperator } from 'typeorm';
import type { LimitedScope, Scope } from '../contract/rights.js';
import type { Conditions } from '../platform/database/sql.js';

export const ALL: Scope = 'all';
export const NOTHING: Scope = { agencyIds: [], clientIds: [] };

/**
 * How a column leads to its client, or that it names an agency: `client` by the client's own id, `review`, `reviewer` and `image`
 * by theirs; `photos` by the list of a delivery; `reviewOrClient` by a `reviewId`, or where that is empty by the `clientId` beside it.
 */
export type ScopePath = 'client' | 'review' | 'reviewer' | 'image' | 'photos' | 'reviewOrClient' | 'agency';

/** Somebody with a scope. */
export interface Scoped {
  scope: Scope;
}

/** For workers and commands, what a link shows, and what was looked up for an actor before in the same transaction. */
export const EVERYTHING: Scoped = { scope: ALL };

/**
 * The one condition: that what a column names is within a scope.
 * @param ids parameter with the ids of the scope, agencies and clients together
 */
function withinSql(column: string, names: ScopePath, ids: string): string {
  // An array, unlike a join, lets an index of the column be used.
  const clients = `ARRAY(SELECT "id" FROM clients WHERE "id" = ANY(${ids}) OR "agencyId" = ANY(${ids}))`;
  const reviews = `(SELECT "id" FROM reviews WHERE "clientId" = ANY(${clients}))`;
  const clientBeside = column.replace('reviewId', 'clientId');
  const conditions: Record<ScopePath, string> = {
    client: `${column} = ANY(${clients})`,
    review: `${column} IN ${reviews}`,
    reviewer: `${column} IN (SELECT "id" FROM reviewers WHERE "clientId" = ANY(${clients}))`,
    image: `${column} IN (SELECT "id" FROM images WHERE "momentId" IN ${reviews})`,
    reviewOrClient: `coalesce((SELECT r."clientId" FROM reviews r WHERE r."id" = ${column}), ${clientBeside}) = ANY(${clients})`,
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
  return `(${user}."seesAllClients" OR EXISTS (
    SELECT FROM user_clients WHERE "userId" = ${user}."id" AND "clientId" = ${client}
  ) OR EXISTS (
    SELECT FROM user_agencies JOIN clients USING ("agencyId") WHERE "userId" = ${user}."id" AND clients."id" = ${client}
  ))`;
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
