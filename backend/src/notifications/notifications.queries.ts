import type { DataSource, EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { scopeSql } from '../access/scope.js';
import { NOTIFICATION_WORDS } from '../contract/notifications.js';
import { APPROVALS, DECISIONS, DONE, OF_REVIEW_TOPIC, REJECTIONS, VISITS } from '../history/action-lists.js';
import type { ReviewKind } from '../contract/statuses.js';
import { coverOf, type Cover } from '../moments/covers.queries.js';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';
import type { Notification } from './notification.entity.js';
import { IS_VISIT } from './notify.js';

interface WordsRow {
  itemId: string;
  position: number | null;
  fileId: string | null;
  extension: string | null;
  feedback: string;
}

/** The columns of notifications that views need. */
export interface NotificationRow extends Pick<Notification, 'id' | 'kind' | 'at' | 'readAt' | 'facts' | 'reviewId'> {
  reviewKind: ReviewKind | null;
  title: string;
  clientId: string;
  business: string;
  cover: Cover | null;
  decided: number;
  total: number;
  /** What waits for a decision now. */
  left: number;
  /** The last entry before the current round of decisions. */
  roundStart: string;
  people: string[] | null;
  /** What the reviewer wrote when done. */
  doneNote: string | null;
  approved: number;
  rejected: number;
  unanswered: number;
  words: WordsRow[] | null;
}

// Of images that were removed since nothing is said.
const IS_APPROVED = `(last."action" IN (${APPROVALS}) AND i."itemId" IS NOT NULL)`;
const IS_REJECTED = `(last."action" IN (${REJECTIONS}) AND i."itemId" IS NOT NULL)`;
/** Those who only looked are named where no one did more. */
const NAMES = `array_agg(DISTINCT last."actorName") FILTER (WHERE last."actorName" IS NOT NULL`;

/** What the last decision on each image or section was, from the first to the last entry of the notification. */
const reviewFrom = (first: string): string => `
  SELECT count(*) FILTER (WHERE ${IS_APPROVED})::int AS "approved", count(*) FILTER (WHERE ${IS_REJECTED})::int AS "rejected",
    count(*) FILTER (WHERE ${IS_REJECTED} AND i."status" = 'rejected')::int AS "unanswered",
    max(last."feedback") FILTER (WHERE last."action" IN (${DONE})) AS "doneNote",
    coalesce(
      ${NAMES} AND last."action" IN (${DECISIONS}, ${DONE})), ${NAMES} AND last."action" IN (${VISITS}))
    ) AS "people",
    jsonb_path_query_array(jsonb_agg(jsonb_build_object(
      'itemId', last."itemId", 'feedback', last."feedback", 'fileId', i."fileId", 'extension', i."extension",
      'position', (SELECT nullif(count(*), 0) FROM images b WHERE b."momentId" = i."reviewId" AND b."position" <= i."position")
    ) ORDER BY last."id" DESC) FILTER (WHERE ${IS_REJECTED}), '$[0 to ${NOTIFICATION_WORDS - 1}]') AS "words"
  FROM (
    SELECT DISTINCT ON (h."itemId", ${IS_VISIT}) h.* FROM history h
    WHERE h."reviewId" = n."reviewId" AND h."id" BETWEEN ${first} AND n."lastEntry" AND h."action" IN (${OF_REVIEW_TOPIC})
    ORDER BY h."itemId", ${IS_VISIT}, h."id" DESC
  ) last
  LEFT JOIN review_items i ON i."reviewId" = n."reviewId" AND i."itemId" = last."itemId"`;

interface Listed {
  /** Only the unread ones. */
  unread: boolean;
  limit: number | null;
  offset: number;
  /** Whether they say all of the current round of decisions, what was read before included. */
  ofRound?: boolean;
}

/** The notifications of a member of staff, the newest first. */
export function listNotifications(
  db: Pick<DataSource, 'query'>,
  by: StaffActor,
  { unread, limit, offset, ofRound }: Listed,
): Promise<NotificationRow[]> {
  const scope = scopeSql(by, 3);
  return db.query<NotificationRow[]>(
    `
    SELECT n."id", n."kind", n."at", n."readAt", n."facts", n."reviewId", r."kind" AS "reviewKind",
      coalesce(r."title", c."business") AS "title", c."id" AS "clientId", c."business",
      ${coverOf('"momentId" = r."id"')} AS "cover", items.*, r."roundStart", review.*
    FROM (
      SELECT * FROM notifications WHERE "userId" = $1 ${unread ? 'AND "readAt" IS NULL' : ''}${scope.and('"reviewId"', 'reviewOrClient')}
      ORDER BY "at" DESC, "id" LIMIT $2 OFFSET $3
    ) n
    LEFT JOIN reviews r ON r."id" = n."reviewId"
    JOIN clients c ON c."id" = coalesce(r."clientId", n."clientId")
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS "total", count(*) FILTER (WHERE "status" <> 'pending')::int AS "decided",
        count(*) FILTER (WHERE ${AWAITS_DECISION})::int AS "left"
      FROM review_items WHERE "reviewId" = n."reviewId"
    ) items
    CROSS JOIN LATERAL (
      ${reviewFrom(ofRound ? 'LEAST(n."firstEntry", r."roundStart" + 1)' : 'n."firstEntry"')}
    ) review
    ORDER BY n."at" DESC, n."id"`,
    [by.userId, limit, offset, ...scope.values],
  );
}

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
    WHERE n."readAt" IS NULL AND n."mailedAt" IS NULL AND n."kind" NOT IN ('opened', 'locked') AND u."notify" <> 'off'
  ) n
  WHERE CASE WHEN n."isDigest" THEN ${IS_DUE.daily} ELSE ${IS_DUE.at_once} END
  GROUP BY "userId", "isDigest" LIMIT ${USERS_AT_A_TIME}`;

/** What is to be mailed now, by user: each on its own, or together. */
export interface Unmailed {
  userId: string;
  isDigest: boolean;
  ids: string[];
}

export function findUnmailed(db: Pick<DataSource, 'query'>): Promise<Unmailed[]> {
  return db.query(DUE);
}

/** Locks these notifications for the transaction, except for those that another worker locked or that were read meanwhile. */
export async function takeUnmailed(manager: Pick<EntityManager, 'query'>, ids: string[]): Promise<string[]> {
  const taken = await manager.query<{ id: string }[]>(
    'SELECT "id" FROM notifications WHERE "id" = ANY($1) AND "readAt" IS NULL AND "mailedAt" IS NULL FOR UPDATE SKIP LOCKED',
    [ids],
  );
  return taken.map(({ id }) => id);
}
