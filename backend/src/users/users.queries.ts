import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { permissionsOf } from '../contract/roles.js';
import { EVERYTHING, scopeSql, type Scoped } from '../access/scope.js';
import { HAS_FACTOR } from './credentials.queries.js';
import type { MemberView, UserView } from '../contract/auth.js';
import type { PageQuery } from '../contract/paging.js';
import type { ScopeView } from '../contract/rights.js';
import type { Page } from '../platform/http/paging.js';

interface MemberRow extends Omit<MemberView, 'createdAt' | 'permissions' | 'lastSeenAt'> {
  createdAt: Date;
  lastSeenAt: Date | null;
}

/**
 * Returns SQL of a scope as JSON (`ScopeView`), limited to the agencies and clients that the reader can see.
 * @param holder SQL of the scope: whether it is all, and arrays of the ids of its agencies and clients
 */
export function scopeViewSql(
  holder: { isAll: string; agencyIds: string; clientIds: string },
  within: (column: string, names: 'agency' | 'client') => string,
): string {
  const agencies = `FROM agencies a WHERE a."id" = ANY(${holder.agencyIds})`;
  const clients = `FROM clients c WHERE c."id" = ANY(${holder.clientIds})`;
  const seenAgencies = `${agencies}${within('a."id"', 'agency')}`;
  const seenClients = `${clients}${within('c."id"', 'client')}`;
  return `CASE WHEN ${holder.isAll} THEN '"all"'::json ELSE json_build_object(
    'agencies', (SELECT coalesce(json_agg(json_build_object('id', a."id", 'name', a."name",
      'clientCount', (SELECT count(*) FROM clients c WHERE c."agencyId" = a."id"${within('c."id"', 'client')})) ORDER BY a."name", a."id"), '[]') ${seenAgencies}),
    'clients', (SELECT coalesce(json_agg(json_build_object('id', c."id", 'business', c."business")
      ORDER BY c."business", c."id"), '[]') ${seenClients}),
    'hidden', (SELECT count(*) ${agencies}) + (SELECT count(*) ${clients})
      - (SELECT count(*) ${seenAgencies}) - (SELECT count(*) ${seenClients})) END`;
}

/** The reader of `findMembers`. Only readers with `team.manage` learn who has a second factor. */
type Reader = Scoped & Partial<Pick<Actor, 'permissions'>>;

/** Returns the members of staff as `reader` may see them, the oldest first; with an id, only that one. */
export async function findMembers(
  manager: EntityManager,
  by: Reader,
  { id, limit, offset = 0 }: PageQuery & { id?: string },
): Promise<Page<MemberView>> {
  const { and, values } = scopeSql(by, 3);
  const scope = scopeViewSql(
    {
      isAll: 'u."seesAllClients"',
      agencyIds: `ARRAY(SELECT "agencyId" FROM user_agencies WHERE "userId" = u."id")`,
      clientIds: `ARRAY(SELECT "clientId" FROM user_clients WHERE "userId" = u."id")`,
    },
    and,
  );
  // A session that is in use is prolonged to seven days from now.
  const lastSeen = `greatest(
    (SELECT max(s."expire") - interval '7 days' FROM sessions s WHERE s."sess"->'passport'->>'user' = u."id"::text),
    (SELECT max(n."lastAt") FROM sign_in_networks n WHERE n."userId" = u."id"))`;
  const factor = by.permissions?.has('team.manage') ? HAS_FACTOR : 'NULL::boolean';
  const rows = await manager.query<(MemberRow & { total: number })[]>(
    `SELECT u."id", u."email", u."name", u."createdAt", u."role", ${scope} AS "scope",
       (SELECT count(*)::int FROM clients WHERE "ownerId" = u."id"${and('clients."id"')}) AS "clientCount", ${lastSeen} AS "lastSeenAt",
       ${factor} AS "hasSecondFactor",
       (SELECT count(*)::int FROM users) AS "total"
     FROM users u WHERE $1::uuid IS NULL OR u."id" = $1
     ORDER BY u."createdAt", u."id" LIMIT $2 OFFSET $3`,
    [id ?? null, limit ?? null, offset, ...values],
  );
  return { items: rows.map(presentMember), total: rows[0]?.total ?? (await manager.query(COUNT_USERS))[0].total };
}

const COUNT_USERS = 'SELECT count(*)::int AS "total" FROM users';

/** Returns a member of staff as they see themselves; `null` if they were removed. */
export async function findUserView(manager: EntityManager, id: string): Promise<UserView | null> {
  const { items } = await findMembers(manager, EVERYTHING, { id });
  if (!items[0]) return null;
  const { lastSeenAt: _lastSeenAt, hasSecondFactor: _hasSecondFactor, ...user } = items[0];
  return user;
}

/** Returns the scopes of invitations as `reader` may see them, by the id of the link. */
export async function findInvitationScopes(
  manager: EntityManager,
  reader: Scoped,
  ids: string[],
): Promise<Map<string, ScopeView>> {
  const { and, values } = scopeSql(reader, 1);
  const columns = { isAll: 'l."seesAllClients"', agencyIds: 'l."agencyIds"', clientIds: 'l."clientIds"' };
  const rows = await manager.query<{ id: string; scope: ScopeView }[]>(
    `SELECT l."id", ${scopeViewSql(columns, and)} AS "scope" FROM password_links l WHERE l."id" = ANY($1)`,
    [ids, ...values],
  );
  return new Map(rows.map(({ id, scope }) => [id, scope]));
}

function presentMember({ id, email, name, createdAt, role, scope, clientCount, ...member }: MemberRow): MemberView {
  return {
    id,
    email,
    name,
    createdAt: createdAt.toISOString(),
    role,
    scope,
    permissions: [...permissionsOf(role)],
    clientCount,
    lastSeenAt: member.lastSeenAt?.toISOString() ?? null,
    hasSecondFactor: member.hasSecondFactor,
  };
}
