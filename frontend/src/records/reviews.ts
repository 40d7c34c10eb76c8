import type { ShareTargetPath } from '@gmb-moments/backend/contract/links';
import { useQuery, type QueryFilters } from '@tanstack/react-query';
import { http } from '../lib/http';
import { momentLists, momentQuery, publicAddress } from './moments';
import { optimizationLists, optimizationQuery, previewAddress } from './optimizations';

/** A reference to a moment or an optimization. Both have a page, lists, a history and links. */
export interface ReviewRef {
  /** The kind: first segment of its pages' paths, and of its requests' paths after `/api`. */
  path: Exclude<ShareTargetPath, 'clients'>;
  id: string;
}

/** The fields by which events, runs and notifications name a review. */
interface ReviewIds {
  momentId?: string | null | undefined;
  optimizationId?: string | null | undefined;
}

/** What differs between moments and optimizations. */
interface ReviewKind {
  /** The cached pages of its list. */
  lists: QueryFilters;
  /** URL of the page where the client reviews it; `undefined` while it is loading. */
  useAddress: (id: string) => string | undefined;
  /** One item of a review in a sentence: `photo`. */
  itemNoun: string;
  /** The toast on the review's page after the public link was copied. */
  copied: [title: string, description?: string];
}

export const REVIEW_KINDS: Record<ReviewRef['path'], ReviewKind> = {
  moments: {
    lists: momentLists,
    useAddress: (id) => useQuery({ ...momentQuery(id), select: publicAddress }).data,
    itemNoun: 'photo',
    copied: ['Copied'],
  },
  'gmb-optimizations': {
    lists: optimizationLists,
    useAddress: (id) =>
      useQuery({ ...optimizationQuery(id), select: ({ optimization }) => previewAddress(optimization) }).data,
    itemNoun: 'suggestion',
    copied: ['Link copied!', 'Public preview link has been copied to clipboard'],
  },
};

/** The review that an event, run or notification is about; `null` if it is about a client as a whole. */
export function reviewOf({ momentId, optimizationId }: ReviewIds): ReviewRef | null {
  if (momentId) return { path: 'moments', id: momentId };
  return optimizationId ? { path: 'gmb-optimizations', id: optimizationId } : null;
}

/** Whether a shared subject is one review, and not all work of a client. */
export function isReview(shared: { path: ShareTargetPath; id: string }): shared is ReviewRef {
  return shared.path !== 'clients';
}

/** Path of the staff page of a review. */
export function pathOfReview({ path, id }: ReviewRef): string {
  return `/${path}/${id}`;
}

/** Key of the query for a review. The keys of its history, images and runs begin with it. */
export function queryKeyOf({ path, id }: ReviewRef) {
  return [`/api/${path}`, id] as const;
}

/** Records that staff copied or opened the public link. From the first time on, the review waits for its client. */
export function shareReview({ path, id }: ReviewRef): Promise<unknown> {
  return http.post(`/api/${path}/${id}/share`);
}
