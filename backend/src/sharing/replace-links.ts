import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { Reviewer } from './reviewer.entity.js';
import type { LinkTokens } from './link-tokens.js';
import { ReviewLink } from './review-link.entity.js';
import { recordAndPublishLinkChange } from './link-changes.js';
import { lockReviewKeys } from './share-target.js';

/** Locks the reviews that a reviewer's links open against deletion. Call it before anything else is locked. */
export async function lockReviewKeysOfReviewer(manager: EntityManager, reviewerId: string): Promise<void> {
  const links = await manager.findBy(ReviewLink, { reviewerId });
  await lockReviewKeys(
    manager,
    links.flatMap(({ reviewId }) => reviewId ?? []),
  );
}

/**
 * Gives each link of a locked reviewer a new token, except revoked links, which get one when they are shared again.
 */
export async function replaceLinksOf(
  manager: EntityManager,
  { id, clientId, name }: Reviewer,
  { tokens, by }: { tokens: LinkTokens; by: Actor },
): Promise<void> {
  const where = { reviewerId: id, revokedAt: IsNull() };
  const lock = { mode: 'pessimistic_write' } as const;
  for (const link of await manager.find(ReviewLink, { where, order: { id: 'ASC' }, lock })) {
    tokens.replace(link);
    await manager.save(ReviewLink, link);
    const changes = { reviewers: { from: '', to: name } };
    await recordAndPublishLinkChange(manager, { clientId, ...link }, by, { action: 'link.replaced', changes });
  }
}
