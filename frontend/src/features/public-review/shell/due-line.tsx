import { useSyncExternalStore } from 'react';
import { useTranslator } from '../../../lib/texts/translator';

/** The day by which the reviewer is asked to decide; after that day, a note that they still can. */
export function DueLine({ dueOn }: { dueOn: string }) {
  const t = useTranslator();
  // The server renders the page without knowing the reviewer's time zone.
  const today = useSyncExternalStore(neverChanges, dayHere, () => '');
  return <>{t.text(dueOn < today ? 'review.overdue' : 'review.decideBy', { day: t.day(dueOn) })}</>;
}

function neverChanges() {
  return () => {};
}

/** Today in the browser's time zone, as `YYYY-MM-DD`. */
function dayHere(): string {
  return new Intl.DateTimeFormat('en-CA').format(new Date());
}
