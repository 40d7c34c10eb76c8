import type { MomentSummary } from '@gmb-moments/backend/contract/moments';
import { Button } from 'antd';
import { AlertIcon, CalendarIcon } from './icons';

export type Due = Pick<MomentSummary, 'dueOn' | 'daysLeft'>;

/** The due day of a review, and how many days it is overdue; renders nothing without a due day. */
export function DueDate({ dueOn, daysLeft }: Due) {
  if (!dueOn) return null;
  if (daysLeft === null || daysLeft >= 0) {
    return <span className="note inline muted nowrap gap-4">{`Due ${dayWord(dueOn, daysLeft)}`}</span>;
  }
  return (
    <span className="note inline pending medium nowrap gap-4" title={`Due ${DAY_AND_YEAR.format(dateOf(dueOn))}`}>
      <AlertIcon size={12} />
      {daysLeft === -1 ? '1 day overdue' : `${-daysLeft} days overdue`}
    </span>
  );
}

/** The due date in a list; renders nothing for decided reviews, whose `daysLeft` is `null`. */
export function DueDateInList({ daysLeft, ...due }: Due) {
  return daysLeft === null ? null : <DueDate {...due} daysLeft={daysLeft} />;
}

/** The due date as a button that opens the dialog for it. */
export function DueDateButton({ due, onClick }: { due: Due; onClick: () => void }) {
  return (
    <Button
      type="text"
      size="small"
      icon={<CalendarIcon />}
      title="The day by which the client is to decide"
      onClick={onClick}
    >
      {due.dueOn ? <DueDate {...due} /> : 'Set due day'}
    </Button>
  );
}

const DAY = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' });
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
/** Dates that are more days away are shown with their year. */
const YEAR_SHOWN_DAYS = 300;

function dayWord(day: string, daysLeft: number | null): string {
  if (daysLeft === 0) return 'today';
  if (daysLeft === 1) return 'tomorrow';
  const isFar = Math.abs(Date.now() - dateOf(day).getTime()) > YEAR_SHOWN_DAYS * 24 * 60 * 60 * 1000;
  return isFar ? DAY_AND_YEAR.format(dateOf(day)) : DAY.format(dateOf(day)).replace(',', '');
}

/** A day as text: `4 December 2026`. @param day `YYYY-MM-DD` */
export function dayInWords(day: string): string {
  return DAY_AND_YEAR.format(dateOf(day));
}

/** Days have no time zone: they are parsed and formatted in UTC. */
function dateOf(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}
