import type { EntityManager } from 'typeorm';
import { EVERYTHING, scopeSql, type Scoped } from '../access/scope.js';
import { appendAudit, changesOf, userTarget, type AuditedBy } from '../audit/audit.js';
import type { LimitedScope, Scope } from '../contract/rights.js';
import type { Role } from '../contract/roles.js';
import type { FieldError } from '../contract/errors.js';
import { conflict, invalid } from '../platform/http/errors.js';
import { publish } from '../platform/events/publish.js';
import { releaseUnseen, type Editor } from './owned-clients.js';
import { rightsInWords } from './rights-in-words.js';
import { User } from './user.entity.js';

/** Role and scope of members of staff, and how they are changed. Whoever changes them holds `USERS_LOCK`. */
export interface Rights {
  role: Role;
  scope: Scope;
}

/** Of the first member of staff. */
export const ALL_RIGHTS: Rights = { role: 'admin', scope: 'all' };

/**
 * Checks a role and a scope, as somebody gives them who sees what `by` sees. The agencies and clients cannot be deleted before the
 * transaction ends.
 * @throws AppError 400 that names what is gone, or for an admin with a limited scope
 */
export async function requireValidRights(manager: EntityManager, by: Scoped, { role, scope }: Rights): Promise<void> {
  if (scope === 'all') return;
  if (role === 'admin') {
    throw invalid([{ field: 'scope', message: 'scope must be "all" for an admin, who manages everything' }]);
  }
  const gone = [
    ...(await findGone(manager, by, 'agency', scope.agencyIds)),
    ...(await findGone(manager, by, 'client', scope.clientIds)),
  ];
  if (gone.length > 0) throw invalid(gone);
}

const NONE: LimitedScope = { agencyIds: [], clientIds: [] };

/** What still exists of a scope; it cannot be deleted before the transaction ends. */
export async function existingScope(manager: EntityManager, { agencyIds, clientIds }: LimitedScope): Promise<Scope> {
  return {
    agencyIds: await findExisting(manager, EVERYTHING, 'agency', agencyIds),
    clientIds: await findExisting(manager, EVERYTHING, 'client', clientIds),
  };
}

const TABLES = { agency: 'agencies', client: 'clients' } as const;

async function findExisting(
  manager: EntityManager,
  by: Scoped,
  what: keyof typeof TABLES,
  ids: string[],
): Promise<string[]> {
  const { and, values } = scopeSql(by, 1);
  const rows = await manager.query<{ id: string }[]>(
    `SELECT "id" FROM ${TABLES[what]} WHERE "id" = ANY($1::uuid[])${and('"id"', what)} ORDER BY "id" FOR KEY SHARE`,
    [ids, ...values],
  );
  return rows.map(({ id }) => id);
}

async function findGone(
  manager: EntityManager,
  by: Scoped,
  what: keyof typeof TABLES,
  ids: string[],
): Promise<FieldError[]> {
  const found = new Set(await findExisting(manager, by, what, ids));
  const field = `scope.${what}Ids`;
  return ids
    .filter((id) => !found.has(id))
    .map((id) => ({ field, message: `${field} names the ${what} ${id}, which was removed or never existed` }));
}

/** Stores a checked scope in place of the one before. */
export async function saveScope(manager: EntityManager, userId: string, scope: Scope): Promise<void> {
  const { agencyIds, clientIds } = scope === 'all' ? NONE : scope;
  await manager.update(User, { id: userId }, { seesAllClients: scope === 'all' });
  await manager.query('DELETE FROM user_agencies WHERE "userId" = $1', [userId]);
  await manager.query('DELETE FROM user_clients WHERE "userId" = $1', [userId]);
  await manager.query('INSERT INTO user_agencies SELECT $1, unnest($2::uuid[])', [userId, agencyIds]);
  await manager.query('INSERT INTO user_clients SELECT $1, unnest($2::uuid[])', [userId, clientIds]);
}

/**
 * Changes role and scope of a user; what is missing stays. It counts at once: requests read it, and live connections end and come
 * back with it. Nobody is responsible any more for clients of theirs outside the new scope. Who is no admin any more has no open
 * invitations.
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
  const before = await rightsInWords(manager, id);
  if (role !== user.role) await manager.update(User, { id }, { role });
  if (user.role === 'admin' && role !== 'admin') await endInvitationsOf(manager, id);
  if (scope) await saveScope(manager, id, scope);
  if (scope) await releaseUnseen(manager, { ownerId: id, scope }, by);
  const { role: roleChange, scope: scopeChange } = changesOf(before, await rightsInWords(manager, id));
  const target = userTarget(user);
  if (roleChange)
    await appendAudit(manager, by, { action: 'user.role_changed', target, changes: { role: roleChange } });
  if (scopeChange)
    await appendAudit(manager, by, { action: 'user.scope_changed', target, changes: { scope: scopeChange } });
  await publish(manager, 'rights.changed', { userId: id });
  await publish(manager, 'user.changed', { id });
}

/** Refuses what would leave nobody who manages the team. @throws AppError 409 LAST_ADMIN */
export async function requireOtherAdmin(manager: EntityManager, { id, role, name, email }: User): Promise<void> {
  if (role !== 'admin') return;
  const admins = await manager.findBy(User, { role: 'admin' });
  if (admins.some((admin) => admin.id !== id)) return;
  const message = `${name || email} is the only admin, and the team needs one. Make somebody else an admin first.`;
  throw conflict('LAST_ADMIN', message);
}

async function endInvitationsOf(manager: EntityManager, userId: string): Promise<void> {
  const rows = await manager.query<[{ id: string }[], number]>(
    'DELETE FROM password_links WHERE "invitedById" = $1 RETURNING "id"',
    [userId],
  );
  for (const { id } of rows[0]) await publish(manager, 'invitation.changed', { id });
}
