import { useSyncExternalStore } from 'react';

const DAY = new Intl.DateTimeFormat('en', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' });

/** By which day the reviewer is asked to decide; once it is over where they are, that they still can. */
export function DueLine({ dueOn }: { dueOn: string }) {
  // The server, which draws the page first, does not know their time zone.
  const today = useSyncExternalStore(neverChanges, dayHere, () => '');
  const day = DAY.format(new Date(`${dueOn}T00:00:00Z`));
  return <>{dueOn < today ? `This was to be decided by ${day}. You can still decide.` : `Please decide by ${day}.`}</>;
}

function neverChanges() {
  return () => {};
}

/** The day that it is where the reviewer is, as `YYYY-MM-DD`. */
function dayHere(): string {
  return new Intl.DateTimeFormat('en-CA').format(new Date());
}
