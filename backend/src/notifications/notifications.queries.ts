import type { DataSource, EntityManager } from 'typeorm';
import { NOTIFICATION_WORDS, type Notify } from '../contract/notifications.js';
import { SECTIONS, type Section } from '../contract/statuses.js';
import { coverOf, type Cover } from '../images/covers.queries.js';
import type { Notification } from './notification.entity.js';
import { IS_VISIT, NOTIFYING_ACTIONS } from './notify.js';

interface WordsRow {
  imageId: string | null;
  section: Section | null;
  position: number | null;
  fileId: string | null;
  extension: string | null;
  feedback: string;
}

/** The columns of notifications that views need. */
export interface NotificationRow extends Pick<
  Notification,
  'id' | 'kind' | 'at' | 'readAt' | 'facts' | 'momentId' | 'optimizationId'
> {
  title: string;
  clientId: string;
  business: string;
  cover: Cover | null;
  decided: number;
  total: number;
  people: string[] | null;
  /** What the reviewer wrote when done. */
  doneNote: string | null;
  approved: number;
  rejected: number;
  unanswered: number;
  words: WordsRow[] | null;
}

const IS_APPROVED = `last."action" IN ('image.approved', 'section.approved')`;
const IS_REJECTED = `last."action" IN ('image.rejected', 'section.rejected')`;

/** What the last decision on each image or section was, from the first to the last entry of the notification. */
const REVIEW = `
  SELECT count(*) FILTER (WHERE ${IS_APPROVED})::int AS "approved", count(*) FILTER (WHERE ${IS_REJECTED})::int AS "rejected",
    count(*) FILTER (WHERE ${IS_REJECTED} AND coalesce(i."status", s."approval") = 'rejected')::int AS "unanswered",
    max(last."feedback") FILTER (WHERE last."action" IN ('moment.done', 'optimization.done')) AS "doneNote",
    array_agg(DISTINCT last."actorName") FILTER (WHERE last."actorName" IS NOT NULL) AS "people",
    jsonb_path_query_array(jsonb_agg(jsonb_build_object(
      'imageId', last."imageId", 'section', last."section", 'feedback', last."feedback", 'fileId', i."fileId",
      'extension', i."extension",
      'position', (SELECT nullif(count(*), 0) FROM images b WHERE b."momentId" = i."momentId" AND b."position" <= i."position")
    ) ORDER BY last."id" DESC) FILTER (WHERE ${IS_REJECTED}), '$[0 to ${NOTIFICATION_WORDS - 1}]') AS "words"
  FROM (
    SELECT DISTINCT ON (h."imageId", h."section", ${IS_VISIT}) h.* FROM history h
    WHERE (h."momentId" = n."momentId" OR h."optimizationId" = n."optimizationId")
      AND h."id" BETWEEN n."firstEntry" AND n."lastEntry" AND h."action" = ANY(${NOTIFYING_ACTIONS})
    ORDER BY h."imageId", h."section", ${IS_VISIT}, h."id" DESC
  ) last
  LEFT JOIN images i ON i."id" = last."imageId"
  LEFT JOIN optimization_sections s ON s."optimizationId" = last."optimizationId" AND s."section" = last."section"`;

/** A user's notifications, the newest first; if `unread`, only the unread ones. */
export function listNotifications(
  db: Pick<DataSource, 'query'>,
  { userId, unread, limit, offset }: { userId: string; unread: boolean; limit: number | null; offset: number },
): Promise<NotificationRow[]> {
  return db.query<NotificationRow[]>(
    `
    SELECT n."id", n."kind", n."at", n."readAt", n."facts", n."momentId", n."optimizationId",
      coalesce(m."title", o."businessName", c."business") AS "title", c."id" AS "clientId", c."business",
      ${coverOf('"momentId" = m."id"')} AS "cover",
      coalesce(m."imageCount", ${SECTIONS.length}) AS "total", (
        SELECT count(*)::int FROM images WHERE "momentId" = m."id" AND "status" <> 'pending'
      ) + (
        SELECT count(*)::int FROM optimization_sections WHERE "optimizationId" = o."id" AND "approval" <> 'pending'
      ) AS "decided",
      review.*
    FROM (
      SELECT * FROM notifications WHERE "userId" = $1 ${unread ? 'AND "readAt" IS NULL' : ''}
      ORDER BY "at" DESC, "id" LIMIT $2 OFFSET $3
    ) n
    LEFT JOIN moments m ON m."id" = n."momentId"
    LEFT JOIN gmb_optimizations o ON o."id" = n."optimizationId"
    JOIN clients c ON c."id" = coalesce(m."clientId", o."clientId", n."clientId")
    CROSS JOIN LATERAL (${REVIEW}) review
    ORDER BY n."at" DESC, n."id"`,
    [userId, limit, offset],
  );
}

/** Users whose mails are made in one round. */
const USERS_AT_A_TIME = 100;

// What somebody has not read, and was not mailed, is mailed when nothing was added for five minutes, half an hour after its
// first entry at most, or at nine in the time zone of the database; at once if the reviewer ended the round.
// The session's own zone is always UTC.
const ZONE = `(SELECT "reset_val" FROM pg_settings WHERE "name" = 'TimeZone')`;
const NINE = `date_trunc('day', now(), ${ZONE}) + interval '9 hours'`;
const IS_DUE: Record<Exclude<Notify, 'off'>, string> = {
  at_once: `(n."kind" = 'done' OR n."at" < now() - interval '5 minutes' OR h."at" < now() - interval '30 minutes')`,
  daily: `n."at" < ${NINE} AND now() >= ${NINE}`,
};
const DUE = `
  SELECT n."userId", array_agg(n."id") AS "ids" FROM notifications n
    JOIN users u ON u."id" = n."userId" LEFT JOIN history h ON h."id" = n."firstEntry"
  WHERE n."readAt" IS NULL AND n."mailedAt" IS NULL AND n."kind" NOT IN ('opened', 'locked')
    AND ((u."notify" = 'at_once' AND ${IS_DUE.at_once}) OR (u."notify" = 'daily' AND ${IS_DUE.daily}))
  GROUP BY n."userId" LIMIT ${USERS_AT_A_TIME}`;

/** What is to be mailed now, by user. */
export function findUnmailed(db: Pick<DataSource, 'query'>): Promise<{ userId: string; ids: string[] }[]> {
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
