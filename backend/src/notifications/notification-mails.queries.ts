import type { DataSource, EntityManager } from 'typeorm';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';

/** Users whose mails are made in one round. */
const USERS_AT_A_TIME = 100;

/** Whether something of the notification's review waits for a decision. */
const HAS_LEFT = `EXISTS (SELECT FROM review_items WHERE "reviewId" = n."reviewId" AND ${AWAITS_DECISION})`;
// The session's own zone is always UTC.
const ZONE = `(SELECT "reset_val" FROM pg_settings WHERE "name" = 'TimeZone')`;
const NINE = `date_trunc('day', now(), ${ZONE}) + interval '9 hours'`;
// What somebody has not read, and was not mailed, is mailed at once if the reviewer ended the round; when nothing was added for five
// minutes if work failed or everything is decided, which ends the round too; after an hour if the reviewer left in the middle of it.
// What comes once a day, at nine in the time zone of the database.
const IS_DUE = {
  at_once: `(n."kind" = 'done' OR n."at" < now() - CASE WHEN n."topic" = 'review' AND ${HAS_LEFT}
    THEN interval '1 hour' ELSE interval '5 minutes' END)`,
  daily: `n."at" < ${NINE} AND now() >= ${NINE}`,
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
  GROUP BY "userId", "isDigest" LIMIT ${USERS_AT_A_TIME}`;

/** What is to be mailed now, by user: each on its own, or together. */
export interface Unmailed {
  userId: string;
  isDigest: boolean;
  ids: string[];
}

/** @param kinds those that are mailed */
export function findUnmailed(db: Pick<DataSource, 'query'>, kinds: string[]): Promise<Unmailed[]> {
  return db.query(DUE, [kinds]);
}

/** Locks these notifications for the transaction, except for those that another worker locked or that were read meanwhile. */
export async function takeUnmailed(manager: Pick<EntityManager, 'query'>, ids: string[]): Promise<string[]> {
  const taken = await manager.query<{ id: string }[]>(
    'SELECT "id" FROM notifications WHERE "id" = ANY($1) AND "readAt" IS NULL AND "mailedAt" IS NULL FOR UPDATE SKIP LOCKED',
    [ids],
  );
  return taken.map(({ id }) => id);
}
