import type { EntityManager } from 'typeorm';
import { EVERYTHING, scopeSql, type Scoped } from '../access/scope.js';
import { appendAudit, changesOf, userTarget, type AuditedBy } from '../audit/audit.js';
import type { LimitedScope, Scope } from '../contract/rights.js';
import type { Role } from '../contract/roles.js';
import type { FieldError } from '../contract/errors.js';
import { conflict, invalid } from '../platform/http/errors.js';
import { publish } from '../platform/events/publish.js';
import { releaseUnseen, type Editor } from './owned-clients.js';
import { describeRights } from './rights-in-words.js';
import { User } from './user.entity.js';

/** Role and scope of a member of staff. Changes of them need `USERS_LOCK`. */
export interface Rights {
  role: Role;
  scope: Scope;
}

/** The rights of the first member of staff. */
export const ALL_RIGHTS: Rights = { role: 'admin', scope: 'all' };

/**
 * Checks a role and a scope that `by` wants to give, and locks the agencies and clients against deletion until the
 * transaction ends.
 * @throws AppError 400 for agencies and clients that do not exist or that `by` cannot see, or an admin with a limited
 * scope
 */
export async function requireValidRights(manager: EntityManager, by: Scoped, { role, scope }: Rights): Promise<void> {
  if (scope === 'all') return;
  if (role === 'admin') {
    throw invalid([{ field: 'scope', message: 'scope must be "all" for an admin, who manages everything' }]);
  }
  const missing = [
    ...(await findMissing(manager, by, 'agency', scope.agencyIds)),
    ...(await findMissing(manager, by, 'client', scope.clientIds)),
  ];
  if (missing.length > 0) throw invalid(missing);
}

const NONE: LimitedScope = { agencyIds: [], clientIds: [] };

/** Returns the part of a scope that still exists, and locks it against deletion until the transaction ends. */
export async function findExistingScope(
  manager: EntityManager,
  { agencyIds, clientIds }: LimitedScope,
): Promise<Scope> {
  return {
    agencyIds: await findExisting(manager, EVERYTHING, 'agency', agencyIds),
    clientIds: await findExisting(manager, EVERYTHING, 'client', clientIds),
  };
}

const TABLES = { agency: 'agencies', client: 'clients' } as const;

async function findExisting(
  manager: EntityManager,
  by: Scoped,
  kind: keyof typeof TABLES,
  ids: string[],
): Promise<string[]> {
  const { and, values } = scopeSql(by, 1);
  const rows = await manager.query<{ id: string }[]>(
    `SELECT "id" FROM ${TABLES[kind]} WHERE "id" = ANY($1::uuid[])${and('"id"', kind)} ORDER BY "id" FOR KEY SHARE`,
    [ids, ...values],
  );
  return rows.map(({ id }) => id);
}

async function findMissing(
  manager: EntityManager,
  by: Scoped,
  kind: keyof typeof TABLES,
  ids: string[],
): Promise<FieldError[]> {
  const found = new Set(await findExisting(manager, by, kind, ids));
  const field = `scope.${kind}Ids`;
  return ids
    .filter((id) => !found.has(id))
    .map((id) => ({ field, message: `${field} names the ${kind} ${id}, which was removed or never existed` }));
}

/** Replaces the scope of a user by a checked one. */
export async function saveScope(manager: EntityManager, userId: string, scope: Scope): Promise<void> {
  const { agencyIds, clientIds } = scope === 'all' ? NONE : scope;
  await manager.update(User, { id: userId }, { seesAllClients: scope === 'all' });
  await manager.query('DELETE FROM user_agencies WHERE "userId" = $1', [userId]);
  await manager.query('DELETE FROM user_clients WHERE "userId" = $1', [userId]);
  await manager.query('INSERT INTO user_agencies SELECT $1, unnest($2::uuid[])', [userId, agencyIds]);
  await manager.query('INSERT INTO user_clients SELECT $1, unnest($2::uuid[])', [userId, clientIds]);
}

/**
 * Changes role and scope of a user; omitted ones stay. The change is effective at once: each request reads the
 * rights, and live connections are closed so that they reconnect. The user loses clients outside the new scope that
 * they own, and a former admin loses their open invitations.
 * @throws AppError 400 as `requireValidRights`, 409 LAST_ADMIN
 */
export async function changeRights(
  manager: EntityManager,
  by: AuditedBy & Scoped & Editor,
  user: User,
  change: Partial<Rights>,
): Promise<void> {
  const { id } = user;
  const { role = user.role, scope } = change;
  await requireValidRights(manager, by, { role, scope: scope ?? (user.seesAllClients ? 'all' : NONE) });
  if (role !== 'admin') await requireOtherAdmin(manager, user);
  const before = await describeRights(manager, id);
  if (role !== user.role) await manager.update(User, { id }, { role });
  if (user.role === 'admin' && role !== 'admin') await endInvitationsBy(manager, id);
  if (scope) await saveScope(manager, id, scope);
  if (scope) await releaseUnseen(manager, { ownerId: id, scope }, by);
  const { role: roleChange, scope: scopeChange } = changesOf(before, await describeRights(manager, id));
  const target = userTarget(user);
  if (roleChange)
    await appendAudit(manager, by, { action: 'user.role_changed', target, changes: { role: roleChange } });
  if (scopeChange)
    await appendAudit(manager, by, { action: 'user.scope_changed', target, changes: { scope: scopeChange } });
  await publish(manager, 'rights.changed', { userId: id });
  await publish(manager, 'user.changed', { id });
}

/** Requires that there is an admin beside this user, if they are one. @throws AppError 409 LAST_ADMIN */
export async function requireOtherAdmin(manager: EntityManager, { id, role, name, email }: User): Promise<void> {
  if (role !== 'admin') return;
  const admins = await manager.findBy(User, { role: 'admin' });
  if (admins.some((admin) => admin.id !== id)) return;
  const message = `${name || email} is the only admin, and the team needs one. Make somebody else an admin first.`;
  throw conflict('LAST_ADMIN', message);
}

async function endInvitationsBy(manager: EntityManager, userId: string): Promise<void> {
  const rows = await manager.query<[{ id: string }[], number]>(
    'DELETE FROM password_links WHERE "invitedById" = $1 RETURNING "id"',
    [userId],
  );
  for (const { id } of rows[0]) await publish(manager, 'invitation.changed', { id });
}
