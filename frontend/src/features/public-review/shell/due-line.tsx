import { useSyncExternalStore } from 'react';
import { useTranslator } from '../../../lib/texts/translator';

/** By which day the reviewer is asked to decide; once it is over where they are, that they still can. */
export function DueLine({ dueOn }: { dueOn: string }) {
  const t = useTranslator();
  // The server, which draws the page first, does not know their time zone.
  const today = useSyncExternalStore(neverChanges, dayHere, () => '');
  return <>{t.text(dueOn < today ? 'review.overdue' : 'review.decideBy', { day: t.day(dueOn) })}</>;
}

function neverChanges() {
  return () => {};
}

/** The day that it is where the reviewer is, as `YYYY-MM-DD`. */
function dayHere(): string {
  return new Intl.DateTimeFormat('en-CA').format(new Date());
}
