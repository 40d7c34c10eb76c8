import { useEffect, useState } from 'react';

const MINUTE = 60_000;
const UNITS: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * MINUTE],
  ['month', 30 * 24 * 60 * MINUTE],
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
];
const FORMAT = new Intl.RelativeTimeFormat('en', { numeric: 'always' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** A relative time such as `5 minutes ago`, updated every minute; a dash without a date. */
export function RelativeTime({ date }: { date: string | null | undefined }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  if (!date) return <>—</>;
  return (
    <time dateTime={date} title={FULL.format(new Date(date))}>
      {agoText(Math.max(0, now - Date.parse(date)))}
    </time>
  );
}

function agoText(milliseconds: number): string {
  const unit = UNITS.find(([, length]) => milliseconds >= length);
  return unit ? FORMAT.format(-Math.floor(milliseconds / unit[1]), unit[0]) : 'less than a minute ago';
}
