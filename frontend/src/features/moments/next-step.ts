import type { CaptionRunDetail } from '@gmb-moments/backend/contract/captions';
import type { ImageView } from '@gmb-moments/backend/contract/images';
import type { MomentView } from '@gmb-moments/backend/contract/moments';
import { isRunActive } from '@gmb-moments/backend/contract/statuses';
import { lacksCaption } from '../../records/captions';

export const STEPS = ['Generate', 'Check', 'Share', 'Answer feedback', 'Deliver'] as const;
export type Step = (typeof STEPS)[number];

/** What a colleague would do next; `wait` is for the client. */
export type NextStep = 'add' | 'generate' | 'share' | 'answer' | 'wait' | 'deliver' | null;

/** The one next step of a moment. Answering the client comes before everything else. */
export function nextStep(moment: MomentView, images: ImageView[], run: CaptionRunDetail | null): NextStep {
  if (images.length === 0) return 'add';
  if (images.some(({ status }) => status === 'rejected')) return 'answer';
  if (images.every(({ status }) => status === 'approved'))
    return moment.undelivered > 0 || !moment.delivered ? 'deliver' : null;
  if (images.some(lacksCaption) || (run && isRunActive(run.state))) return 'generate';
  return moment.sharedAt === null ? 'share' : 'wait';
}

/** What the ticks of the steps stand for. */
export interface StepFacts {
  /** Whether every image has a title and a description. */
  isCaptioned: boolean;
  /** Whether staff opened every caption. */
  isChecked: boolean;
  isShared: boolean;
}

/** The steps of a moment, each done where that is a fact, and the one that it is at. */
export function stepsOf(
  next: NextStep,
  { isCaptioned, isChecked, isShared }: StepFacts,
): { step: Step; state: 'done' | 'current' | 'later' }[] {
  const current = { add: 0, generate: 0, share: isChecked ? 2 : 1, answer: 3, wait: 3, deliver: 4 };
  const at = next === null ? STEPS.length : current[next];
  const done = [isCaptioned, isCaptioned && isChecked, isShared, next === null || next === 'deliver', next === null];
  return STEPS.map((step, index) => ({ step, state: index === at ? 'current' : done[index] ? 'done' : 'later' }));
}
