import { Alert, Button, Typography } from 'antd';
import { useEffect, useRef, type CSSProperties, type ReactNode } from 'react';
import styles from './edit-conflict-alert.module.css';
import { LongText } from './long-text';
import type { ConflictChoice, FieldViews, ForeignChange } from './record-edits';
import { focusConflict, type EditConflict } from './use-edits';

interface EditConflictAlertProps<Values extends object> {
  conflict: EditConflict<Values>;
  /** Whether the alert takes the focus when the server refuses to save because of the conflict. */
  takesFocus?: boolean;
  style?: CSSProperties;
  /** Called after the user has chosen a version. */
  onChosen?: (choice: ConflictChoice) => void;
}

/** Shows in a form that somebody else changed the record; for a conflict, with the new values and a choice. */
export function EditConflictAlert<Values extends object>({
  conflict,
  takesFocus = true,
  style,
  onChosen,
}: EditConflictAlertProps<Values>) {
  const { change, record, hasConflict, isRefused } = conflict;
  if (!change || !record) return null;
  const { what, fields, values } = record;
  const choose = (choice: ConflictChoice, act: () => void) => () => {
    act();
    onChosen?.(choice);
  };
  return (
    <ForeignChangeAlert
      title={changedBySentence(change.editor, what)}
      style={style}
      isUrgent={isRefused && takesFocus}
      text={textOf(change, fields, isRefused)}
      onKeepMine={hasConflict ? choose('mine', () => conflict.keepMine()) : undefined}
      onTakeTheirs={hasConflict ? choose('theirs', () => conflict.takeTheirs()) : undefined}
    >
      {hasConflict && (
        <dl className={`grid gap-8 ${styles['values']}`}>
          {inOrder(fields, change.conflicting).map((name) => (
            <div key={String(name)}>
              <dt className="muted small">{labelOf(fields, name)}</dt>
              <dd>{valueOf(fields, name, values[name])}</dd>
            </div>
          ))}
        </dl>
      )}
    </ForeignChangeAlert>
  );
}

/** `Ada changed this client meanwhile`. */
export function changedBySentence(editor: string | null, what: string): string {
  return `${editor ?? 'Somebody else'} changed ${what} meanwhile`;
}

interface ForeignChangeAlertProps {
  title: string;
  /** Whether it takes the focus. */
  isUrgent?: boolean;
  text: string;
  /** The new values. */
  children?: ReactNode;
  style?: CSSProperties;
  /** Callbacks of the buttons; without them, there are none. */
  onKeepMine?: () => void;
  onTakeTheirs?: () => void;
}

/** An alert that somebody else changed a text, with a choice between both versions. */
export function ForeignChangeAlert({
  title,
  isUrgent = false,
  text,
  children,
  style,
  ...choice
}: ForeignChangeAlertProps) {
  const { onKeepMine, onTakeTheirs } = choice;
  const alert = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isUrgent) alert.current?.focus();
  }, [isUrgent]);
  return (
    <div ref={alert} tabIndex={-1} data-edit-conflict style={{ ...style, outline: 'none' }}>
      <Alert
        type={onKeepMine ? 'warning' : 'info'}
        title={<Typography.Text strong>{title}</Typography.Text>}
        description={
          <div className="column gap-8">
            <Typography.Text>{text}</Typography.Text>
            {children}
            {onKeepMine && onTakeTheirs && (
              <div className="flex wrap gap-8">
                <Button onClick={onKeepMine}>Keep mine</Button>
                <Button onClick={onTakeTheirs}>Take theirs</Button>
              </div>
            )}
          </div>
        }
        className={styles['alert']}
      />
    </div>
  );
}

/** A reminder beside the Save button that a conflict must be resolved, because its alert may be out of view. */
export function ConflictReminder<Values extends object>({ conflict }: { conflict: EditConflict<Values> }) {
  const { change, record, hasConflict } = conflict;
  if (!change || !record || !hasConflict) return null;
  return (
    <div className={`row gap-8 ${styles['reminder']}`}>
      <Button onClick={focusConflict}>Show</Button>
      <Typography.Text type="danger" className={styles['sentence']}>
        {changedBySentence(change.editor, record.what)}: choose what to keep.
      </Typography.Text>
    </div>
  );
}

const LIST = new Intl.ListFormat('en', { type: 'conjunction' });

function textOf<Values>(change: ForeignChange<Values>, fields: FieldViews<Values>, isRefused: boolean): string {
  const merged = inOrder(fields, change.merged).map((name) => labelOf(fields, name));
  const sentences = merged.length > 0 ? [`Taken over into this form: ${LIST.format(merged)}.`] : [];
  if (change.conflicting.length > 0) sentences.push('What you typed is kept, and not saved yet. It says now:');
  else if (isRefused) sentences.push('What you typed is kept: save again.');
  return sentences.join(' ');
}

function inOrder<Values>(fields: FieldViews<Values>, names: (keyof Values)[]): (keyof Values)[] {
  return (Object.keys(fields) as (keyof Values)[]).filter((name) => names.includes(name));
}

function labelOf<Values>(fields: FieldViews<Values>, name: keyof Values): string {
  const view = fields[name];
  return typeof view === 'string' ? view : view.label;
}

function valueOf<Values>(fields: FieldViews<Values>, name: keyof Values, value: unknown): ReactNode {
  const view = fields[name];
  const text = Array.isArray(value) ? value.join(', ') : value;
  if (typeof view === 'string' || !text) return <LongText text={String(text ?? '')} missing="Empty" />;
  return view.show(value);
}
