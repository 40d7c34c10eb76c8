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
 * SQL of a scope as somebody sees it, as JSON (`ScopeView`).
 * @param holder what the scope belongs to: SQL of whether it is all, and of arrays of the ids of its agencies and clients
 */
export function scopeView(
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

/** Somebody as `findMembers` knows them: who may not manage the team does not learn who has no second factor. */
type Reader = Scoped & Partial<Pick<Actor, 'permissions'>>;

/** Members of staff as somebody sees them, the oldest first; with an id, that one alone. */
export async function findMembers(
  manager: EntityManager,
  by: Reader,
  { id, limit, offset = 0 }: PageQuery & { id?: string },
): Promise<Page<MemberView>> {
  const { and, values } = scopeSql(by, 3);
  const scope = scopeView(
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
  return { items: rows.map(presentMember), total: rows[0]?.total ?? (await manager.query(COUNT))[0].total };
}

const COUNT = 'SELECT count(*)::int AS "total" FROM users';

/** A member of staff, as they read of themselves; `null` if they were removed. */
export async function findUserView(manager: EntityManager, id: string): Promise<UserView | null> {
  const { items } = await findMembers(manager, EVERYTHING, { id });
  if (!items[0]) return null;
  const { lastSeenAt: _lastSeenAt, hasSecondFactor: _hasSecondFactor, ...user } = items[0];
  return user;
}

/** The scopes of invitations as somebody sees them, by the id of the link. */
export async function findInvitationScopes(
  manager: EntityManager,
  reader: Scoped,
  ids: string[],
): Promise<Map<string, ScopeView>> {
  const { and, values } = scopeSql(reader, 1);
  const columns = { isAll: 'l."seesAllClients"', agencyIds: 'l."agencyIds"', clientIds: 'l."clientIds"' };
  const rows = await manager.query<{ id: string; scope: ScopeView }[]>(
    `SELECT l."id", ${scopeView(columns, and)} AS "scope" FROM password_links l WHERE l."id" = ANY($1)`,
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
