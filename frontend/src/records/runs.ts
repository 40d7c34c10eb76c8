import type { RunProgress } from '@gmb-moments/backend/contract/events';
import type { ActiveRunView } from '@gmb-moments/backend/contract/runs';
import { isRunActive, type RunState } from '@gmb-moments/backend/contract/statuses';
import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { patch, refresh } from '../lib/live-cache';

/** The runs that have not ended, of all moments and optimizations, oldest first. */
export const activeRunsQuery = queryOptions<ActiveRunView[]>({ queryKey: ['/api/runs/active'] });

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

/** The fields that the views of all kinds of runs share. */
interface RunView {
  runId: string;
  state: RunState;
}

/**
 * Follows the background runs of a subject, as the API answers them: the active ones and those that ended lately.
 * @param query answers the runs, oldest first
 * @param onEnd is called once for each run that ends while it is followed: after it was seen active, or was started here
 */
export function useRuns<View extends RunView, Key extends QueryKey>(
  query: UseQueryOptions<View[], Error, View[], Key>,
  onEnd: (run: View) => void,
) {
  const queryClient = useQueryClient();
  const runs = useQuery(query);
  const followed = useRef(new Set<string>());

  function check(now: View[]) {
    for (const run of now) {
      if (isRunActive(run.state)) followed.current.add(run.runId);
      else if (followed.current.delete(run.runId)) onEnd(run);
    }
  }
  const checkLatest = useEffectEvent(check);
  useEffect(() => checkLatest(runs.data ?? []), [runs.data]);

  /** Shows a run at once that was just started, and follows it, also when it ended before the answer came. */
  function follow(started: View) {
    followed.current.add(started.runId);
    const before = queryClient.getQueryData<View[]>(query.queryKey) ?? [];
    const known = before.some(({ runId }) => runId === started.runId);
    if (!known) queryClient.setQueryData<View[]>(query.queryKey, [...before, started]);
    check(queryClient.getQueryData<View[]>(query.queryKey) ?? []);
    void queryClient.invalidateQueries({ queryKey: query.queryKey });
  }

  return { runs, follow };
}
