import { directoryAt, findField, TAGS, readText, type Exif } from './exif.js';

/** The year of the oldest photograph; earlier dates are wrong. */
const FIRST_YEAR = '1826';
/**
 * The format of EXIF, `2026:05:06 07:08:09`, and what programs write: with dashes, slashes or dots, in ISO 8601,
 * without seconds.
 */
const DATE = /^(\d{4})([:\-/.])(\d\d)\2(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?$/;

/**
 * Reads the local time when a photo was taken, or else when it was digitized.
 * @returns `YYYY-MM-DDTHH:MM:SS`, or `null` when the block has no valid date
 */
export function readTakenAt(exif: Exif): string | null {
  const directory = directoryAt(exif, TAGS.exifDirectory);
  if (directory === null) return null;
  for (const tag of [TAGS.dateTimeOriginal, TAGS.dateTimeDigitized]) {
    const field = findField(exif, directory, tag);
    const date = field && parseDate(readText(exif, field) ?? '');
    if (date) return date;
  }
  return null;
}

function parseDate(written: string): string | null {
  const [, year, , month, day, hour, minute, second = '00'] = DATE.exec(written) ?? [];
  if (!year || year < FIRST_YEAR) return null;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // `Date` converts days that do not exist, such as 31 February, to another day.
  const date = new Date(`${iso}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
