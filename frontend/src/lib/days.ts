/** The last second of a day in the browser's time zone. @param day `YYYY-MM-DD` */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59`);
}

/** The day of a time in the browser's time zone, as `YYYY-MM-DD`. */
export function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day so many days from today, as `YYYY-MM-DD`. */
export function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return toDay(date);
}
