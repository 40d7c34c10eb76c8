import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { hasCaption, lacksCaption } from '../../records/captions';

const STEPS = ['Generate', 'Check', 'Share', 'Answer feedback', 'Deliver'];

/** The next step of staff. `wait`: for the client's decisions; `null`: nothing is left to do. */
export type NextStep = 'add' | 'generate' | 'share' | 'answer' | 'wait' | 'deliver' | null;

/** The next step of a moment. Answering rejections comes first. */
export function nextStep(moment: MomentView, images: ImageView[], run: CaptionRunDetail | null): NextStep {
  if (images.length === 0) return 'add';
  if (images.some(({ status }) => status === 'rejected')) return 'answer';
  if (images.every(({ status }) => status === 'approved'))
    return moment.undelivered > 0 || !moment.delivered ? 'deliver' : null;
  if (images.some(lacksCaption) || (run && isRunActive(run.state))) return 'generate';
  return moment.sharedAt === null ? 'share' : 'wait';
}

/**
 * All steps of a moment with their states.
 * @param isEveryCaptionOpened whether staff have opened every caption, which completes the step Check
 */
export function stepsOf(
  { moment, images, next }: { moment: MomentView; images: ImageView[]; next: NextStep },
  isEveryCaptionOpened: boolean,
): { step: string; state: 'done' | 'current' | 'later' }[] {
  const isCaptioned = images.every(hasCaption);
  const isDecided = next === null || next === 'deliver';
  const current = { add: 0, generate: 0, share: isEveryCaptionOpened ? 2 : 1, answer: 3, wait: 3, deliver: 4 };
  const at = next === null ? STEPS.length : current[next];
  const done = [isCaptioned, isCaptioned && isEveryCaptionOpened, moment.sharedAt !== null, isDecided, next === null];
  return STEPS.map((step, index) => {
    if (index === at) return { step, state: 'current' };
    return { step, state: done[index] ? 'done' : 'later' };
  });
}
