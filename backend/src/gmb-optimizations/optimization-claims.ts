import type { EntityManager } from 'typeorm';
import type { OptimizationProgress } from '../contract/events.js';
import type { Section } from '../contract/statuses.js';
import { announce } from '../realtime/announcements.js';
import { countItem, endColumns, failureIn, holdRun, type ItemEnd, type RunKind } from '../runs/claims.js';
import { OptimizationRun, OptimizationRunItem } from './optimization-run.entity.js';
import { Optimization } from './optimization.entity.js';

/** Optimization runs, as claims know them. */
export const OPTIMIZATION_RUNS: RunKind<OptimizationRun> = {
  entity: OptimizationRun,
  announce: (manager, run) => announce(manager, 'optimization.progress', progressOf(run)),
};

/**
 * Locks the run for the rest of the transaction; its optimization first, as whoever changes a section does.
 * @throws ClaimLost when this worker may not write any more
 */
export async function holdOptimizationRun(manager: EntityManager, run: OptimizationRun): Promise<OptimizationRun> {
  const where = { id: run.optimizationId };
  await manager.findOne(Optimization, { where, select: { id: true }, lock: { mode: 'pessimistic_write' } });
  return holdRun(manager, OPTIMIZATION_RUNS, run);
}

/** Counts a section of a held run as ended, and announces it. */
export async function endSection(
  manager: EntityManager,
  run: OptimizationRun,
  section: Section,
  end: ItemEnd,
): Promise<void> {
  await manager.update(OptimizationRunItem, { runId: run.id, section }, endColumns(end));
  await countItem(manager, OPTIMIZATION_RUNS, run, end.state);
  await announce(manager, 'optimization.progress', { ...progressOf(run), section, ...failureIn(end) });
}

export function progressOf({ optimizationId, id, state, total, done, failed }: OptimizationRun): OptimizationProgress {
  return { optimizationId, runId: id, state, total, done, failed };
}
