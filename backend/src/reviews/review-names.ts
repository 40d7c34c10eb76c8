import type { EntityManager } from 'typeorm';
import type { ReviewKind } from '../contract/statuses.js';
import { publish } from '../platform/events/publish.js';

/** A moment or an optimization, by its id. */
export interface ReviewRef {
  kind: ReviewKind;
  reviewId: string;
}

/** What a review is called in sentences. */
export const REVIEW_WORDS: Record<ReviewKind, string> = { moment: 'Moment', optimization: 'Optimization' };

/** The part of URLs that names its kind. */
export const REVIEW_PATHS = { moment: 'moments', optimization: 'gmb-optimizations' } as const;

/** What its items are called. */
export const ITEM_WORDS = { moment: 'photos', optimization: 'sections' } as const;

/** How views and events name a review: one of the two is set, neither for none. */
interface ReviewNames {
  momentId: string | null;
  optimizationId: string | null;
}

/** The id as views name it; without a review, both are `null`. */
export function reviewNames({ kind, reviewId }: { kind: ReviewKind | null; reviewId: string | null }): ReviewNames {
  return { momentId: kind === 'moment' ? reviewId : null, optimizationId: kind === 'optimization' ? reviewId : null };
}

/** The id as events name it. */
export function reviewName({ kind, reviewId }: ReviewRef): { momentId: string } | { optimizationId: string } {
  return kind === 'moment' ? { momentId: reviewId } : { optimizationId: reviewId };
}

/** The names under which a published event has its review; both for one that does not say its kind. */
export function namesIn(payload: object): { momentId?: string | undefined; optimizationId?: string | undefined } {
  const { reviewId, momentId = reviewId, optimizationId = reviewId } = payload as Record<string, string | undefined>;
  return { momentId, optimizationId };
}

/** The id of the review that a published event is about; `null` if it is about none. */
export function reviewIdIn(payload: object): string | null {
  const { momentId, optimizationId } = namesIn(payload);
  return momentId ?? optimizationId ?? null;
}

/** Publishes that a review was changed. */
export function publishChange(manager: EntityManager, { kind, reviewId }: ReviewRef): Promise<void> {
  return kind === 'moment'
    ? publish(manager, 'moment.changed', { momentId: reviewId })
    : publish(manager, 'optimization.changed', { optimizationId: reviewId });
}
