import type { GettingStartedView } from '@gmb-moments/backend/contract/getting-started';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http';
import { refresh } from '../lib/live-cache';

const PATH = '/api/getting-started';

/** Which first steps were done, and the sample. */
export const gettingStartedQuery = queryOptions<GettingStartedView>({ queryKey: [PATH] });

/** Makes a client with a moment to try everything with, unless it is there already. */
export function loadSample(): Promise<void> {
  return http.put(`${PATH}/sample`);
}

/** Deletes that client with everything. */
export function removeSample(): Promise<void> {
  return http.delete(`${PATH}/sample`);
}

const REFRESH_PAUSE_MS = 1000;

/** Reads the first steps again, soon, after an event that may have changed them. */
export function refreshGettingStarted(queryClient: QueryClient): void {
  refresh(queryClient, gettingStartedQuery, REFRESH_PAUSE_MS);
}
