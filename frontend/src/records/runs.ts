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
import { countText } from '../lib/count-text';
import { patch, refresh } from '../lib/live-cache';

/** The active runs of all moments and optimizations, oldest first. */
export const activeRunsQuery = queryOptions<ActiveRunView[]>({ queryKey: ['/api/runs/active'] });

/** Applies a progress event to the cached active runs. Events carry no names, so an unknown run is refetched. */
export function applyRunProgress(queryClient: QueryClient, { runId, state, total, done, failed }: RunProgress): void {
  const { queryKey } = activeRunsQuery;
  const isKnown = queryClient.getQueryData(queryKey)?.some((run) => run.runId === runId);
  if (!isKnown && isRunActive(state)) return refresh(queryClient, activeRunsQuery);
  patchActiveRuns(queryClient, (run) => {
    if (run.runId !== runId) return run;
    return isRunActive(state) ? { ...run, state, total, done, failed } : null;
  });
}

/** Changes the cached active runs. @param change returns the changed run, or `null` to remove it */
export function patchActiveRuns(queryClient: QueryClient, change: (run: ActiveRunView) => ActiveRunView | null): void {
  patch<ActiveRunView[]>(queryClient, activeRunsQuery.queryKey, (runs) => runs.flatMap((run) => change(run) ?? []));
}

/**
 * The result of a run for a toast: "Generated 3 captions.", "Generated 2 of 3 captions. 1 failed."
 * @param which the sentence about failures; by default their number
 */
export function runResultText(
  kind: RunKindName,
  { total, done, failed }: RunCounts,
  which = `${failed} failed.`,
): string {
  const { did, noun, nouns } = RUN_KINDS[kind];
  return failed === 0 ? `${did} ${countText(done, noun, nouns)}.` : `${did} ${done} of ${total} ${nouns}. ${which}`;
}

/** The fields that all kinds of runs have. */
interface RunView {
  runId: string;
  state: RunState;
}

/**
 * Watches the background runs of a subject in the query cache.
 * @param queryKey key of the query for the subject's runs, oldest first
 * @param onEnd called once for each run that ends after it was seen active, or was started here
 * @param followed ids of the runs whose end has not been reported
 */
export function followRuns<View extends RunView>(
  queryClient: QueryClient,
  queryKey: QueryKey,
  onEnd: (run: View) => void,
  followed = new Set<string>(),
) {
  const known = () => queryClient.getQueryData<View[]>(queryKey) ?? [];

  /** Reports runs that have ended; call it when the cached runs have changed. */
  function check(now = known()) {
    for (const run of now) {
      if (isRunActive(run.state)) followed.add(run.runId);
      else if (followed.delete(run.runId)) onEnd(run);
    }
  }

  /** Adds a run that was just started to the cache, and watches it, even if it ended before the response arrived. */
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

/** The runs of a subject, watched while the component is mounted; see `followRuns`. */
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
