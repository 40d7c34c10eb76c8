import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { appendOnce } from '../history/history.js';
import { publish } from '../platform/events/publish.js';
import { conflict } from '../platform/http/errors.js';
import { publishChange, type ReviewRef } from './review-names.js';
import { Review } from './review.entity.js';
import { readOpenLink } from './reviews.queries.js';

/** Records that a review was shared with its client, if it was not before. The review must be locked. */
export async function markShared(manager: EntityManager, review: ReviewRef): Promise<void> {
  const { reviewId: id } = review;
  const { affected } = await manager.update(Review, { id, sharedAt: IsNull() }, { sharedAt: () => 'now()' });
  if (affected) await publishChange(manager, review);
}

/**
 * Records that staff shared the open link of a review, if they did not before. The review must be locked.
 * @throws AppError 409 LINK_CLOSED if the open link of the review or of its client is off
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
  const isFirst = await appendOnce(manager, by, { reviewId, action: `${kind}.shared` });
  if (isFirst) await publish(manager, 'sharing.changed', { clientId, reviewId });
}
