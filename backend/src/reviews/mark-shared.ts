import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { appendFirst } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { conflict } from '../platform/http/errors.js';
import { publishChange, type ReviewRef } from './review-names.js';
import { Review } from './review.entity.js';
import { readOpenLink } from './reviews.queries.js';

/** Notes that the client may see a review, which is locked. */
export async function markShared(manager: EntityManager, review: ReviewRef): Promise<void> {
  const { reviewId: id } = review;
  const { affected } = await manager.update(Review, { id, sharedAt: IsNull() }, { sharedAt: () => 'now()' });
  if (affected) await publishChange(manager, review);
}

/**
 * Notes that staff gave the open link of a review away, which is locked; the first time counts.
 * @throws AppError 409 LINK_CLOSED if it is closed, for itself or for all of its client's
 */
export async function shareOpenLink(manager: EntityManager, review: ReviewRef, by: Actor): Promise<void> {
  const { kind, reviewId } = review;
  const { isOn, clientId } = await readOpenLink(manager, reviewId);
  if (!isOn)
    throw conflict(
      'LINK_CLOSED',
      'The open link is closed, so it was not shared. Open it in Sharing first, or give reviewers links of their own.',
    );
  await markShared(manager, review);
  const isFirst = await appendFirst(manager, by, { reviewId, action: `${kind}.shared` });
  if (isFirst) await publish(manager, 'sharing.changed', { clientId, reviewId });
}
