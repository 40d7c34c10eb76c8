import type { OptimizationRunView } from '../contract/optimizations.js';
import { SECTIONS } from '../contract/statuses.js';
import type { OptimizationRun, OptimizationRunItem } from './optimization-run.entity.js';

/** Sections of a run in the order of the pages. */
export function inOrder(items: OptimizationRunItem[]): OptimizationRunItem[] {
  return items.toSorted((a, b) => SECTIONS.indexOf(a.section) - SECTIONS.indexOf(b.section));
}

/** The run with its sections, in the order of the pages. */
export function presentOptimizationRun(run: OptimizationRun, items: OptimizationRunItem[]): OptimizationRunView {
  return {
    runId: run.id,
    optimizationId: run.optimizationId,
    kind: run.kind,
    state: run.state,
    total: run.total,
    done: run.done,
    failed: run.failed,
    sections: inOrder(items).map(({ section, state, message, detail }) => ({ section, state, message, detail })),
  };
}
