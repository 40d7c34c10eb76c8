import { useTranslator } from '../../../lib/texts/translator';
import { Button } from './card';
import { Overlay } from './overlay';
import styles from './overlay.module.css';
import shell from './shell.module.css';

/** The texts and the choices of the dialog. */
export interface ApproveAllQuestion<Item> {
  title: string;
  text: string;
  /** Label of the button that approves all items. */
  label: string;
  /** A second button, which approves only these items. */
  alternative: { items: Item[]; label: string };
}

interface ApproveAllDialogProps<Item> {
  question: ApproveAllQuestion<Item>;
  onAll: () => void;
  onSome: (items: Item[]) => void;
  onClose: () => void;
}

/** Asks before all items are approved, including rejected ones. */
export function ApproveAllDialog<Item>({
  question: { title, text, label, alternative },
  onAll,
  onSome,
  onClose,
}: ApproveAllDialogProps<Item>) {
  const t = useTranslator();
  const answer = (approve: () => void) => () => {
    onClose();
    approve();
  };
  return (
    <Overlay variant="box" labelledBy="ask-title" describedBy="ask-text" onClose={onClose}>
      <div className={`stack gap-14 ${styles.ask}`}>
        <div>
          <h2 id="ask-title">{title}</h2>
          <p id="ask-text" className={shell.muted}>
            {text}
          </p>
        </div>
        <div className={`flex wrap to-end gap-10 ${styles.answers}`}>
          <Button data-autofocus onClick={onClose}>
            {t.text('cancel')}
          </Button>
          <Button onClick={answer(() => onSome(alternative.items))}>{alternative.label}</Button>
          <Button variant="brand" onClick={answer(onAll)}>
            {label}
          </Button>
        </div>
      </div>
    </Overlay>
  );
}
