import type { SharingView } from '@gmb-moments/backend/contract/links';
import { PASSCODE_MAX, SHARE_MESSAGE_MAX } from '@gmb-moments/backend/contract/limits';
import { DEFAULT_MESSAGES, FIRST_NAME } from '@gmb-moments/backend/contract/share-message';
import { lengthOf } from '@gmb-moments/backend/contract/texts';
import { Button, Input } from 'antd';
import { useId, useState } from 'react';
import { atMost } from '../../lib/characters';
import { toDay } from '../../lib/days';
import { NativeSelect } from '../../ui/native-select';
import { Switch } from '../../ui/switch';
import { ReminderDays } from './reminder-days';
import { untranslatedFor } from './share-text';
import { expiryDate, type Expiry, type ShareDraft, type ShareRow } from './share-draft';
import styles from './share-dialog.module.css';

interface MessageProps {
  /** `''` for the default message in each reviewer's language. */
  value: string;
  /** The reviewers who get the message. */
  rows: ShareRow[];
  onChange: (message: string) => void;
}

/** The field for the message to the reviewers, with a preview. */
export function ShareMessage({ value, rows, onChange }: MessageProps) {
  const id = useId();
  const others = rows.flatMap(({ reviewer }) => untranslatedFor(reviewer, value) ?? []);
  const insertName = () => {
    const field = document.getElementById(id) as HTMLTextAreaElement;
    const { selectionStart, selectionEnd } = field;
    const next = value.slice(0, selectionStart) + FIRST_NAME + value.slice(selectionEnd);
    if (lengthOf(next) <= SHARE_MESSAGE_MAX) onChange(next);
    field.focus();
  };
  return (
    <div className="stack shrink gap-6">
      <div className="row gap-8 label">
        <label className="fill" htmlFor={id}>
          Message
        </label>
        <Button type="text" size="small" title="Stands for the first name of each reviewer" onClick={insertName}>
          Insert first name
        </Button>
        <span className="numbers">
          {lengthOf(value)}/{SHARE_MESSAGE_MAX}
        </span>
      </div>
      <Input.TextArea
        id={id}
        dir="auto"
        count={atMost(SHARE_MESSAGE_MAX)}
        rows={4}
        className={styles['message']}
        value={value}
        placeholder={DEFAULT_MESSAGES.en}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <p id={`${id}-hint`} className="muted small">
        {value.trim() === ''
          ? 'Left empty, each reviewer reads the text of the preview in their language.'
          : others.length > 0 && `Sent as written to ${new Intl.ListFormat('en').format(others)}`}
      </p>
    </div>
  );
}

interface OptionsProps {
  /** Whether the links have a due day. */
  hasDueDay: boolean;
  rows: ShareRow[];
  sharing: SharingView;
  draft: ShareDraft;
  /** Why the passcode is invalid. */
  problem: string | null;
  onChange: (changes: Partial<ShareDraft>) => void;
}

const DATE = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', year: 'numeric' });

/** Options of the links: due day, expiry, passcode, reminders. */
export function ShareOptions({ hasDueDay, rows, sharing, draft, problem, onChange }: OptionsProps) {
  const id = useId();
  const [today] = useState(() => toDay(new Date()));
  const { expiry, passcode } = draft;
  const isDay = typeof expiry === 'string' && expiry.includes('-');
  const date = expiryDate(expiry);
  return (
    <section aria-label="Options" className="stack shrink gap-6">
      <h3 className="label">Options</h3>
      <div className="box divided">
        {hasDueDay && (
          <div className={`row wrap muted ${styles['option']}`}>
            <label htmlFor={`${id}-due`}>
              <strong className="ink strong">Decide by</strong>
            </label>
            <input
              id={`${id}-due`}
              type="date"
              className="field"
              min={today}
              value={(draft.dueOn === undefined ? sharing.dueOn : draft.dueOn) ?? ''}
              onChange={({ target }) => onChange({ dueOn: target.value || null })}
            />
          </div>
        )}
        {sharing.sendsMails && (
          <ReminderDays
            days={draft.remindAfterDays ?? sharing.reminderDays}
            onChange={(remindAfterDays) => onChange({ remindAfterDays })}
          />
        )}
        <div className={`row wrap muted ${styles['option']}`}>
          <span>
            <strong className="ink strong">Expires</strong> {date ? DATE.format(date) : ''}
          </span>
          {isDay && (
            <input
              type="date"
              aria-label="Last day"
              required
              className="field"
              min={today}
              value={expiry}
              onChange={({ target }) => target.value && onChange({ expiry: target.value as Expiry })}
            />
          )}
          <NativeSelect
            aria-label="Expires"
            value={isDay ? 'day' : String(expiry)}
            options={expiryOptions(rows)}
            onChange={(value) => onChange({ expiry: toExpiry(value) })}
          />
        </div>
        <div className={`row wrap muted ${styles['option']}`}>
          <label htmlFor={`${id}-passcode`} className="row gap-8">
            <Switch
              id={`${id}-passcode`}
              checked={passcode !== null}
              onChange={(on) => onChange({ passcode: on ? '' : null })}
            />
            <strong className="ink strong">Passcode</strong> asked once on each device
          </label>
          {passcode === null ? (
            <span className={styles['off']}>{rows.some(({ link }) => link?.hasPasscode) ? 'As set' : 'Off'}</span>
          ) : (
            <Input
              aria-label="Passcode of the links"
              autoComplete="off"
              style={{ width: 160 }}
              maxLength={PASSCODE_MAX}
              value={passcode}
              status={problem ? 'error' : undefined}
              aria-describedby={problem ? `${id}-problem` : undefined}
              onChange={(event) => onChange({ passcode: event.target.value })}
            />
          )}
          {problem && (
            <p id={`${id}-problem`} role="alert" className={`rejected small ${styles['error']}`}>
              {problem}
            </p>
          )}
        </div>
      </div>
    </section>
  );
}

function expiryOptions(rows: ShareRow[]) {
  const hasExpiry = rows.some(({ link }) => link?.expiresAt);
  return [
    { value: 'kept', label: hasExpiry ? 'As set' : 'Never' },
    ...(hasExpiry ? [{ value: 'never', label: 'Never' }] : []),
    ...[7, 30, 90].map((days) => ({ value: String(days), label: `In ${days} days` })),
    { value: 'day', label: 'On a day' },
  ];
}

const WEEK = 7;

function toExpiry(value: string): Expiry {
  if (value === 'kept' || value === 'never') return value;
  return value === 'day' ? (toDay(expiryDate(WEEK)!) as Expiry) : Number(value);
}
