import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { firstCharacters } from '../../lib/characters';
import { keepDraft, readDraft } from './feedback-draft';
import { Overlay } from './overlay';

interface FeedbackDialogProps {
  title: string;
  text: string;
  /** What the feedback is about, where it can be shown. */
  picture?: ReactNode;
  /** Name that unsent feedback is kept under. */
  draft: string;
  /** What stands in the box when nothing was kept. */
  initial?: string;
  /** What happened since the dialog was opened; `''` when nothing did. */
  meanwhile: string;
  /** Whether feedback can be taken now; it is `sending` until the dialog closes, or until it has failed. */
  state: 'ready' | 'sending' | 'refused';
  /** Id of the card that receives the focus at the end. */
  returnTo: string;
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/** Asks what needs to be changed. What was typed is kept when the dialog is closed without sending it. */
export function FeedbackDialog(props: FeedbackDialogProps) {
  const { title, text, picture, draft, initial = '', meanwhile, state, returnTo, onSubmit, onClose } = props;
  const [feedback, setFeedback] = useState(() => readDraft(draft) || initial);
  const blocked = isBlank(feedback) || state !== 'ready';

  const write = (typed: string) => {
    setFeedback(typed);
    keepDraft(draft, typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blocked) onSubmit(feedback.trim());
  };
  return (
    <Overlay
      look="box"
      labelledBy="feedback-title"
      describedBy="feedback-text"
      onClose={onClose}
      returnTo={returnTo}
      opener={state === 'sending' ? 'goes' : 'stays'}
    >
      <form className="review-ask" onSubmit={submit}>
        <header>
          {picture}
          <div>
            <h2 id="feedback-title">{title}</h2>
            <p id="feedback-text">{text}</p>
          </div>
        </header>
        <output>{state === 'sending' ? '' : meanwhile}</output>
        <textarea
          data-autofocus
          rows={4}
          value={feedback}
          aria-label="Feedback"
          aria-required="true"
          placeholder="Describe what needs to be changed..."
          onChange={(event) => write(firstCharacters(event.target.value, FEEDBACK_MAX))}
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
