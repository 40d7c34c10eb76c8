import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { scopeSql, type Scoped } from '../access/scope.js';
import { publishEach } from '../platform/events/publish.js';
import { invalid } from '../platform/http/errors.js';
import { findStaff } from './credentials.queries.js';
import type { User } from './user.entity.js';

/**
 * The clients for which members of staff are responsible (`ownerId`). An owner can always see the client, so a change
 * of either an owner or a scope needs `USERS_LOCK`. A change counts as an edit of each client.
 */

/** The actor of a change; a command has no name. */
export type Editor = Partial<Pick<Actor, 'name'>>;

/** Returns the ids of the members of staff who are responsible for a client of an agency. */
export async function findOwnersOfAgency(manager: EntityManager, agencyId: string): Promise<string[]> {
  const rows = await manager.query<{ ownerId: string }[]>(
    'SELECT DISTINCT "ownerId" FROM clients WHERE "agencyId" = $1 AND "ownerId" IS NOT NULL',
    [agencyId],
  );
  return rows.map(({ ownerId }) => ownerId);
}

/** Removes a member of staff as the owner of all clients outside their new scope. */
export async function releaseUnseen(
  manager: EntityManager,
  { ownerId, scope }: { ownerId: string } & Scoped,
  by: Editor,
): Promise<void> {
  const { and, values } = scopeSql({ scope }, 3);
  await changeOwner(manager, { from: ownerId, to: null, by }, `NOT (true${and('"id"')})`, values);
}

/**
 * Gives the clients of a member of staff who is being removed to a colleague, or to nobody.
 * @throws AppError 400 if the colleague does not exist or cannot see all of the clients
 */
export async function handOver(
  manager: EntityManager,
  { from, to }: { from: User; to: string | null },
  by: Editor,
): Promise<void> {
  if (to !== null) await requireSeesAll(manager, from, to);
  await changeOwner(manager, { from: from.id, to, by });
}

/** Publishes that the number of clients of these members of staff changed. */
export async function publishOwners(manager: EntityManager, ownerIds: (string | null)[]): Promise<void> {
  const ids = new Set(ownerIds.filter((id) => id !== null));
  if (ids.size > 0)
    await publishEach(
      manager,
      'user.changed',
      [...ids].map((id) => ({ id })),
    );
}

async function requireSeesAll(manager: EntityManager, from: User, to: string): Promise<void> {
  const successor = to === from.id ? null : await findStaff(manager, to);
  const refusal = (message: string) => invalid([{ field: 'handOverTo', message: `handOverTo names ${message}` }]);
  if (!successor) throw refusal(`${to}, which is not the id of another member of staff`);
  const { and, values } = scopeSql(successor, 1);
  const [{ total, seen }] = await manager.query<[{ total: number; seen: number }]>(
    `SELECT count(*)::int AS "total", count(*) FILTER (WHERE true${and('"id"')})::int AS "seen" FROM clients WHERE "ownerId" = $1`,
    [from.id, ...values],
  );
  if (seen === total) return;
  const clients = `${total - seen} of the ${total} clients of ${from.name || from.email}`;
  throw refusal(
    `${successor.name}, who does not see ${clients}; name somebody who sees all of them, or nobody to leave them to none`,
  );
}

async function changeOwner(
  manager: EntityManager,
  { from, to, by }: { from: string; to: string | null; by: Editor },
  condition = 'true',
  values: unknown[] = [],
): Promise<void> {
  const [rows] = await manager.query<[{ id: string }[], number]>(
    `UPDATE clients SET "ownerId" = $2, "revision" = "revision" + 1, "editor" = $3
     WHERE "ownerId" = $1 AND ${condition} RETURNING "id"`,
    [from, to, by.name ?? null, ...values],
  );
  if (rows.length === 0) return;
  await publishEach(manager, 'client.changed', rows);
  await publishOwners(manager, [from, to]);
}
