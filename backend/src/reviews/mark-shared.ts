import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { recordFirst } from '../history/history.js';
import { conflict } from '../platform/http/errors.js';
import { publishChange, type ReviewRef } from './review-names.js';
import { Review } from './review.entity.js';

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
  const [open] = await manager.query<[{ isOn: boolean }]>(IS_OPEN_LINK_ON, [reviewId]);
  if (!open.isOn)
    throw conflict(
      'LINK_CLOSED',
      'The open link is closed, so it was not shared. Open it in Sharing first, or give reviewers links of their own.',
    );
  await markShared(manager, review);
  await recordFirst(manager, by, { reviewId, action: `${kind}.shared` });
}

const IS_OPEN_LINK_ON = `
  SELECT r."openLink" AND c."openLink" AS "isOn" FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`;
