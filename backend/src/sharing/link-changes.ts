import type { EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ReviewAction } from '../contract/history.js';
import { appendHistory } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { notFound } from '../platform/http/errors.js';
import { publishChange, REVIEW_WORDS } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import type { ShareTarget } from './share-target.js';

/** Changes the due date of a review; `undefined` leaves it. @throws AppError 404 if the review is gone */
export async function setDueDate(
  manager: EntityManager,
  { kind, reviewId, clientId }: ShareTarget,
  dueOn: string | null | undefined,
  by: Actor,
): Promise<void> {
  if (dueOn === undefined || !kind || !reviewId) return;
  // Locked, so that the history has the right previous date.
  const lock = { mode: 'for_no_key_update' } as const;
  const review = await manager.findOne(Review, { where: { id: reviewId }, select: { id: true, dueOn: true }, lock });
  if (!review) throw notFound(REVIEW_WORDS[kind]);
  const { dueOn: from } = review;
  if (dueOn === from) return;
  await manager.update(Review, { id: reviewId }, { dueOn });
  const changes = { dueOn: { from: from ?? '', to: dueOn ?? '' } };
  await appendHistory(manager, by, { reviewId, action: 'due_date.changed', changes });
  await publishChange(manager, { kind, reviewId });
  await publish(manager, 'sharing.changed', { clientId, reviewId });
}

/**
 * Appends a change of links to the history and publishes it: `sharing.changed`, and `access.changed`, on which every process closes the
 * connections that may have lost access (not for reminders, which change no access).
 * @param entry `null` for changes that the history does not record
 */
export async function afterLinkChange(
  manager: EntityManager,
  { clientId, reviewId }: Pick<ShareTarget, 'clientId' | 'reviewId'>,
  by: Actor,
  entry: { action: ReviewAction; changes?: Record<string, { from: string; to: string }> } | null,
): Promise<void> {
  if (entry && reviewId) await appendHistory(manager, by, { reviewId, ...entry });
  if (entry && entry.action !== 'link.reminded') await publish(manager, 'access.changed', { clientId, reviewId });
  await publish(manager, 'sharing.changed', { clientId, reviewId });
}
