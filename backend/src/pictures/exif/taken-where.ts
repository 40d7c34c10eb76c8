import type { Position } from '../../contract/deliveries.js';
import { directoryAt, findField, fraction, TAGS, text, type Exif } from './exif.js';

/** The fields of the position: the half of the earth, and degrees, minutes and seconds. */
interface Axis {
  half: number;
  value: number;
  max: number;
  positive: string;
  negative: string;
}

const LATITUDE: Axis = { half: TAGS.latitudeHalf, value: TAGS.latitude, max: 90, positive: 'N', negative: 'S' };
const LONGITUDE: Axis = { half: TAGS.longitudeHalf, value: TAGS.longitude, max: 180, positive: 'E', negative: 'W' };
/** A tenth of a metre. */
const DECIMALS = 6;

/** Where a photo was taken; `null` when its EXIF block does not say or makes no sense. */
export function takenWhere(exif: Exif): Position | null {
  const directory = directoryAt(exif, TAGS.gpsDirectory);
  if (directory === null) return null;
  const latitude = degrees(exif, directory, LATITUDE);
  const longitude = degrees(exif, directory, LONGITUDE);
  // Cameras without a fix write zeros.
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude };
}

function degrees(exif: Exif, directory: number, { half, value, max, ...signs }: Axis): number | null {
  const sign = findField(exif, directory, half);
  const field = findField(exif, directory, value);
  const letter = sign && text(exif, sign)?.charAt(0).toUpperCase();
  if (!field || (letter !== signs.positive && letter !== signs.negative)) return null;
  const found = sexagesimal([0, 1, 2].map((index) => fraction(exif, field, index)));
  if (found === null || found > max) return null;
  return Number((letter === signs.negative ? -found : found).toFixed(DECIMALS));
}

/**
 * Degrees, minutes and seconds as degrees. A fraction without a value, such as 0/0, is none: only behind one that is no whole number,
 * which needs nothing behind it, it counts as zero.
 */
function sexagesimal(parts: (number | null)[]): number | null {
  let found = 0;
  let isWhole = true;
  for (const [index, part] of parts.entries()) {
    const isMissing = part === null || Number.isNaN(part);
    if (isMissing && (index === 0 || isWhole)) return null;
    if (isMissing) continue;
    // Rounding makes 60 of 59.9999, and nothing makes more.
    if (index > 0 && part > 60) return null;
    found += part / 60 ** index;
    isWhole = Number.isInteger(part);
  }
  return found;
}
