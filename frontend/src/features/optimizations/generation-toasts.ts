import type { OptimizationRunView } from '@gmb-moments/backend/contract/optimizations';
import { toast } from '../../lib/toast';
import { runResultText } from '../../records/runs';
import { titlesOf } from './sections';

export const GENERATE_FAILED = 'Failed to generate optimizations';
export const REGENERATE_FAILED = 'Failed to regenerate';
const NO_REASON = 'Failed to generate suggestions';

/** Shows the result of a run for missing suggestions. */
export function toastGeneration(run: OptimizationRunView): void {
  const failed = run.sections.filter(({ state }) => state === 'failed').map(({ section }) => section);
  if (failed.length === 0 && run.failed === 0) {
    return toast.success('Generated', 'AI suggestions generated successfully');
  }
  if (run.done === 0) return toast.error(GENERATE_FAILED, whyNotWritten(run));
  const which = failed.length > 0 ? `${titlesOf(failed)} failed.` : undefined;
  toast.info('Partial Success', runResultText('optimizations', run, which));
}

/**
 * Shows the result of a regeneration that was started on this page.
 * @param undo restores the previous text
 */
export function toastRegeneration(run: OptimizationRunView, undo?: () => void): void {
  const action = undo && { label: 'Undo', run: undo };
  if (run.failed > 0) toast.error(REGENERATE_FAILED, whyNotWritten(run));
  else if (run.done > 0) toast.success('Regenerated', 'Section regenerated successfully', action);
  else toast.info('Not regenerated', droppedText(run));
}

/** Shown for a suggestion that was discarded. */
export const DROPPED = 'The section was changed meanwhile, so the new suggestion was dropped.';

function droppedText({ sections }: OptimizationRunView): string {
  return sections.find(({ state }) => state === 'skipped')?.message || DROPPED;
}

function whyNotWritten({ sections }: OptimizationRunView): string {
  return sections.find(({ state, message }) => state === 'failed' && message !== '')?.message ?? NO_REASON;
}
