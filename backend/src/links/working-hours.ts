import { DateTime } from 'luxon';

/** Reminders come in these hours of working days, in the reviewer's time zone. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 18;
/** When a reminder comes that is planned for a day. */
const REMINDER_HOUR = 10;

/** Ten o'clock on the working day so many days after `from`, or on the next one. */
export function reminderTime(from: Date, days: number, timeZone: string): Date {
  const day = DateTime.fromJSDate(from, { zone: timeZone }).plus({ days }).set({ hour: REMINDER_HOUR });
  return onWorkingDay(day.startOf('hour')).toJSDate();
}

/** `null` within working hours, otherwise when they begin. */
export function nextWorkingHour(now: Date, timeZone: string): Date | null {
  const time = DateTime.fromJSDate(now, { zone: timeZone });
  const isWorkingDay = time.weekday <= 5;
  if (isWorkingDay && time.hour >= FROM_HOUR && time.hour < UNTIL_HOUR) return null;
  const day = isWorkingDay && time.hour < FROM_HOUR ? time : time.plus({ days: 1 });
  return onWorkingDay(day.set({ hour: FROM_HOUR }).startOf('hour')).toJSDate();
}

function onWorkingDay(time: DateTime): DateTime {
  return time.weekday <= 5 ? time : time.plus({ days: 8 - time.weekday });
}
