import { directoryAt, findField, TAGS, text, type Exif } from './exif.js';

/** Of the oldest photograph. */
const FIRST_YEAR = '1826';
/** As EXIF has it, `2026:05:06 07:08:09`, and as programs write it: with dashes, slashes or dots, as in ISO 8601, without seconds. */
const DATE = /^(\d{4})([:\-/.])(\d\d)\2(\d\d)[ T](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d+)?)?(?: ?(?:Z|[+-]\d\d:?\d\d))?$/;

/**
 * Local time when a photo was taken, or else when it was digitized.
 * @returns `YYYY-MM-DDTHH:MM:SS`, or `null` when the block does not say or makes no sense
 */
export function takenAt(exif: Exif): string | null {
  const directory = directoryAt(exif, TAGS.exifDirectory);
  if (directory === null) return null;
  for (const tag of [TAGS.dateTimeOriginal, TAGS.dateTimeDigitized]) {
    const field = findField(exif, directory, tag);
    const date = field && asDate(text(exif, field) ?? '');
    if (date) return date;
  }
  return null;
}

function asDate(written: string): string | null {
  const [, year, , month, day, hour, minute, second = '00'] = DATE.exec(written) ?? [];
  if (!year || year < FIRST_YEAR) return null;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A day that no calendar has, such as 31 February, comes out as another one.
  const date = new Date(`${iso}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
