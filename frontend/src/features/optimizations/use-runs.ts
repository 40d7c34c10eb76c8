import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OptimizationProgress } from '@gmb-moments/backend/contract/events';
import type { OptimizationRunView, RunSectionView } from '@gmb-moments/backend/contract/optimizations';
import { isRunActive, type Section } from '@gmb-moments/backend/contract/statuses';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useStaffEvent } from '../../lib/live';
import { optimizationRunsQuery } from './optimizations.api';

/** Why a section failed. */
type Failure = Pick<RunSectionView, 'message' | 'detail'>;

/** What live events told about a run. */
interface Heard {
  last: OptimizationProgress;
  failures: Map<Section, Failure>;
}

/** Follows the generations of an optimization; `onEnd` hears of each end of one that was seen going, once. */
export function useRuns(optimizationId: string, onEnd: (run: OptimizationRunView) => void) {
  const client = useQueryClient();
  const query = optimizationRunsQuery(optimizationId);
  const runs = useQuery(query);
  const going = useRef(new Map<string, OptimizationRunView>());
  const heardOf = useHeard(optimizationId);

  function follow(now: OptimizationRunView[]) {
    for (const run of now) if (isRunActive(run.state)) going.current.set(run.runId, run);
    for (const before of going.current.values()) {
      const run = now.find(({ runId }) => runId === before.runId);
      if (run && isRunActive(run.state)) continue;
      going.current.delete(before.runId);
      // While others are going on, one that ended is not answered any more: then the events say how it ended.
      const ended = run ?? endAsHeard(before, heardOf(before.runId));
      if (ended) onEnd(ended);
    }
  }
  const followLatest = useEffectEvent(follow);
  useEffect(() => followLatest(runs.data ?? []), [runs.data]);

  /** Shows a run that was asked for at once, and follows it, also when it ended before the answer came. */
  function began(run: OptimizationRunView) {
    going.current.set(run.runId, run);
    client.setQueryData(query.queryKey, (old = []) =>
      old.some(({ runId }) => runId === run.runId) ? old : [...old.filter(({ state }) => isRunActive(state)), run],
    );
    follow(client.getQueryData(query.queryKey) ?? []);
    void client.invalidateQueries({ queryKey: query.queryKey });
  }

  return { runs, began };
}

function useHeard(optimizationId: string): (runId: string) => Heard | undefined {
  const heard = useRef(new Map<string, Heard>());
  useStaffEvent('optimization.progress', (progress) => {
    if (progress.optimizationId !== optimizationId) return;
    const failures = heard.current.get(progress.runId)?.failures ?? new Map<Section, Failure>();
    const { section, message, detail = '' } = progress;
    if (section && message) failures.set(section, { message, detail });
    heard.current.set(progress.runId, { last: progress, failures });
  });
  return (runId) => heard.current.get(runId);
}

function endAsHeard(run: OptimizationRunView, heard: Heard | undefined): OptimizationRunView | null {
  if (!heard || isRunActive(heard.last.state)) return null;
  const { state, done, failed } = heard.last;
  const rest = done > 0 ? 'done' : 'skipped';
  const sections = run.sections.map((item) => {
    const failure = heard.failures.get(item.section);
    if (failure) return { ...item, ...failure, state: 'failed' as const };
    return item.state === 'waiting' ? { ...item, state: rest as 'done' | 'skipped' } : item;
  });
  return { ...run, state, done, failed, sections };
}
