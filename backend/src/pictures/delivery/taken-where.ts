import type { Position } from '../../contract/deliveries.js';
import { findEntry, findOffset, firstDirectory, parseExif, TAGS, uint16, uint32, type Exif } from '../exif.js';

/** Entries of the directory of the position: the half of the earth, and degrees, minutes and seconds. */
const LATITUDE = { half: 1, value: 2, max: 90, negative: 'S' };
const LONGITUDE = { half: 3, value: 4, max: 180, negative: 'W' };
/** A tenth of a metre. */
const DECIMALS = 6;

/** Where a photo was taken, from its EXIF block; `null` when that does not say or makes no sense. */
export function takenWhere(block: Buffer | undefined): Position | null {
  const exif = block && parseExif(block);
  const directory = exif && findOffset(exif, firstDirectory(exif), TAGS.gpsDirectory);
  if (!directory) return null;
  const latitude = degrees(exif, directory, LATITUDE);
  const longitude = degrees(exif, directory, LONGITUDE);
  // Cameras without a fix write zeros.
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude };
}

/** How a photo is to be turned, as EXIF says it: 1 to 8. */
export function orientationOf(block: Buffer | undefined): number {
  const exif = block && parseExif(block);
  const entry = exif ? findEntry(exif, firstDirectory(exif), TAGS.orientation) : null;
  const orientation = exif && entry !== null ? uint16(exif, entry) : 1;
  return orientation >= 1 && orientation <= 8 ? orientation : 1;
}

function degrees(exif: Exif, directory: number, { half, value, max, negative }: typeof LATITUDE): number | null {
  const at = findOffset(exif, directory, value);
  const sign = findEntry(exif, directory, half);
  if (at === null || sign === null) return null;
  const [whole, minutes, seconds] = [0, 8, 16].map((offset) => ratio(exif, at + offset)) as [number, number, number];
  const found = whole + minutes / 60 + seconds / 3600;
  if (!(found <= max)) return null;
  const isNegative = exif.bytes.toString('latin1', sign, sign + 1) === negative;
  return Number((isNegative ? -found : found).toFixed(DECIMALS));
}

/** A missing part, such as seconds that are 0/0, counts as none. */
function ratio(exif: Exif, at: number): number {
  const divisor = uint32(exif, at + 4);
  return divisor === 0 ? 0 : uint32(exif, at) / divisor;
}
