import type { NotificationView } from '@gmb-moments/backend/contract/notifications';
import type { ReactNode } from 'react';
import { countText } from '../../lib/count-text';

/** The sentence of a notification. */
export function Sentence({ entry }: { entry: NotificationView }) {
  const { kind, people, momentId, failed } = entry;
  const title = (
    <b className="strong">
      <bdi>{entry.title}</bdi>
    </b>
  );
  const who = (
    <b className="strong">
      <bdi>{people.length > 0 ? listed(people) : 'The client'}</bdi>
    </b>
  );
  switch (kind) {
    case 'decisions':
      return (
        <>
          {who} {decisionsOf(entry)} of {title}
        </>
      );
    case 'approved':
      return <>{title} was approved</>;
    case 'opened':
      return <>The link of {title} was opened</>;
    case 'done':
      return (
        <>
          {who} {people.length > 1 ? 'are' : 'is'} done with {title}
        </>
      );
    case 'failed':
      return (
        <>
          {countText(failed, momentId ? 'caption' : 'section')} failed in {title}
        </>
      );
    case 'locked':
      return (
        <>
          The {people.length > 1 ? 'links' : 'link'} of {who} to {title} {people.length > 1 ? 'are' : 'is'} locked
        </>
      );
  }
}

/** The line below the sentence: client and progress. */
export function detailsOf(entry: NotificationView): ReactNode {
  const { client, note } = entry;
  const more = moreOf(entry);
  return (
    <>
      <bdi>{client.business}</bdi>
      {more && (
        <>
          {' · '}
          <bdi>{more}</bdi>
        </>
      )}
      {entry.kind === 'done' && note && (
        <q dir="auto" className="block">
          {note}
        </q>
      )}
    </>
  );
}

function moreOf({ kind, people, momentId, total, decided, note, approved, rejected }: NotificationView): string {
  const by = people.length > 0 && `by ${listed(people)}`;
  switch (kind) {
    case 'decisions':
      return `${decided} of ${total} decided`;
    case 'approved':
      return [`all ${countText(total, momentId ? 'photo' : 'section')}`, by].filter(Boolean).join(', ');
    case 'opened':
      return by ? `${by}, first time` : 'for the first time';
    case 'done':
      return [approved && `${approved} approved`, rejected && `${rejected} rejected`].filter(Boolean).join(', ');
    case 'failed':
      return note;
    case 'locked':
      return 'a wrong passcode was given 50 times; unlock in Sharing, or give a new passcode';
  }
}

function decisionsOf({ approved, rejected }: NotificationView): string {
  return [approved > 0 && `approved ${approved}`, rejected > 0 && `rejected ${rejected}`].filter(Boolean).join(' and ');
}

const LISTED = new Intl.ListFormat('en');

function listed(people: string[]): string {
  return LISTED.format(people);
}

const MINUTE = 60_000;
const CLOCK = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', minute: '2-digit' });
const DAY = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric' });

/** A short time: `4 min`, `2 h`, before today `Fri 16:40`, after a week `Nov 3`. */
export function timeOf(at: string): string {
  const date = new Date(at);
  const minutes = Math.max(0, Math.floor((Date.now() - Number(date)) / MINUTE));
  if (Number(date) >= new Date().setHours(0, 0, 0, 0)) {
    if (minutes < 1) return 'now';
    return minutes < 60 ? `${minutes} min` : `${Math.floor(minutes / 60)} h`;
  }
  return minutes < 6 * 24 * 60 ? CLOCK.format(date).replace(',', '') : DAY.format(date);
}
