import { IsNull, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { Reviewer } from './reviewer.entity.js';
import type { LinkTokens } from './link-tokens.js';
import { ReviewLink } from './review-link.entity.js';
import { afterLinkChange } from './link-changes.js';
import { keepReviews } from './shared.js';

/** Keeps what a reviewer's links open until the transaction ends. Called before anything else is locked. */
export async function keepReviewsOf(manager: EntityManager, reviewerId: string): Promise<void> {
  const links = await manager.findBy(ReviewLink, { reviewerId });
  await keepReviews(
    manager,
    links.flatMap(({ reviewId }) => reviewId ?? []),
  );
}

/** Gives each link of a reviewer, who is locked, another token. Those that were revoked get one when they are shared again. */
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
    await afterLinkChange(manager, { clientId, ...link }, by, { action: 'link.replaced', changes });
  }
}
