import type { ReactNode } from 'react';
import { CheckIcon } from './icons';

/** Id of the heading, which receives the focus when "approve all" is done and its button gone. */
export const HEADING_ID = 'review-heading';

interface ReviewSummaryProps {
  heading: string;
  decided: number;
  total: number;
  /** What the bar is called where it cannot be seen. */
  barLabel: string;
  /** The button that finishes the review. */
  children: ReactNode;
}

/** The heading with how far the review is. */
export function ReviewSummary({ heading, decided, total, barLabel, children }: ReviewSummaryProps) {
  return (
    <section className="review-summary" aria-labelledby={HEADING_ID}>
      <div className="review-summary-text">
        <h2 id={HEADING_ID} tabIndex={-1}>
          {heading}
        </h2>
        {total > 0 && (
          <>
            <progress className="review-bar" max={total} value={decided} aria-label={barLabel} />
            <p aria-live="polite" aria-atomic="true">
              {decided} of {total} decided
            </p>
          </>
        )}
      </div>
      {children}
    </section>
  );
}

interface ApproveAllButtonProps {
  label: string;
  /** How far "approve all" is, while it runs. */
  bulk: { done: number; total: number } | undefined;
  /** Whether a single decision is on its way. */
  approving: 'yes' | 'no';
  onClick: () => void;
}

/** Approves what is left. */
export function ApproveAllButton({ label, bulk, approving, onClick }: ApproveAllButtonProps) {
  return (
    <button
      type="button"
      className="review-button review-button-brand"
      disabled={Boolean(bulk) || approving === 'yes'}
      aria-busy={Boolean(bulk)}
      onClick={onClick}
    >
      <CheckIcon />
      {bulk ? `Approving ${bulk.done} of ${bulk.total}…` : label}
    </button>
  );
}

/** Says that nothing is left to do, and what happens next. */
export function ReviewDone({ text }: { text: string }) {
  return (
    <output className="review-done">
      <span className="review-done-icon">
        <CheckIcon size={24} />
      </span>
      <span>
        <strong>Thank you, your review is complete.</strong>
        {text}
      </span>
    </output>
  );
}
