import type { DataSource } from 'typeorm';
import { appendHistory, appendVisit } from '../history/history.js';
import { publishChange, type ReviewRef } from '../reviews/review-names.js';
import { lockReview } from '../reviews/reviews.queries.js';
import type { HeldRights } from './held-rights.js';
import { keepDone } from './rounds.queries.js';
import { actorOfVisitor, type Visitor } from './visitor.decorator.js';

/**
 * Records that a person opened the public page, once a minute at most.
 *
 * Opening is kept in three places: the history (here), `reviews.openedAt` (a trigger of the history: the first visit or decision), and
 * `review_links.lastSeenAt` (`LinkAccess.seen`, for links of reviewers alone). That a reviewer opened the list of all their work is
 * kept in the last one only.
 * @throws AppError as `HeldRights.require`
 */
export async function noteVisit(
  db: DataSource,
  review: ReviewRef,
  visitor: Visitor,
  rights: HeldRights,
): Promise<void> {
  const { kind, reviewId } = review;
  await db.transaction(async (manager) => {
    await lockReview(manager, review);
    await rights.require(manager, visitor, review);
    const isNew = await appendVisit(manager, actorOfVisitor(visitor), { reviewId, action: `${kind}.opened` });
    if (isNew) await publishChange(manager, review);
  });
}

/**
 * Records that a reviewer is done, with a note (`''` for none). Once in a round: what is said later in it is not kept.
 * @throws AppError as `HeldRights.requireToDecide`
 */
export async function noteDone(
  db: DataSource,
  review: ReviewRef,
  { visitor, rights, note }: { visitor: Visitor; rights: HeldRights; note: string },
): Promise<void> {
  const { kind, reviewId } = review;
  const by = actorOfVisitor(visitor);
  await db.transaction(async (manager) => {
    await lockReview(manager, review);
    await rights.requireToDecide(manager, visitor, review);
    if (!(await keepDone(manager, reviewId, { name: by.name, note }))) return;
    await appendHistory(manager, by, { reviewId, action: `${kind}.done`, feedback: note });
    await publishChange(manager, review);
  });
}
