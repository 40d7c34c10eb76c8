import type { CaptionRunView } from '../contract/captions.js';
import type { CaptionRun, CaptionRunItem } from './caption-run.entity.js';

/** The run with its failed items. */
export function presentRun(run: CaptionRun, failed: CaptionRunItem[]): CaptionRunView {
  return {
    runId: run.id,
    momentId: run.momentId,
    state: run.state,
    total: run.total,
    done: run.done,
    failed: run.failed,
    errors: failed.map(({ imageId, message, detail }) => ({ imageId, message, detail })),
  };
}
