import { findOffset, firstDirectory, parseExif, TAGS } from './exif.js';

/** Of the oldest photograph. */
const FIRST_YEAR = '1826';
const DATE = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/;

/**
 * Local time when a photo was taken, from its EXIF block.
 * @returns `YYYY-MM-DDTHH:MM:SS`, or `null` when the block does not say or makes no sense
 */
export function takenAt(block: Buffer | undefined): string | null {
  const exif = block && parseExif(block);
  if (!exif) return null;
  const directory = findOffset(exif, firstDirectory(exif), TAGS.exifDirectory);
  const offset = directory === null ? null : findOffset(exif, directory, TAGS.dateTimeOriginal);
  return offset === null ? null : asDate(exif.bytes.toString('latin1', offset, offset + 19));
}

function asDate(text: string): string | null {
  const [, year, month, day, hour, minute, second] = DATE.exec(text) ?? [];
  if (!year || year < FIRST_YEAR) return null;
  const iso = `${year}-${month}-${day}T${hour}:${minute}:${second}`;
  // A day that no calendar has, such as 31 February, comes out as another one.
  const date = new Date(`${iso}Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null;
}
