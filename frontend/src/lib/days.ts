/** The end of a day here, which is written as date fields do. */
export function endOfDay(day: string): Date {
  return new Date(`${day}T23:59:59`);
}

/** The day of a time here, as date fields write it. */
export function toDay(date: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/** The day that many days from today, as date fields write it. */
export function dayFromNow(days: number): string {
  const date = new Date();
  date.setDate(date.getDate() + days);
  return toDay(date);
}
