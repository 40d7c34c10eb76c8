import type { ComponentProps, ReactNode } from 'react';
import { useTranslator } from '../../../lib/texts/translator';
import styles from './card.module.css';
import { Icon, type IconName } from './icon';
import { useMayDecide } from './visit';
import type { ReviewItem } from './review-item';

/** Element id of an item's card, which takes the focus when its buttons are removed. */
export const cardId = ({ id }: Pick<ReviewItem, 'id'>) => `card-${id}`;

/**
 * Moves the focus from an item's buttons, which are about to be removed, to its card, so that Tab continues from
 * there.
 */
export function keepFocus(item: ReviewItem): void {
  const card = document.getElementById(cardId(item));
  const { activeElement } = document;
  if (activeElement === document.body || card?.contains(activeElement)) card?.focus({ preventScroll: true });
}

interface ButtonProps extends ComponentProps<'button'> {
  variant?: 'brand' | 'approve' | 'reject' | 'danger';
}

export function Button({ variant, className, ...props }: ButtonProps) {
  const classes = [styles.button, variant && styles[variant], className].filter(Boolean);
  return <button type="button" className={classes.join(' ')} {...props} />;
}

/** State and callbacks of the buttons that decide on an item. */
export interface DecisionProps {
  /** Whether an approval is being sent; disables the button. */
  approving: boolean;
  rejecting: boolean;
  onApprove: () => void;
  onReject: () => void;
}

export function DecisionButtons({ approving, rejecting, onApprove, onReject }: DecisionProps) {
  const t = useTranslator();
  if (!useMayDecide()) return null;
  return (
    <>
      <Button variant="reject" disabled={rejecting} onClick={onReject}>
        <Icon name="cross" size={16} />
        {t.text('reject')}
      </Button>
      <Button variant="approve" disabled={approving} onClick={onApprove}>
        <Icon name="check" size={16} />
        {t.text('approve')}
      </Button>
    </>
  );
}

interface CardProps extends DecisionProps {
  item: ReviewItem;
  /** The accessible name, or the id of the heading that names the card. */
  label: { 'aria-label': string } | { 'aria-labelledby': string };
  className: string | undefined;
  /** Shown instead of the buttons once the item is decided. */
  decided?: ReactNode;
  children: ReactNode;
}

/** The frame of an item's card, with the buttons that decide on it. */
export function Card({ item, label, className, decided, children, ...decision }: CardProps) {
  const mayDecide = useMayDecide();
  const choices = item.status === 'pending' ? <DecisionButtons {...decision} /> : decided;
  return (
    <article id={cardId(item)} className={`${styles.card} ${className}`} tabIndex={-1} {...label}>
      {children}
      {item.isReady && choices && mayDecide && (
        <div className={`grid gap-10 ${styles.choices}`} data-choices>
          {choices}
        </div>
      )}
    </article>
  );
}

const ICONS: Record<ReviewItem['status'], IconName> = { pending: 'clock', approved: 'check', rejected: 'cross' };

interface StatusBadgeProps {
  status: ReviewItem['status'];
  label: string;
  icon?: IconName;
}

export function StatusBadge({ status, label, icon = ICONS[status] }: StatusBadgeProps) {
  return (
    <span className={`inline small semibold nowrap soft-${status} ${styles.badge}`}>
      <Icon name={icon} size={14} />
      {label}
    </span>
  );
}

/** Marks an item that was resubmitted after a rejection, changed or only answered. */
export function ResubmittedBadge({ resubmitted }: Pick<ReviewItem, 'resubmitted'>) {
  const t = useTranslator();
  if (!resubmitted) return null;
  const label = t.text(resubmitted === 'changed' ? 'status.revised' : 'status.answered');
  return <StatusBadge status="pending" label={label} icon="revised" />;
}

/** The team's answer to a rejection. */
export function Reply({ text }: { text: string }) {
  return (
    <div className={styles.reply}>
      <strong>{useTranslator().text('feedback.answer')}</strong>
      <p dir="auto">{text}</p>
    </div>
  );
}

interface FeedbackProps {
  item: Pick<ReviewItem, 'status' | 'feedback' | 'reply'>;
  children?: ReactNode;
}

/** The feedback of the last rejection, with the team's answer. */
export function Feedback({ item, children }: FeedbackProps) {
  const t = useTranslator();
  return (
    <div className={`anywhere pre-line ${styles.feedback} ${item.status === 'pending' ? styles.answered : ''}`}>
      <strong>{t.text(item.status === 'pending' ? 'feedback.earlier' : 'feedback.yours')}</strong>
      <p dir="auto">{item.feedback}</p>
      {item.reply && <Reply text={item.reply} />}
      {children}
    </div>
  );
}
