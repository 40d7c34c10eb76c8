import type { DataSource, EntityManager } from 'typeorm';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';

/** Users whose mails are added in one round. */
const USERS_PER_ROUND = 100;

/** Whether something of the notification's review waits for a decision. */
const HAS_LEFT = `EXISTS (SELECT FROM review_items WHERE "reviewId" = n."reviewId" AND ${AWAITS_DECISION})`;
// The time zone of the database's configuration; that of the session is always UTC.
const ZONE = `(SELECT "reset_val" FROM pg_settings WHERE "name" = 'TimeZone')`;
const NINE_O_CLOCK = `date_trunc('day', now(), ${ZONE}) + interval '9 hours'`;
// When unread, unmailed notifications are due. At once if the reviewer ended the round; five minutes after the last
// addition if work failed or everything is decided; an hour after it if the reviewer stopped within a round. Daily
// ones at nine in the database's time zone.
const IS_DUE = {
  at_once: `(n."kind" = 'done' OR n."at" < now() - CASE WHEN n."topic" = 'review' AND ${HAS_LEFT}
    THEN interval '1 hour' ELSE interval '5 minutes' END)`,
  daily: `n."at" < ${NINE_O_CLOCK} AND now() >= ${NINE_O_CLOCK}`,
};
const IS_FOLLOWED = `EXISTS (
  SELECT FROM follows f WHERE f."userId" = n."userId"
    AND f."clientId" = coalesce((SELECT "clientId" FROM reviews WHERE "id" = n."reviewId"), n."clientId")
)`;
const DUE = `
  SELECT "userId", "isDigest", array_agg("id") AS "ids" FROM (
    SELECT n.*, u."notify" = 'daily' AND NOT (u."followedAtOnce" AND ${IS_FOLLOWED}) AS "isDigest"
    FROM notifications n JOIN users u ON u."id" = n."userId"
    WHERE n."readAt" IS NULL AND n."mailedAt" IS NULL AND n."kind" = ANY($1) AND u."notify" <> 'off'
  ) n
  WHERE CASE WHEN n."isDigest" THEN ${IS_DUE.daily} ELSE ${IS_DUE.at_once} END
  GROUP BY "userId", "isDigest" LIMIT ${USERS_PER_ROUND}`;

/** The notifications of a user that are due to be mailed, each in its own mail or in one digest. */
export interface UnmailedNotifications {
  userId: string;
  isDigest: boolean;
  ids: string[];
}

/** @param kinds the kinds of notifications that are mailed */
export function findUnmailed(db: Pick<DataSource, 'query'>, kinds: string[]): Promise<UnmailedNotifications[]> {
  return db.query(DUE, [kinds]);
}

/**
 * Locks these notifications for the transaction, and returns the ids of those that no other worker locked and nobody
 * read meanwhile.
 */
export async function lockUnmailed(manager: Pick<EntityManager, 'query'>, ids: string[]): Promise<string[]> {
  const taken = await manager.query<{ id: string }[]>(
    'SELECT "id" FROM notifications WHERE "id" = ANY($1) AND "readAt" IS NULL AND "mailedAt" IS NULL FOR UPDATE SKIP LOCKED',
    [ids],
  );
  return taken.map(({ id }) => id);
}
