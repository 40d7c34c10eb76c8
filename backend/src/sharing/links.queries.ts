import type { EntityManager } from 'typeorm';
import type { DecidedCount } from '../contract/links.js';
import { DECISION_ACTIONS, DONE_ACTIONS } from '../history/action-lists.js';
import type { ReviewFacts } from '../mail/reviewer-mail.js';
import { notFound } from '../platform/http/errors.js';
import { ITEM_WORDS } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import { AWAITS_DECISION, IS_SHOWN } from '../reviews/review-items.queries.js';
import type { ReviewKind } from '../contract/statuses.js';
import { listPortal } from './portal.queries.js';

/** What a link opens: a review or, if `null`, the portal, which lists all that is shared with a client. */
export interface ReviewOrPortal {
  reviewId: string | null;
}

/** How many items are approved and rejected by the last decision of one reviewer. */
interface ReviewerDecisions extends Omit<DecidedCount, 'total'> {
  /** When the last of them was made. */
  at: Date;
}

/** The current decisions on the items of a review, counted by reviewer id. */
export async function countDecisionsByReviewer(
  manager: EntityManager,
  reviewId: string,
): Promise<Map<string, ReviewerDecisions>> {
  const rows = await manager.query<(ReviewerDecisions & { reviewerId: string })[]>(COUNT_DECISIONS, [reviewId]);
  return new Map(rows.map(({ reviewerId, ...counts }) => [reviewerId, counts]));
}

/** What each reviewer said at the end of the current round, by reviewer id. */
export async function findDoneByReviewer(
  manager: EntityManager,
  reviewId: string,
): Promise<Map<string, { at: Date; note: string }>> {
  const rows = await manager.query<{ reviewerId: string; at: Date; note: string }[]>(DONE_BY_REVIEWER, [reviewId]);
  return new Map(rows.map(({ reviewerId, ...said }) => [reviewerId, said]));
}

/** Whether the review that a link opens still belongs to this client; it may have been moved to another. */
export async function belongsTo(
  manager: EntityManager,
  { reviewId }: ReviewOrPortal,
  clientId: string,
): Promise<boolean> {
  return reviewId === null || manager.existsBy(Review, { id: reviewId, clientId });
}

/**
 * How many decisions are left by a link, and the photos that wait for one: the facts of mails about the link.
 * @throws AppError 404 if the review was deleted meanwhile
 */
export async function findDecisionsLeft(
  manager: EntityManager,
  { reviewId }: ReviewOrPortal,
  clientId: string,
): Promise<Pick<ReviewFacts, 'things' | 'left' | 'total' | 'photos' | 'dueOn'>> {
  if (reviewId) {
    const [found] = await manager.query<(DecisionsLeft & { kind: ReviewKind })[]>(DECISIONS_LEFT, [reviewId]);
    if (!found) throw notFound('Review');
    const { kind, ...row } = found;
    return { ...row, things: ITEM_WORDS[kind] };
  }
  const items = await listPortal(manager, clientId);
  const left = items.filter((item) => item.decided < item.total).length;
  return { things: 'items', left, total: items.length, photos: [], dueOn: null };
}

/** A photo or a section that a reviewer decided on. */
interface DecidedItem {
  /** The photo's title, or the section. */
  name: string;
  fileId: string | null;
  isApproved: boolean;
  feedback: string;
}

/**
 * The items whose last decision is by this reviewer. `isOver`: a reviewer ended the round, or nothing is left to
 * decide.
 */
export async function findDecidedItems(
  manager: EntityManager,
  reviewId: string,
  reviewerId: string,
): Promise<{ isOver: boolean; decided: DecidedItem[] }> {
  const parameters = [reviewId, reviewerId];
  const [row] = await manager.query<[{ isOver: boolean; decided: DecidedItem[] }]>(DECIDED_ITEMS, parameters);
  return row;
}

type DecisionsLeft = Pick<ReviewFacts, 'left' | 'total' | 'photos' | 'dueOn'>;

/** Maximum number of photos of a mail. */
const PHOTOS_MAX = 30;

const PHOTO = `json_build_object('fileId', i."fileId", 'title', i."name")`;
const DECISIONS_LEFT = `
  SELECT r."kind", count(*) FILTER (WHERE i.${IS_SHOWN})::int AS "total", count(*) FILTER (WHERE i.${IS_SHOWN} AND i."status" = 'pending')::int AS "left",
    r."dueOn"::text AS "dueOn",
    COALESCE(json_agg(${PHOTO} ORDER BY i."position") FILTER (WHERE i."fileId" IS NOT NULL AND i."status" = 'pending' AND i."position" < ${PHOTOS_MAX}), '[]')
      AS "photos"
  FROM reviews r LEFT JOIN review_items i ON i."reviewId" = r."id" WHERE r."id" = $1 GROUP BY r."id"`;

/** The decided items of review $1 whose last decision was made by a reviewer, with that reviewer. */
const DECIDED_BY_REVIEWERS = `review_items d JOIN LATERAL (
    SELECT "reviewerId", "at" FROM history
    WHERE "reviewId" = $1 AND "itemId" = d."itemId" AND "action" IN (${DECISION_ACTIONS})
    ORDER BY "id" DESC LIMIT 1
  ) last ON last."reviewerId" IS NOT NULL WHERE d."reviewId" = $1 AND d."status" <> 'pending'`;

const COUNT_DECISIONS = `
  SELECT last."reviewerId", count(*) FILTER (WHERE d."status" = 'approved')::int AS "approved",
    count(*) FILTER (WHERE d."status" = 'rejected')::int AS "rejected", max(last."at") AS "at"
  FROM ${DECIDED_BY_REVIEWERS} GROUP BY last."reviewerId"`;

// `reviews.done` has the time at which the first reviewer ended the round.
const DONE_BY_REVIEWER = `
  SELECT DISTINCT ON (h."reviewerId") h."reviewerId", h."at", h."feedback" AS "note"
  FROM reviews r JOIN history h ON h."reviewId" = r."id" AND h."at" >= (r."done" ->> 'at')::timestamptz
  WHERE r."id" = $1 AND h."action" IN (${DONE_ACTIONS}) AND h."reviewerId" IS NOT NULL
  ORDER BY h."reviewerId", h."id" DESC`;

const DECIDED_ITEMS = `
  SELECT r."done" IS NOT NULL OR NOT EXISTS (SELECT FROM review_items WHERE "reviewId" = $1 AND ${AWAITS_DECISION}) AS "isOver",
    COALESCE((
      SELECT json_agg(json_build_object('name', d."name", 'fileId', d."fileId", 'isApproved', d."status" = 'approved',
        'feedback', d."feedback") ORDER BY d."position", d."itemId")
      FROM ${DECIDED_BY_REVIEWERS} AND last."reviewerId" = $2
    ), '[]') AS "decided"
  FROM reviews r WHERE r."id" = $1`;
