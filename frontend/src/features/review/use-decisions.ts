import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { HttpError, reasonOf } from '../../lib/http';
import { toast } from '../../lib/toast';
import { approveEach, type Tally } from './approve-each';
import { dropDraft } from './feedback-draft';
import { approveImage, refreshReview, rejectImage, type SeenImage } from './review.api';

/** An image to decide on, with its number on the page for messages about it. */
export type NumberedImage = SeenImage & { number: number };

/** Approve, reject and approve all. Each stays pending until the page shows what came of it. */
export function useDecisions(momentId: string) {
  const client = useQueryClient();
  const [done, setDone] = useState(0);
  const refresh = () => refreshReview(client, momentId);

  const approve = useMutation({
    mutationFn: (image: NumberedImage) => approveImage(image),
    onSuccess: () => toast.success('Approved', 'Image approved successfully'),
    onError: (error, { number }) => explain(error, { number, otherwise: 'Failed to approve image' }),
    onSettled: refresh,
  });
  const reject = useMutation({
    mutationFn: (image: NumberedImage & { feedback: string }) => rejectImage(image),
    onSuccess: (_answer, { id }) => {
      dropDraft(id);
      toast.success('Feedback Submitted', 'The team will make revisions based on your feedback');
    },
    onError: (error, { number }) => explain(error, { number, otherwise: 'Failed to submit feedback' }),
    onSettled: refresh,
  });
  const approveAll = useMutation({
    mutationFn: (images: SeenImage[]) => approveEach(images, approveImage, setDone),
    onMutate: () => setDone(0),
    onSuccess: report,
    onError: (error) => toast.error('Error', withReason('Failed to approve images. Please try again.', [error])),
    onSettled: refresh,
  });
  return { approve, reject, approveAll, approvedSoFar: done };
}

function report({ total, approved, failed }: Tally<SeenImage>): void {
  const tooFast = failed.map(({ error }) => tooFastOf(error)).find(Boolean);
  if (failed.length === 0) toast.success('All Approved', `Successfully approved ${approved} image(s)`);
  else if (approved === 0) {
    const errors = failed.map(({ error }) => error);
    toast.error('Error', tooFast ?? withReason('Failed to approve all images. Please try again.', errors));
  } else {
    const counts = `Approved ${approved} of ${total} images. ${failed.length} failed.`;
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

/** A decision that came too late says so: nothing failed, the page was behind. */
function explain(error: Error, { number, otherwise }: { number: number; otherwise: string }): void {
  const code = error instanceof HttpError ? error.code : undefined;
  if (code === 'IMAGE_CHANGED') {
    toast.info('Image changed', `Image #${number} was changed. Please look at the new version, then decide again.`);
  } else if (code === 'IMAGE_NOT_PENDING') {
    toast.info('Already decided', `Somebody else has already decided on image #${number}.`);
  } else {
    toast.error('Error', tooFastOf(error) ?? withReason(otherwise, [error]));
  }
}
