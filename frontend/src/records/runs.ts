import {
  RUN_KINDS,
  type ActiveRunView,
  type RunCounts,
  type RunKindName,
  type RunProgress,
} from '@gmb-moments/backend/contract/runs';
import { isRunActive, type RunState } from '@gmb-moments/backend/contract/statuses';
import {
  queryOptions,
  useQuery,
  useQueryClient,
  type QueryClient,
  type QueryKey,
  type UseQueryOptions,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { counted } from '../lib/counted';
import { patch, refresh } from '../lib/live-cache';

/** The runs that have not ended, of all moments and optimizations, oldest first. */
export const activeRunsQuery = queryOptions<ActiveRunView[]>({ queryKey: ['/api/runs/active'] });

/** Counts what a run's event says; a run that is not known yet is read with its name. */
export function applyRunProgress(queryClient: QueryClient, { runId, state, total, done, failed }: RunProgress): void {
  const { queryKey } = activeRunsQuery;
  const isKnown = queryClient.getQueryData(queryKey)?.some((run) => run.runId === runId);
  if (!isKnown && isRunActive(state)) return refresh(queryClient, activeRunsQuery);
  patchActiveRuns(queryClient, (run) => {
    if (run.runId !== runId) return run;
    return isRunActive(state) ? { ...run, state, total, done, failed } : null;
  });
}

/** Changes the cached active runs; those for which the change answers `null` are gone. */
export function patchActiveRuns(queryClient: QueryClient, change: (run: ActiveRunView) => ActiveRunView | null): void {
  patch<ActiveRunView[]>(queryClient, activeRunsQuery.queryKey, (runs) => runs.flatMap((run) => change(run) ?? []));
}

/**
 * How much a run did, for a toast: "Generated 3 captions.", "Generated 2 of 3 captions. 1 failed."
 * @param which failed, where more is known than how many
 */
export function runResultText(
  kind: RunKindName,
  { total, done, failed }: RunCounts,
  which = `${failed} failed.`,
): string {
  const { did, noun, nouns } = RUN_KINDS[kind];
  return failed === 0 ? `${did} ${counted(done, noun, nouns)}.` : `${did} ${done} of ${total} ${nouns}. ${which}`;
}

/** The fields that the views of all kinds of runs share. */
interface RunView {
  runId: string;
  state: RunState;
}

/**
 * Follows the background runs of a subject, in the query cache.
 * @param queryKey of the query that answers them, oldest first
 * @param onEnd is called once for each run that ends while it is followed: after it was seen active, or was started here
 * @param followed ids of the runs that are followed
 */
export function followRuns<View extends RunView>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  onEnd: (run: View) => void,
  followed = new Set<string>(),
) {
  const known = () => queryClient.getQueryData<View[]>(queryKey) ?? [];

  /** Call this when the runs have changed. */
  function check(now = known()) {
    for (const run of now) {
      if (isRunActive(run.state)) followed.add(run.runId);
      else if (followed.delete(run.runId)) onEnd(run);
    }
  }

  /** Shows a run at once that was just started, and follows it, also when it ended before the answer came. */
  function follow(started: View) {
    followed.add(started.runId);
    const before = known();
    if (!before.some(({ runId }) => runId === started.runId))
      queryClient.setQueryData<View[]>(queryKey, [...before, started]);
    check();
    void queryClient.invalidateQueries({ queryKey });
  }

  return { check, follow };
}

/** The runs of a subject, which are followed while the component is mounted: see `followRuns`. */
export function useRuns<View extends RunView, Key extends QueryKey>(
  query: UseQueryOptions<View[], Error, View[], Key>,
  onEnd: (run: View) => void,
) {
  const queryClient = useQueryClient();
  const runs = useQuery(query);
  const [followed] = useState(() => new Set<string>());
  const { check, follow } = followRuns<View>(queryClient, query.queryKey, onEnd, followed);
  const checkLatest = useEffectEvent(check);
  useEffect(() => checkLatest(runs.data ?? []), [runs.data]);
  return { runs, follow };
}
