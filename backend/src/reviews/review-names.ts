import type { EntityManager } from 'typeorm';
import type { ReviewKind } from '../contract/statuses.js';
import { publish } from '../platform/events/publish.js';

/** Refers to a moment or an optimization. */
export interface ReviewRef {
  kind: ReviewKind;
  reviewId: string;
}

/** The word for a review in sentences. */
export const REVIEW_WORDS: Record<ReviewKind, string> = { moment: 'Moment', optimization: 'Optimization' };

/** The path segment of URLs that names the kind. */
export const REVIEW_PATHS = { moment: 'moments', optimization: 'gmb-optimizations' } as const;

/** The word for the items of a review. */
export const ITEM_WORDS = { moment: 'photos', optimization: 'sections' } as const;

/** The fields by which views name a review: one of them is set, neither if there is no review. */
interface ReviewIdFields {
  momentId: string | null;
  optimizationId: string | null;
}

/** The id of a review as views have it. */
export function reviewIdFields({
  kind,
  reviewId,
}: {
  kind: ReviewKind | null;
  reviewId: string | null;
}): ReviewIdFields {
  return { momentId: kind === 'moment' ? reviewId : null, optimizationId: kind === 'optimization' ? reviewId : null };
}

/** The id of a review as events have it: one field only. */
export function reviewIdField({ kind, reviewId }: ReviewRef): { momentId: string } | { optimizationId: string } {
  return kind === 'moment' ? { momentId: reviewId } : { optimizationId: reviewId };
}

/** The ids in a published event. One with `reviewId` does not say the kind of review, so both ids are set then. */
export function reviewIdFieldsIn(payload: object): {
  momentId?: string | undefined;
  optimizationId?: string | undefined;
} {
  const { reviewId, momentId = reviewId, optimizationId = reviewId } = payload as Record<string, string | undefined>;
  return { momentId, optimizationId };
}

/** The id of the review that a published event is about; `null` if it is about none. */
export function reviewIdIn(payload: object): string | null {
  const { momentId, optimizationId } = reviewIdFieldsIn(payload);
  return momentId ?? optimizationId ?? null;
}

/** Publishes that a review was changed. */
export function publishChange(manager: EntityManager, { kind, reviewId }: ReviewRef): Promise<void> {
  return kind === 'moment'
    ? publish(manager, 'moment.changed', { momentId: reviewId })
    : publish(manager, 'optimization.changed', { optimizationId: reviewId });
}
