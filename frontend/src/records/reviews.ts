import type { SharedPath } from '@gmb-moments/backend/contract/links';
import { useQuery, type QueryFilters } from '@tanstack/react-query';
import { http } from '../lib/http';
import { momentLists, momentQuery, publicAddress } from './moments';
import { optimizationLists, optimizationQuery, previewAddress } from './optimizations';

/** A moment or an optimization, for what both have: a page, lists, a history, links. */
export interface Review {
  /** Names its kind: the first part of the paths of its pages, and behind `/api` of its requests. */
  path: Exclude<SharedPath, 'clients'>;
  id: string;
}

/** What events, runs and notifications name that are about one. */
interface ReviewIds {
  momentId?: string | null | undefined;
  optimizationId?: string | null | undefined;
}

/** Where the kinds differ. */
interface ReviewKind {
  /** The cached pages of its list. */
  lists: QueryFilters;
  /** Address of the page where the client reviews one; `undefined` while it is not known. */
  useAddress: (id: string) => string | undefined;
  /** What it consists of: one of it, in a sentence. */
  itemNoun: string;
  /** What the toast says on its page once that address was copied. */
  copied: [title: string, description?: string];
}

export const REVIEW_KINDS: Record<Review['path'], ReviewKind> = {
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

/** The review that something is about; `null` where it is about all of a client. */
export function reviewOf({ momentId, optimizationId }: ReviewIds): Review | null {
  if (momentId) return { path: 'moments', id: momentId };
  return optimizationId ? { path: 'gmb-optimizations', id: optimizationId } : null;
}

/** Whether something shared is a review, and not all work of a client. */
export function isReview(shared: { path: SharedPath; id: string }): shared is Review {
  return shared.path !== 'clients';
}

/** Path of the page where staff work on it. */
export function pathOfReview({ path, id }: Review): string {
  return `/${path}/${id}`;
}

/** Key of the query that reads it; those of its history and what else belongs to it begin with it. */
export function queryKeyOf({ path, id }: Review) {
  return [`/api/${path}`, id] as const;
}

/** Notes that staff copied or opened the public link: from the first time on, it awaits its client. */
export function shareReview({ path, id }: Review): Promise<unknown> {
  return http.post(`/api/${path}/${id}/share`);
}
