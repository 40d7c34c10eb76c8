import { URGENT_WORK, type WorkItem, type WorkView } from '@gmb-moments/backend/contract/work';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { refresh } from '../lib/live-cache';
import { refreshGettingStarted } from './getting-started';
import { pathOfReview, type Review } from './reviews';

/** What waits for staff. */
export const workQuery = queryOptions<WorkView>({ queryKey: ['/api/work'] });

/** How many things wait. */
export function countOf({ counts }: WorkView): number {
  return Object.values(counts).reduce((sum, count) => sum + count, 0);
}

/** How many of them a client, or a failed run, waits for. */
export function urgentCountOf({ counts }: WorkView): number {
  return URGENT_WORK.reduce((sum, kind) => sum + counts[kind], 0);
}

/** Every page shows how much work there is, and a run of captions publishes each image: one read a second is enough. */
const REFRESH_PAUSE_MS = 1000;

/** Reads the work list and the first steps again, soon, after an event that may have changed it. */
export function refreshWork(queryClient: QueryClient): void {
  refresh(queryClient, workQuery, REFRESH_PAUSE_MS);
  refreshGettingStarted(queryClient);
}

/** The moment or the optimization that an item of the work list is about. */
export function reviewOfWork({ kind, subjectId }: Pick<WorkItem, 'kind' | 'subjectId'>): Review {
  return { path: kind.startsWith('optimization.') ? 'gmb-optimizations' : 'moments', id: subjectId };
}

/** The page where an item of the work list is worked on; rejected photos alone where they are what waits. */
export function pathOfWork(item: Pick<WorkItem, 'kind' | 'subjectId'>): string {
  return pathOfReview(reviewOfWork(item)) + (item.kind === 'moment.feedback' ? '?status=rejected' : '');
}
