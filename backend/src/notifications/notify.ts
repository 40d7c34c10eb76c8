import type { EntityManager } from 'typeorm';
import { userSeesSql } from '../access/scope.js';
import { publishEach } from '../platform/events/publish.js';

/** What happened, and who did it. */
export interface NotifiedEvent {
  /** The review or, without one, the client. */
  reviewId: string | null;
  clientId?: string | null;
  /** The member of staff who did it, who is not notified. */
  byUserId?: string | null;
}

/** Users per event, limited by the size of a PostgreSQL notification (8 kB). */
const USERS_OF_EVENT = 100;

/**
 * Writes a notification for each member of staff who wants to know of what happens to a client and may see it, and publishes that
 * their notifications changed.
 * @param sql writes those of the users $1, in their order, and returns the `userId` of each that changed
 * @param values its other parameters, from $2
 */
export async function notify(
  manager: EntityManager,
  notified: NotifiedEvent,
  sql: string,
  values: unknown[],
): Promise<void> {
  const userIds = await findUsersToNotify(manager, notified);
  if (userIds.length === 0) return;
  const changed = await manager.query<{ userId: string }[]>(sql, [userIds, ...values]);
  await publishChanged(manager, changed);
}

/** Publishes that the notifications of these users changed. */
export async function publishChanged(manager: EntityManager, changed: { userId: string }[]): Promise<void> {
  const userIds = changed.map(({ userId }) => userId);
  const parts = Array.from({ length: Math.ceil(userIds.length / USERS_OF_EVENT) }, (_, part) =>
    userIds.slice(part * USERS_OF_EVENT, (part + 1) * USERS_OF_EVENT),
  );
  const payloads = parts.map((part) => ({ id: 'notifications', userIds: part }) as const);
  if (payloads.length > 0) await publishEach(manager, 'notifications.changed', payloads);
}

/**
 * Who is notified. A client with an owner: the owner and its followers. Without one: its followers and everybody whose setting is
 * `all`. Never who did it, who may not see the client, or who wants no notifications. Sorted by id. None of them is removed until the
 * transaction ends.
 */
export async function findUsersToNotify(
  manager: EntityManager,
  { reviewId, clientId = null, byUserId = null }: NotifiedEvent,
): Promise<string[]> {
  const rows = await manager.query<{ id: string }[]>(USERS_TO_NOTIFY, [reviewId, clientId, byUserId]);
  return rows.map(({ id }) => id);
}

// The lock skips users who are removed meanwhile: without it, the foreign key would refuse the whole change.
const USERS_TO_NOTIFY = `
  SELECT u."id"
  FROM clients c, users u
  WHERE c."id" = coalesce((SELECT "clientId" FROM reviews WHERE "id" = $1::uuid), $2::uuid)
    AND u."notify" <> 'off' AND u."id" IS DISTINCT FROM $3::uuid AND ${userSeesSql('u', 'c."id"')}
    AND (u."id" = c."ownerId" OR c."ownerId" IS NULL AND u."notifyAbout" = 'all'
      OR EXISTS (SELECT FROM follows f WHERE f."userId" = u."id" AND f."clientId" = c."id"))
  ORDER BY u."id" FOR KEY SHARE OF u`;
