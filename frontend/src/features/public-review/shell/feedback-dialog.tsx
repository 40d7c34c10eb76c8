import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import { useState, type ComponentType, type FormEvent } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { firstCharacters } from '../../../lib/characters';
import { Button } from './card';
import { Overlay } from './overlay';
import styles from './overlay.module.css';
import shell from './shell.module.css';
import { draftKey, sessionStore } from './session';
import type { Reviewed } from './reviewed';

/** What the dialog says about an item. */
export interface FeedbackWords<Item> {
  title: string;
  textOf: (item: Item) => string;
  /** A picture of the item, if there is one. */
  Picture?: ComponentType<{ item: Item }>;
  /** Says what changed since the dialog was opened; `''` for nothing. */
  meanwhile: (item: Item, asOpened: Item) => string;
  /** Whether feedback can be taken as things stand. */
  canSend: (item: Item) => boolean;
}

interface FeedbackDialogProps<Item> {
  words: FeedbackWords<Item>;
  item: Item;
  /** The same as it was when the dialog was opened. */
  asOpened: Item;
  /** Name that unsent feedback is kept under. */
  draft: string;
  /** Whether the feedback is being sent; stays true until the dialog closes or sending fails. */
  sending: boolean;
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/**
 * Asks what needs to be changed. What was typed is kept when the dialog is closed without sending it; who rejected the
 * item before goes on from that feedback.
 */
export function FeedbackDialog<Item extends Reviewed>(props: FeedbackDialogProps<Item>) {
  const { words, item, asOpened, draft, sending, onSubmit, onClose } = props;
  const { Picture } = words;
  const [feedback, setFeedback] = useState(
    () => sessionStore.read(draftKey(draft)) || (item.status === 'rejected' ? item.feedback : ''),
  );
  const t = useTranslator();
  const blocked = isBlank(feedback) || sending || !words.canSend(item);

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
      isOpenerLeaving={sending}
      onClose={onClose}
    >
      <form className={`stack gap-14 ${styles.ask}`} onSubmit={submit}>
        <header className="row gap-14">
          {Picture && <Picture item={item} />}
          <div>
            <h2 id="feedback-title">{words.title}</h2>
            <p id="feedback-text" className={shell.muted}>
              {words.textOf(item)}
            </p>
          </div>
        </header>
        <output className="rejected">{sending ? '' : words.meanwhile(item, asOpened)}</output>
        <textarea
          data-autofocus
          className={shell.field}
          rows={4}
          value={feedback}
          aria-label={t.text('feedback.label')}
          dir="auto"
          aria-required="true"
          placeholder={t.text('feedback.placeholder')}
          onChange={(event) => write(firstCharacters(event.target.value, FEEDBACK_MAX))}
        />
        <div className={`grid gap-12 ${styles.choices}`}>
          <Button onClick={onClose}>{t.text('cancel')}</Button>
          <Button type="submit" look="danger" disabled={blocked}>
            {t.text('feedback.submit')}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
