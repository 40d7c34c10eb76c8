import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { CheckIcon } from './icons';

interface ReviewSummaryProps {
  images: ReviewImageView[];
  /** How far "approve all" is, while it runs. */
  bulk: { done: number; total: number } | undefined;
  /** Whether a single decision is on its way. */
  approving: 'yes' | 'no';
  onApproveAll: (pending: ReviewImageView[]) => void;
}

/** The heading with how far the review is, and the button that finishes it. */
export function ReviewSummary({ images, bulk, approving, onApproveAll }: ReviewSummaryProps) {
  const pending = images.filter(({ status }) => status === 'pending');
  const decided = images.length - pending.length;
  return (
    <section className="review-summary" aria-labelledby="review-heading">
      <div className="review-summary-text">
        <h2 id="review-heading">Review &amp; Approve Content</h2>
        {images.length > 0 && (
          <>
            <progress className="review-bar" max={images.length} value={decided} aria-label="Images decided" />
            <p aria-live="polite" aria-atomic="true">
              {decided} of {images.length} decided
            </p>
          </>
        )}
      </div>
      {(pending.length > 0 || bulk) && (
        <button
          type="button"
          className="review-button review-button-brand"
          disabled={Boolean(bulk) || approving === 'yes'}
          aria-busy={Boolean(bulk)}
          onClick={() => onApproveAll(pending)}
        >
          <CheckIcon />
          {bulk ? `Approving ${bulk.done} of ${bulk.total}…` : 'Approve All Pending'}
        </button>
      )}
    </section>
  );
}

/** Says that nothing is left to do, and what happens next. */
export function AllDecided({ images }: { images: ReviewImageView[] }) {
  const rejected = images.filter(({ status }) => status === 'rejected').length;
  return (
    <output className="review-done">
      <span className="review-done-icon">
        <CheckIcon size={24} />
      </span>
      <span>
        <strong>Thank you, your review is complete.</strong>
        {rejected === 0
          ? 'You approved everything. There is nothing left to do; you can close this page.'
          : `The team has your feedback on ${rejected === 1 ? 'one image' : `${rejected} images`}. Revised images appear on this page for another look.`}
      </span>
    </output>
  );
}
