import type { RunProgress } from '@gmb-moments/backend/contract/events';
import type { ActiveRunView } from '@gmb-moments/backend/contract/runs';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../../lib/http';
import { patch, refresh } from '../../lib/live-cache';

/** The runs that have not ended, of all moments and optimizations, oldest first. */
export const activeRunsQuery = queryOptions({
  queryKey: ['/api/runs/active'],
  queryFn: ({ signal }) => http.get<ActiveRunView[]>('/api/runs/active', { signal }),
});

/** Counts what a run's event says; a run that is not known yet is read with its name. */
export function progressActiveRun(queryClient: QueryClient, { runId, state, total, done, failed }: RunProgress): void {
  const { queryKey } = activeRunsQuery;
  const isKnown = queryClient.getQueryData(queryKey)?.some((run) => run.runId === runId);
  if (!isKnown && isRunActive(state)) return refresh(queryClient, activeRunsQuery);
  changeActiveRuns(queryClient, (run) => {
    if (run.runId !== runId) return run;
    return isRunActive(state) ? { ...run, state, total, done, failed } : null;
  });
}

/** Changes the cached active runs; those for which the change answers `null` are gone. */
export function changeActiveRuns(queryClient: QueryClient, change: (run: ActiveRunView) => ActiveRunView | null): void {
  patch<ActiveRunView[]>(queryClient, activeRunsQuery.queryKey, (runs) => runs.flatMap((run) => change(run) ?? []));
}
