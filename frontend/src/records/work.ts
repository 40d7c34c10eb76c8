import type { OwnerChoice } from '@gmb-moments/backend/contract/owners';
import { URGENT_WORK, type WorkItem, type WorkView } from '@gmb-moments/backend/contract/work';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { refresh } from '../lib/live-cache';
import { refreshGettingStarted } from './getting-started';
import { pathOfReview, type ReviewRef } from './reviews';

/** The work list: what waits for the clients of a member of staff, or of all. */
export function workQuery(owner: OwnerChoice) {
  return queryOptions<WorkView>({ queryKey: [...allWork.queryKey, { owner }] });
}

/** All cached work lists, whoever they are limited to, for refetching them. */
export const allWork = { queryKey: ['/api/work'] };

/** The number of items in the work list. */
export function countOf({ counts }: WorkView): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** The number of urgent items: those for which a client waits, and failed runs. */
export function urgentCountOf({ counts }: WorkView): number {
  return URGENT_WORK.reduce((sum, kind) => sum + counts[kind], 0);
}

/** The work list is on every page, and a run publishes an event per image: at most one request per second. */
const REFRESH_PAUSE_MS = 1000;

/** Refetches the work list and the first steps after an event that may have changed them. */
export function refreshWork(queryClient: QueryClient): void {
  refresh(queryClient, allWork, REFRESH_PAUSE_MS);
  refreshGettingStarted(queryClient);
}

/** The moment or the optimization that an item of the work list is about. */
export function reviewOfWork({ kind, subjectId }: Pick<WorkItem, 'kind' | 'subjectId'>): ReviewRef {
  return { path: kind.startsWith('optimization.') ? 'gmb-optimizations' : 'moments', id: subjectId };
}

/** Path of the page where a work item is done; for feedback on a moment, filtered by rejected photos. */
export function pathOfWork(item: Pick<WorkItem, 'kind' | 'subjectId'>): string {
  return pathOfReview(reviewOfWork(item)) + (item.kind === 'moment.feedback' ? '?status=rejected' : '');
}
