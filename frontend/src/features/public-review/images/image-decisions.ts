import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { QueryClient } from '@tanstack/react-query';
import { HttpError, reasonOf } from '../../../lib/http';
import { toast, type ToastAction } from '../../../lib/toast';
import type { Decision, DecisionRules, Tally } from '../shell/use-decisions';
import { approveImage, refreshImageReview, rejectImage, undoImageDecision } from './images.api';

/** An image with its number on the page, which messages name it by. */
export type NumberedImage = ReviewImageView & { number: number };

export function imageRules(queryClient: QueryClient, momentId: string): DecisionRules<NumberedImage> {
  return {
    approve: approveImage,
    reject: rejectImage,
    undo: undoImageDecision,
    refresh: () => refreshImageReview(queryClient, momentId),
    isReady: () => true,
    draftOf: ({ id }) => id,
    approved: 'Image approved successfully',
    explain,
    report,
  };
}

const FAILED: Record<Decision, string> = {
  approve: 'Failed to approve image',
  reject: 'Failed to submit feedback',
  'approve all': 'Failed to approve images. Please try again.',
  undo: 'Failed to undo the decision',
};

/** A decision that came too late says so: nothing failed, the page was behind. */
function explain(error: Error, decision: Decision, image?: NumberedImage): void {
  const code = error instanceof HttpError ? error.code : undefined;
  const name = `#${image?.number}`;
  if (code === 'IMAGE_CHANGED') {
    toast.info('Image changed', `Image ${name} was changed. Please look at the new version, then decide again.`);
  } else if (code === 'IMAGE_NOT_PENDING') {
    toast.info('Already decided', `Somebody else has already decided on image ${name}.`);
  } else if (code === 'DECISION_FINAL') {
    toast.info('Decision stands', reasonOf(error));
  } else {
    toast.error('Error', tooFastOf(error) ?? withReason(FAILED[decision], [error]));
  }
}

function report({ total, approved, failed }: Tally<NumberedImage>, undo: ToastAction): void {
  const errors = failed.map(({ error }) => error);
  const tooFast = errors.map(tooFastOf).find(Boolean);
  if (failed.length === 0) toast.success('All Approved', `Successfully approved ${total} image(s)`, undo);
  else if (approved.length === 0) {
    toast.error('Error', tooFast ?? withReason('Failed to approve all images. Please try again.', errors));
  } else {
    const counts = `Approved ${approved.length} of ${total} images. ${failed.length} failed.`;
    toast.error('Partially Approved', tooFast ? `${counts}\n${tooFast}` : counts);
  }
}

/** The sentence with the reason on a line of its own, where there is one reason for all. */
function withReason(sentence: string, errors: Error[]): string {
  const reasons = [...new Set(errors.map(reasonOf))];
  return reasons.length === 1 ? `${sentence}\n${reasons[0]}` : sentence;
}

/** The server's sentence where it takes no more decisions for now: it says when to go on. */
function tooFastOf(error: Error): string | undefined {
  return error instanceof HttpError && error.status === 429 ? error.reason : undefined;
}
