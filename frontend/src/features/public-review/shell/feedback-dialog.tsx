import { FEEDBACK_MAX } from '@gmb-moments/backend/contract/limits';
import { isBlank } from '@gmb-moments/backend/contract/texts';
import { useState, type ComponentType, type FormEvent } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import { firstCharacters } from '../../../lib/characters';
import { Button } from './card';
import { Overlay } from './overlay';
import styles from './overlay.module.css';
import shell from './shell.module.css';
import { draftKey, tabStorage } from './browser-storage';
import type { ReviewItem } from './review-item';

/** The texts of the dialog, and whether an item can be rejected. */
export interface FeedbackDialogTexts<Item> {
  title: string;
  textOf: (item: Item) => string;
  /** A picture of the item, if there is one. */
  Picture?: ComponentType<{ item: Item }>;
  /** A sentence about what changed since the dialog was opened; `''` for nothing. */
  changeSinceOpened: (item: Item, asOpened: Item) => string;
  /** Whether the item can be rejected now. */
  canSend: (item: Item) => boolean;
}

interface FeedbackDialogProps<Item> {
  texts: FeedbackDialogTexts<Item>;
  item: Item;
  /** The item as it was when the dialog was opened. */
  asOpened: Item;
  /** Name under which the unsent feedback is stored (`draftKey`). */
  draftName: string;
  /** Whether the feedback is being sent; `true` until the dialog closes or sending fails. */
  isSending: boolean;
  onSubmit: (feedback: string) => void;
  onClose: () => void;
}

/**
 * Asks what should be changed in a rejected item. Unsent text is stored when the dialog closes. For an item that is
 * rejected already, the field starts with its feedback.
 */
export function FeedbackDialog<Item extends ReviewItem>(props: FeedbackDialogProps<Item>) {
  const { texts, item, asOpened, draftName, isSending, onSubmit, onClose } = props;
  const { Picture } = texts;
  const [feedback, setFeedback] = useState(
    () => tabStorage.read(draftKey(draftName)) || (item.status === 'rejected' ? item.feedback : ''),
  );
  const t = useTranslator();
  const blocked = isBlank(feedback) || isSending || !texts.canSend(item);

  const write = (typed: string) => {
    setFeedback(typed);
    tabStorage.write(draftKey(draftName), typed);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!blocked) onSubmit(feedback.trim());
  };
  return (
    <Overlay
      variant="box"
      labelledBy="feedback-title"
      describedBy="feedback-text"
      item={item}
      isOpenerLeaving={isSending}
      onClose={onClose}
    >
      <form className={`stack gap-14 ${styles.ask}`} onSubmit={submit}>
        <header className="row gap-14">
          {Picture && <Picture item={item} />}
          <div>
            <h2 id="feedback-title">{texts.title}</h2>
            <p id="feedback-text" className={shell.muted}>
              {texts.textOf(item)}
            </p>
          </div>
        </header>
        <output className="rejected">{isSending ? '' : texts.changeSinceOpened(item, asOpened)}</output>
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
          <Button type="submit" variant="danger" disabled={blocked}>
            {t.text('feedback.submit')}
          </Button>
        </div>
      </form>
    </Overlay>
  );
}
