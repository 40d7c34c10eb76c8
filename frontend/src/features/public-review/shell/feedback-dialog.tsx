import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import { useState, type FormEvent, type ReactNode } from 'react';
import { firstCharacters } from '../../../lib/characters';
import { Button } from './card';
import { Overlay } from './overlay';
import styles from './overlay.module.css';
import shell from './shell.module.css';
import { draftKey, sessionStore } from './session';
import type { Reviewed } from './use-decisions';

interface FeedbackDialogProps {
  title: string;
  text: string;
  /** A picture of the item, if there is one. */
  picture?: ReactNode;
  item: Reviewed;
  /** Name that unsent feedback is kept under. */
  draft: string;
  /** Says what changed since the dialog was opened; `''` for nothing. */
  meanwhile: string;
  /** Whether feedback can be taken as things stand. */
  ready: boolean;
  /** Whether the feedback is being sent; stays true until the dialog closes or sending fails. */
  sending: boolean;
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/**
 * Asks what needs to be changed. What was typed is kept when the dialog is closed without sending it; who rejected the
 * item before goes on from that feedback.
 */
export function FeedbackDialog(props: FeedbackDialogProps) {
  const { title, text, picture, item, draft, meanwhile, ready, sending, onSubmit, onClose } = props;
  const [feedback, setFeedback] = useState(
    () => sessionStore.read(draftKey(draft)) || (item.status === 'rejected' ? item.feedback : ''),
  );
  const blocked = isBlank(feedback) || sending || !ready;

  const write = (typed: string) => {
    setFeedback(typed);
    sessionStore.write(draftKey(draft), typed);
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
      item={item}
      openerGoes={sending}
      onClose={onClose}
    >
      <form className={styles.ask} onSubmit={submit}>
        <header>
          {picture}
          <div>
            <h2 id="feedback-title">{title}</h2>
            <p id="feedback-text" className={shell.muted}>
              {text}
            </p>
          </div>
        </header>
        <output>{sending ? '' : meanwhile}</output>
        <textarea
          data-autofocus
          rows={4}
          value={feedback}
          aria-label="Feedback"
          aria-required="true"
          placeholder="Describe what needs to be changed..."
          onChange={(event) => write(firstCharacters(event.target.value, FEEDBACK_MAX))}
        />
        <div className={styles.choices}>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="danger" disabled={blocked}>
            Submit Feedback
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
