import type { DataSource, EntityManager } from 'typeorm';
import type { StaffActor } from '../access/actor.js';
import { scopeSql } from '../access/scope.js';
import { NOTIFICATION_WORDS } from '../contract/notifications.js';
import {
  APPROVAL_ACTIONS,
  DECISION_ACTIONS,
  DONE_ACTIONS,
  REVIEW_TOPIC_ACTIONS,
  REJECTION_ACTIONS,
  VISIT_ACTIONS,
} from '../history/action-lists.js';
import type { ReviewKind } from '../contract/statuses.js';
import { coverSql, type Cover } from '../moments/covers.queries.js';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';
import type { Notification } from './notification.entity.js';

interface WordsRow {
  itemId: string;
  position: number | null;
  fileId: string | null;
  extension: string | null;
  feedback: string;
}

/** The columns of notifications that views need. */
export interface NotificationRow extends Pick<
  Notification,
  'id' | 'topic' | 'kind' | 'at' | 'readAt' | 'facts' | 'reviewId'
> {
  reviewKind: ReviewKind | null;
  title: string;
  clientId: string;
  business: string;
  cover: Cover | null;
  decided: number;
  total: number;
  /** Number of items that wait for a decision now. */
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

/** Condition: the entry `h` is a visit. */
const IS_VISIT = `(h."action" IN (${VISIT_ACTIONS}))`;
// Images that were deleted since do not count.
const IS_APPROVED = `(last."action" IN (${APPROVAL_ACTIONS}) AND i."itemId" IS NOT NULL)`;
const IS_REJECTED = `(last."action" IN (${REJECTION_ACTIONS}) AND i."itemId" IS NOT NULL)`;
/** Names of the actors; those who only opened the link are named only if nobody did more. */
const NAMES = `array_agg(DISTINCT last."actorName") FILTER (WHERE last."actorName" IS NOT NULL`;

/** The last entry about each item, from the first to the last entry of the notification. */
const reviewFrom = (first: string): string => `
  SELECT count(*) FILTER (WHERE ${IS_APPROVED})::int AS "approved", count(*) FILTER (WHERE ${IS_REJECTED})::int AS "rejected",
    count(*) FILTER (WHERE ${IS_REJECTED} AND i."status" = 'rejected')::int AS "unanswered",
    max(last."feedback") FILTER (WHERE last."action" IN (${DONE_ACTIONS})) AS "doneNote",
    coalesce(
      ${NAMES} AND last."action" IN (${DECISION_ACTIONS}, ${DONE_ACTIONS})), ${NAMES} AND last."action" IN (${VISIT_ACTIONS}))
    ) AS "people",
    jsonb_path_query_array(jsonb_agg(jsonb_build_object(
      'itemId', last."itemId", 'feedback', last."feedback", 'fileId', i."fileId", 'extension', i."extension",
      'position', (SELECT nullif(count(*), 0) FROM images b WHERE b."momentId" = i."reviewId" AND b."position" <= i."position")
    ) ORDER BY last."id" DESC) FILTER (WHERE ${IS_REJECTED}), '$[0 to ${NOTIFICATION_WORDS - 1}]') AS "words"
  FROM (
    SELECT DISTINCT ON (h."itemId", ${IS_VISIT}) h.* FROM history h
    WHERE h."reviewId" = n."reviewId" AND h."id" BETWEEN ${first} AND n."lastEntry" AND h."action" IN (${REVIEW_TOPIC_ACTIONS})
    ORDER BY h."itemId", ${IS_VISIT}, h."id" DESC
  ) last
  LEFT JOIN review_items i ON i."reviewId" = n."reviewId" AND i."itemId" = last."itemId"`;

interface Listed {
  /** Whether only unread ones are listed. */
  unread: boolean;
  limit: number | null;
  offset: number;
  /** Whether they cover the whole current round, including entries that were read before. */
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
    SELECT n."id", n."topic", n."kind", n."at", n."readAt", n."facts", n."reviewId", r."kind" AS "reviewKind",
      coalesce(r."title", c."business") AS "title", c."id" AS "clientId", c."business",
      ${coverSql('"momentId" = r."id"')} AS "cover", items.*, r."roundStart", review.*
    FROM (
      SELECT * FROM notifications WHERE "userId" = $1 ${unread ? 'AND "readAt" IS NULL' : ''}${scope.and('"id"', 'notification')}
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

/** Locks the review or client of a notification until the transaction ends, as adding a notification does. */
export async function lockSubject(
  manager: EntityManager,
  { reviewId, clientId }: Pick<Notification, 'reviewId' | 'clientId'>,
): Promise<void> {
  if (reviewId) await manager.query('SELECT FROM reviews WHERE "id" = $1 FOR SHARE', [reviewId]);
  else await manager.query('SELECT FROM clients WHERE "id" = $1 FOR SHARE', [clientId]);
}
