import type { DataSource, EntityManager } from 'typeorm';
import { appendHistory, appendVisit } from '../history/history.js';
import { AWAITS_DECISION } from '../reviews/review-items.queries.js';
import { publishChange, type ReviewRef } from '../reviews/review-names.js';
import { lockReview } from '../reviews/reviews.queries.js';
import type { LockedRights } from './locked-rights.js';
import { actorOfVisitor, type Visitor } from './visitor.decorator.js';

/**
 * Records that a visitor opened the public page, once a minute at most.
 *
 * Visits are stored in three places: the history (here), `reviews.openedAt` (set by a trigger on the history: the
 * first visit or decision), and `review_links.lastSeenAt` (`LinkAccess.recordOpened`, for reviewers' own links).
 * Visits of a portal are stored in the last one only.
 * @throws AppError as `LockedRights.requireToView`
 */
export async function recordVisit(
  db: DataSource,
  review: ReviewRef,
  visitor: Visitor,
  rights: LockedRights,
): Promise<void> {
  const { kind, reviewId } = review;
  await db.transaction(async (manager) => {
    await lockReview(manager, review);
    await rights.requireToView(manager, visitor, review);
    const isNew = await appendVisit(manager, actorOfVisitor(visitor), { reviewId, action: `${kind}.opened` });
    if (isNew) await publishChange(manager, review);
  });
}

/**
 * Records that a reviewer ended the round, with a note (`''` for none). Only the first time in a round is recorded.
 * @throws AppError as `LockedRights.requireToDecide`
 */
export async function recordDone(
  db: DataSource,
  review: ReviewRef,
  { visitor, rights, note }: { visitor: Visitor; rights: LockedRights; note: string },
): Promise<void> {
  const { kind, reviewId } = review;
  const by = actorOfVisitor(visitor);
  await db.transaction(async (manager) => {
    await lockReview(manager, review);
    await rights.requireToDecide(manager, visitor, review);
    if (!(await saveDone(manager, reviewId, { name: by.name, note }))) return;
    await appendHistory(manager, by, { reviewId, action: `${kind}.done`, feedback: note });
    await publishChange(manager, review);
  });
}

const SAVE_DONE = `
  UPDATE reviews SET "done" = jsonb_build_object('at', now(), 'by', $2::text, 'note', $3::text,
    'left', (SELECT count(*) FROM review_items WHERE "reviewId" = $1 AND ${AWAITS_DECISION}))
  WHERE "id" = $1 AND "done" IS NULL`;

/** Stores that a reviewer ended this round, unless somebody did before. @returns whether it was stored */
async function saveDone(
  manager: EntityManager,
  reviewId: string,
  { name, note }: { name: string | null; note: string },
): Promise<boolean> {
  const [, affected] = await manager.query<[unknown, number]>(SAVE_DONE, [reviewId, name, note]);
  return affected > 0;
}
