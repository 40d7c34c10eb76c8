import type { OptimizationRunView, RunSectionState } from '@gmb-moments/backend/contract/optimizations';
import { toast } from '../../lib/toast';
import { titlesOf } from './sections';

export const GENERATE_FAILED = 'Failed to generate optimizations';
export const REGENERATE_FAILED = 'Failed to regenerate';
const NO_REASON = 'Failed to generate suggestions';

/** Says how the generation of all that was missing ended. */
export function announceGeneration(run: OptimizationRunView): void {
  const failed = sectionsOf(run, 'failed');
  if (failed.length === 0 && run.failed === 0) {
    return toast.success('Generated', 'AI suggestions generated successfully');
  }
  if (run.done === 0) return toast.error(GENERATE_FAILED, reasonOf(run));
  const which = failed.length > 0 ? `${titlesOf(failed)} failed.` : `${run.failed} failed.`;
  toast.info('Partial Success', `Generated ${run.done} of ${run.total} suggestions. ${which}`);
}

/** Says how the new suggestion that was asked for here ended. */
export function announceRegeneration(run: OptimizationRunView): void {
  if (run.failed > 0) toast.error(REGENERATE_FAILED, reasonOf(run));
  else if (run.done > 0) toast.success('Regenerated', 'Section regenerated successfully');
  else toast.info('Not regenerated', droppedText(run));
}

/** What became of a suggestion that was not kept. */
export const DROPPED = 'The section was changed meanwhile, so the new suggestion was dropped.';

function droppedText({ sections }: OptimizationRunView): string {
  return sections.find(({ state }) => state === 'skipped')?.message || DROPPED;
}

function sectionsOf({ sections }: OptimizationRunView, wanted: RunSectionState) {
  return sections.filter(({ state }) => state === wanted).map(({ section }) => section);
}

function reasonOf({ sections }: OptimizationRunView): string {
  return sections.find(({ state, message }) => state === 'failed' && message !== '')?.message ?? NO_REASON;
}
