import type { Approval } from '@gmb-moments/backend/contract/statuses';
import type { ReactNode } from 'react';
import { CheckIcon, CrossIcon } from '../review/icons';
import { ChangeStatus, type Deciding } from './change-status';
import { ClockIcon } from './preview-icons';
import { isReady, type SectionState } from './preview-sections';
import { SectionTexts } from './section-texts';

interface SectionCardProps {
  state: SectionState;
  deciding: Deciding;
  onApprove: () => void;
  onReject: () => void;
}

/** Id of a section's card, which receives the focus when its buttons are gone. */
export const cardId = ({ section }: Pick<SectionState, 'section'>) => `section-${section}`;

/** One section: what is suggested for it, and the decision on it. */
export function SectionCard({ state, deciding, onApprove, onReject }: SectionCardProps) {
  const headingId = `${cardId(state)}-heading`;
  return (
    <article id={cardId(state)} className="review-card preview-card" tabIndex={-1} aria-labelledby={headingId}>
      <header className="preview-head">
        <h3 id={headingId}>{state.name}</h3>
        <StatusBadge approval={state.approval} />
        {state.hint && <p>{state.hint}</p>}
      </header>
      <SectionTexts state={state} />
      <Feedback state={state} />
      <Decision state={state} deciding={deciding} onApprove={onApprove} onReject={onReject} />
    </article>
  );
}

function Decision({ state, deciding, onApprove, onReject }: SectionCardProps) {
  if (!isReady(state)) return null;
  const { name, approval } = state;
  if (approval !== 'pending') {
    return (
      <div className="preview-decision">
        <ChangeStatus name={name} approval={approval} deciding={deciding} onApprove={onApprove} onReject={onReject} />
      </div>
    );
  }
  return (
    <div className="preview-decision">
      <button
        type="button"
        className="review-button review-button-reject"
        disabled={deciding.reject === 'waiting'}
        onClick={onReject}
      >
        <CrossIcon />
        Reject
      </button>
      <button
        type="button"
        className="review-button review-button-approve"
        disabled={deciding.approve === 'waiting'}
        onClick={onApprove}
      >
        <CheckIcon />
        Approve
      </button>
    </div>
  );
}

const BADGES: Record<Approval, { label: string; icon: ReactNode }> = {
  pending: { label: 'Pending Review', icon: <ClockIcon /> },
  approved: { label: 'Approved', icon: <CheckIcon size={14} /> },
  rejected: { label: 'Needs Revision', icon: <CrossIcon size={14} /> },
};

function StatusBadge({ approval }: { approval: Approval }) {
  const { label, icon } = BADGES[approval];
  return (
    <span className={`review-badge review-badge-${approval}`}>
      {icon}
      {label}
    </span>
  );
}

/** What the reviewer said last; it stays in view when the team has answered with another suggestion. */
function Feedback({ state: { approval, feedback } }: { state: SectionState }) {
  if (feedback === '') return null;
  return (
    <div className={`review-feedback preview-feedback preview-feedback-${approval}`}>
      <strong>Your feedback</strong>
      <p>{feedback}</p>
      {approval === 'pending' && <p className="preview-revised">The team has revised the suggestion since.</p>}
    </div>
  );
}
