import type { GettingStartedView } from '@gmb-moments/backend/contract/getting-started';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../lib/http';
import { refresh } from '../lib/live-cache';

const PATH = '/api/getting-started';

/** The completed first steps of the team, and the sample client if it was created. */
export const gettingStartedQuery = queryOptions<GettingStartedView>({ queryKey: [PATH] });

/** Creates the sample: a client with a moment for trying the product. Does nothing if it exists. */
export function loadSample(): Promise<void> {
  return http.put(`${PATH}/sample`);
}

/** Deletes the sample client with everything that belongs to it. */
export function removeSample(): Promise<void> {
  return http.delete(`${PATH}/sample`);
}

/** At most one request per second, however many events arrive. */
const REFRESH_PAUSE_MS = 1000;

/** Refetches the first steps after an event that may have changed them. */
export function refreshGettingStarted(queryClient: QueryClient): void {
  refresh(queryClient, gettingStartedQuery, REFRESH_PAUSE_MS);
}
