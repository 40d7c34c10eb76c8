import type { EntityManager } from 'typeorm';
import type { DecidedCount } from '../contract/links.js';
import { DECISION_ACTIONS, DONE_ACTIONS } from '../history/action-lists.js';
import type { ReviewFacts } from '../mail/to-reviewer.js';
import { ITEM_WORDS } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import { AWAITS_DECISION, IS_SHOWN } from '../reviews/review-items.queries.js';
import type { ReviewKind } from '../contract/statuses.js';
import { listPortal } from './portal.queries.js';

/** What a link leads to: a review or, without one, all that is shared with a client. */
export interface LeadsTo {
  reviewId: string | null;
}

/** The decisions of one reviewer that still stand. */
interface StandingDecisions extends Omit<DecidedCount, 'total'> {
  /** When the last of them was made. */
  at: Date;
}

/** How many decisions of each reviewer of a review still stand. */
export async function countDecisions(
  manager: EntityManager,
  reviewId: string,
): Promise<Map<string, StandingDecisions>> {
  const rows = await manager.query<(StandingDecisions & { reviewerId: string })[]>(COUNTS, [reviewId]);
  return new Map(rows.map(({ reviewerId, ...counts }) => [reviewerId, counts]));
}

/** What each reviewer said at the end of this round of a review. */
export async function findSaidDone(
  manager: EntityManager,
  reviewId: string,
): Promise<Map<string, { at: Date; note: string }>> {
  const rows = await manager.query<{ reviewerId: string; at: Date; note: string }[]>(SAID_DONE, [reviewId]);
  return new Map(rows.map(({ reviewerId, ...said }) => [reviewerId, said]));
}

/** Whether what a link opens belongs to this client. A review may have been moved to another one. */
export async function belongsTo(manager: EntityManager, { reviewId }: LeadsTo, clientId: string): Promise<boolean> {
  return reviewId === null || manager.existsBy(Review, { id: reviewId, clientId });
}

/** The facts for a mail about what a link opens: how many decisions are left, and the photos that wait for one. */
export async function findToDecide(
  manager: EntityManager,
  { reviewId }: LeadsTo,
  clientId: string,
): Promise<Pick<ReviewFacts, 'things' | 'left' | 'total' | 'photos' | 'dueOn'>> {
  if (reviewId) {
    const [{ kind, ...row }] = await manager.query<[ToDecide & { kind: ReviewKind }]>(TO_DECIDE, [reviewId]);
    return { ...row, things: ITEM_WORDS[kind] };
  }
  const items = await listPortal(manager, clientId);
  const left = items.filter((item) => item.decided < item.total).length;
  return { things: 'items', left, total: items.length, photos: [], dueOn: null };
}

/** A photo or a section that a reviewer decided on. */
interface Decided {
  /** The photo's title, or the section. */
  name: string;
  fileId: string | null;
  isApproved: boolean;
  feedback: string;
}

/** A reviewer's decisions that still stand. `isOver`: a reviewer ended the round, or nothing is left to decide. */
export async function findDecided(
  manager: EntityManager,
  reviewId: string,
  reviewerId: string,
): Promise<{ isOver: boolean; decided: Decided[] }> {
  const parameters = [reviewId, reviewerId];
  const [row] = await manager.query<[{ isOver: boolean; decided: Decided[] }]>(DECIDED_BY, parameters);
  return row;
}

type ToDecide = Pick<ReviewFacts, 'left' | 'total' | 'photos' | 'dueOn'>;

/** Maximum number of photos of a mail. */
const PHOTOS_MAX = 30;

const PHOTO = `json_build_object('fileId', i."fileId", 'title', i."name")`;
const TO_DECIDE = `
  SELECT r."kind", count(*) FILTER (WHERE i.${IS_SHOWN})::int AS "total", count(*) FILTER (WHERE i.${IS_SHOWN} AND i."status" = 'pending')::int AS "left",
    r."dueOn"::text AS "dueOn",
    COALESCE(json_agg(${PHOTO} ORDER BY i."position") FILTER (WHERE i."fileId" IS NOT NULL AND i."status" = 'pending' AND i."position" < ${PHOTOS_MAX}), '[]')
      AS "photos"
  FROM reviews r LEFT JOIN review_items i ON i."reviewId" = r."id" WHERE r."id" = $1 GROUP BY r."id"`;

/** The items of the review $1 that are decided, with the reviewer of their last decision, if it was a reviewer's. */
const DECIDED = `review_items d JOIN LATERAL (
    SELECT "reviewerId", "at" FROM history
    WHERE "reviewId" = $1 AND "itemId" = d."itemId" AND "action" IN (${DECISION_ACTIONS})
    ORDER BY "id" DESC LIMIT 1
  ) last ON last."reviewerId" IS NOT NULL WHERE d."reviewId" = $1 AND d."status" <> 'pending'`;

const COUNTS = `
  SELECT last."reviewerId", count(*) FILTER (WHERE d."status" = 'approved')::int AS "approved",
    count(*) FILTER (WHERE d."status" = 'rejected')::int AS "rejected", max(last."at") AS "at"
  FROM ${DECIDED} GROUP BY last."reviewerId"`;

// A round that is over keeps when that was first said.
const SAID_DONE = `
  SELECT DISTINCT ON (h."reviewerId") h."reviewerId", h."at", h."feedback" AS "note"
  FROM reviews r JOIN history h ON h."reviewId" = r."id" AND h."at" >= (r."done" ->> 'at')::timestamptz
  WHERE r."id" = $1 AND h."action" IN (${DONE_ACTIONS}) AND h."reviewerId" IS NOT NULL
  ORDER BY h."reviewerId", h."id" DESC`;

const DECIDED_BY = `
  SELECT r."done" IS NOT NULL OR NOT EXISTS (SELECT FROM review_items WHERE "reviewId" = $1 AND ${AWAITS_DECISION}) AS "isOver",
    COALESCE((
      SELECT json_agg(json_build_object('name', d."name", 'fileId', d."fileId", 'isApproved', d."status" = 'approved',
        'feedback', d."feedback") ORDER BY d."position", d."itemId")
      FROM ${DECIDED} AND last."reviewerId" = $2
    ), '[]') AS "decided"
  FROM reviews r WHERE r."id" = $1`;
