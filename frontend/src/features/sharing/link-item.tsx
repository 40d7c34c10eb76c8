import { WRONG_PASSCODES_MAX } from '@gmb-moments/backend/contract/limits';
import type { DecidedCount, LinkView } from '@gmb-moments/backend/contract/links';
import { Button } from 'antd';
import { useState } from 'react';
import { Initials } from '../../ui/initials';
import { ProgressBar } from '../../ui/progress-bar';
import { RelativeTime } from '../../ui/relative-time';
import { ActionButton, LinkButtons } from './link-buttons';
import { MailRefusalNote } from './mail-refusal';
import { ReviewerDialog } from './reviewer-dialog';
import { LinkTag } from './link-tag';
import { remindNow, skipReminder, unlockLink } from '../../records/sharing';
import styles from './sharing-pane.module.css';
import { useCan } from '../../records/permissions';

interface Props {
  link: LinkView;
}

/** A reviewer's link with its state and its actions. */
export function LinkItem({ link }: Props) {
  const { reviewer, state } = link;
  return (
    <article aria-label={`Link of ${reviewer.name}`} className={`flex gap-12 ${styles['part']}`} data-state={state}>
      <Initials name={reviewer.name} />
      <div className="grow grid gap-4">
        <div className="row shrink gap-8">
          <span className={`clip grow strong ${styles['name']}`}>
            <bdi>{reviewer.name}</bdi>
          </span>
          <LinkTag link={link} />
        </div>
        <LinkFacts link={link} />
      </div>
    </article>
  );
}

/** Facts about a link: last visit, decisions, limits, next reminder. */
export function LinkFacts({ link }: Props) {
  const { state, decided, mayDecide, nextReminderAt, left, done } = link;
  const isAsked = state === 'open' && mayDecide;
  return (
    <>
      <div className="row shrink gap-8">
        <span className="fill muted small">
          <When link={link} />
        </span>
        <LinkButtons link={link} />
      </div>
      {decided && state !== 'revoked' && mayDecide && <DecisionCounts {...decided} />}
      {state !== 'revoked' && <LinkLimits link={link} />}
      {state === 'open' && link.lockedAt && <LockedNote link={link} />}
      {state === 'open' && <UndeliveredNote link={link} />}
      {isAsked && done && <DoneNote {...done} />}
      {isAsked && !done && left === 0 && <p className="muted small">Nothing left to decide</p>}
      {isAsked && left > 0 && nextReminderAt && <NextReminder link={link} at={nextReminderAt} />}
    </>
  );
}

/** Why mails do not reach the reviewer, with a button that edits the address. */
function UndeliveredNote({ link: { reviewer } }: Props) {
  const [isEditing, setEditing] = useState(false);
  const mayShare = useCan('review.share');
  return (
    <>
      <MailRefusalNote reviewer={reviewer} />
      {mayShare && reviewer.mailRefusal && (
        <div className="row shrink gap-8">
          <Button size="small" onClick={() => setEditing(true)}>
            Correct address
          </Button>
        </div>
      )}
      {isEditing && (
        <ReviewerDialog clientId={reviewer.clientId} reviewer={reviewer} onClose={() => setEditing(false)} />
      )}
    </>
  );
}

const REMINDER_TIME = new Intl.DateTimeFormat('en', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** A note that the link is locked after wrong passcodes, with a button that unlocks it. */
function LockedNote({ link }: Props) {
  return (
    <div className="row wrap gap-4-8">
      <p className="small">
        A wrong passcode was given {WRONG_PASSCODES_MAX} times. Devices on which the right one was given go on; others
        wait until you unlock the link or set another passcode.
      </p>
      <ActionButton
        type="default"
        link={link}
        act={unlockLink}
        done="Link unlocked"
        label={`Unlock the link of ${link.reviewer.name}`}
      >
        Unlock
      </ActionButton>
    </div>
  );
}

const CLOCK = new Intl.DateTimeFormat('en', { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' });
const DAY = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });

/** When the reviewer reported to be done, and their message. */
function DoneNote({ at, note }: NonNullable<LinkView['done']>) {
  return (
    <>
      <p className="small approved medium">Done {shortTime(at)}</p>
      {note && (
        <p dir="auto" className="small anywhere pre-line">
          “{note}”
        </p>
      )}
    </>
  );
}

/** The time of day for today, otherwise the date. */
function shortTime(at: string): string {
  const time = new Date(at);
  const isToday = time.toDateString() === new Date().toDateString();
  return (isToday ? CLOCK : DAY).format(time);
}

/** The next reminder, with buttons that skip it or send it now. */
function NextReminder({ link, at }: Props & { at: string }) {
  const { name } = link.reviewer;
  return (
    <div className="row shrink gap-8">
      <span className="fill muted small">
        Next reminder <strong className={styles['time']}>{REMINDER_TIME.format(new Date(at))}</strong>
      </span>
      <span className="flex no-shrink">
        <ActionButton
          link={link}
          act={skipReminder}
          done="Reminder left out"
          label={`Skip the next reminder of ${name}`}
        >
          Skip
        </ActionButton>
        <ActionButton link={link} act={remindNow} done="Reminded" label={`Remind ${name} now`}>
          Send now
        </ActionButton>
      </span>
    </div>
  );
}

function When({ link: { state, firstOpenedAt, lastSeenAt, createdAt, revokedAt, revokedBy } }: Props) {
  if (state === 'revoked') {
    return (
      <>
        By {revokedBy ?? 'staff'}, <RelativeTime date={revokedAt} />. Restoring makes a new link.
      </>
    );
  }
  const seenAt = lastSeenAt ?? firstOpenedAt;
  return (
    <>
      {seenAt ? 'Seen ' : 'Made '}
      <RelativeTime date={seenAt ?? createdAt} />
    </>
  );
}

function DecisionCounts({ approved, rejected, total }: DecidedCount) {
  const parts = [
    { count: approved, tone: 'approved' },
    { count: rejected, tone: 'rejected' },
  ] as const;
  return (
    <div className="row shrink gap-8">
      <ProgressBar total={total} parts={[...parts]} />
      <span className="no-shrink small medium numbers" title={`${approved} approved, ${rejected} rejected`}>
        {approved + rejected} of {total}
      </span>
    </div>
  );
}

const DATE = new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric' });

function LinkLimits({ link: { mayDecide, hasPasscode, expiresAt, state } }: Props) {
  const limits = [
    !mayDecide && 'May only look',
    hasPasscode && 'Passcode',
    expiresAt && `${state === 'expired' ? 'Expired' : 'Expires'} ${DATE.format(new Date(expiresAt))}`,
  ].filter(Boolean);
  return limits.length > 0 && <div className="fill muted small">{limits.join(' · ')}</div>;
}
