import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import { useState, type FormEvent } from 'react';
import { keepDraft, readDraft } from './feedback-draft';
import { Overlay } from './overlay';
import { altText } from './picture';
import { cardId } from './review-card';

interface RejectDialogProps {
  /** The image as it stands now; it may change or be decided while the reviewer writes. */
  image: ReviewImageView;
  number: number;
  /** The version the reviewer wanted to reject. */
  openedVersion: number;
  sending: 'yes' | 'no';
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/** Asks what needs to be changed. What was typed is kept when the dialog is closed without sending it. */
export function RejectDialog({ image, number, openedVersion, sending, onSubmit, onClose }: RejectDialogProps) {
  const [feedback, setFeedback] = useState(() => readDraft(image.id));
  const blocked = feedback.trim() === '' || sending === 'yes' || image.status !== 'pending';

  const write = (text: string) => {
    setFeedback(text);
    keepDraft(image.id, text);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blocked) onSubmit(feedback.trim());
  };
  return (
    <Overlay
      look="box"
      labelledBy="reject-title"
      describedBy="reject-text"
      onClose={onClose}
      returnTo={cardId(image.id)}
    >
      <form className="review-reject" onSubmit={submit}>
        <header>
          <img src={image.thumbnailUrl} alt={`#${number} ${altText(image, number)}`} width={64} height={64} />
          <div>
            <h2 id="reject-title">Reject Image</h2>
            <p id="reject-text">Please provide feedback on what needs to be changed</p>
          </div>
        </header>
        <output>{sending === 'no' && meanwhile(image, openedVersion)}</output>
        <textarea
          data-autofocus
          rows={4}
          value={feedback}
          maxLength={FEEDBACK_MAX}
          aria-label="Feedback"
          aria-required="true"
          placeholder="Describe what needs to be changed..."
          onChange={(event) => write(event.target.value)}
        />
        <div className="review-actions">
          <button type="button" className="review-button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="review-button review-button-danger" disabled={blocked}>
            Submit Feedback
          </button>
        </div>
      </form>
    </Overlay>
  );
}

/** What happened to the image since the dialog was opened, if anything. */
function meanwhile(image: ReviewImageView, openedVersion: number): string {
  if (image.status !== 'pending') return `This image was ${image.status} in the meantime.`;
  if (image.version !== openedVersion)
    return 'The team has changed this image in the meantime. Your feedback goes to the new version.';
  return '';
}
