import type { EntityManager } from 'typeorm';
import { prepared } from '../platform/database/sql.js';
import { notFound } from '../platform/http/errors.js';
import { REVIEW_WORDS, type ReviewRef } from './review-names.js';

const LOCK = prepared('lock review', 'SELECT FROM reviews WHERE "id" = $1 AND "kind" = $2 FOR UPDATE');
const FIND_OF_CLIENT = prepared(
  'reviews of a client',
  'SELECT "kind", "id" AS "reviewId" FROM reviews WHERE "clientId" = $1',
);
const OPEN_LINK = `
  SELECT r."openLink" AND c."openLink" AS "isOn", r."clientId"
  FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`;
const FIND = prepared('review', 'SELECT "kind", "id" AS "reviewId", "title" FROM reviews WHERE "id" = $1');

/**
 * Condition on `reviews`: the review was shared with the client, or its state implies that: images of a moment are
 * decided, or an optimization was opened. `public-review/link-rights.ts` has the same rule for loaded rows.
 */
export function sharedSql(row: string): string {
  return `(${row}."sharedAt" IS NOT NULL OR CASE ${row}."kind" WHEN 'moment'
    THEN ${row}."status" IN ('pending', 'approved', 'rejected') ELSE ${row}."openedAt" IS NOT NULL END)`;
}

/**
 * Locks a moment or an optimization for the rest of the transaction. Every change of it or of its items locks its row
 * first; its client, reviewers and links are locked after it.
 * @throws AppError 404
 */
export async function lockReview(manager: EntityManager, { kind, reviewId }: ReviewRef): Promise<void> {
  const rows = await manager.query<unknown[]>(LOCK, [reviewId, kind]);
  if (rows.length === 0) throw notFound(REVIEW_WORDS[kind]);
}

/** The review with this id; `null` if there is none. */
export async function findReview(manager: EntityManager, id: string): Promise<(ReviewRef & { title: string }) | null> {
  const [review] = await manager.query<(ReviewRef & { title: string })[]>(FIND, [id]);
  return review ?? null;
}

/** All reviews of a client. */
export function findReviewsOf(manager: EntityManager, clientId: string): Promise<ReviewRef[]> {
  return manager.query<ReviewRef[]>(FIND_OF_CLIENT, [clientId]);
}

/** Whether the open links of a review and of its client are both on; and the client's id. The review must exist. */
export async function readOpenLink(
  manager: EntityManager,
  reviewId: string,
): Promise<{ isOn: boolean; clientId: string }> {
  const [link] = await manager.query<[{ isOn: boolean; clientId: string }]>(OPEN_LINK, [reviewId]);
  return link;
}
