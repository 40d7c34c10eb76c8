import { DateTime } from 'luxon';

/** Reminders are sent between these hours from Monday to Friday, in the reviewer's time zone. */
const FROM_HOUR = 9;
const UNTIL_HOUR = 18;
/** The hour for which a reminder is planned. */
const REMINDER_HOUR = 10;

/**
 * When reminders are sent that are due `days` days after `from`, ascending. Reminders on the same day are merged into
 * one.
 */
export function reminderTimes(from: Date, days: number[], timeZone: string): Date[] {
  const times = days.map((each) => reminderTime(from, each, timeZone).getTime());
  return [...new Set(times)].toSorted((a, b) => a - b).map((time) => new Date(time));
}

/** The beginning of the current day in a time zone. */
export function startOfToday(timeZone: string): Date {
  return DateTime.now().setZone(timeZone).startOf('day').toJSDate();
}

/** Ten o'clock `days` days after `from`; on Monday if that is a weekend. */
export function reminderTime(from: Date, days: number, timeZone: string): Date {
  const day = DateTime.fromJSDate(from, { zone: timeZone }).plus({ days }).set({ hour: REMINDER_HOUR });
  return onWorkingDay(day.startOf('hour')).toJSDate();
}

/** When the next working hours begin; `null` during working hours. */
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
