import type { Position } from '../../contract/deliveries.js';
import { directoryAt, findField, readFraction, TAGS, readText, type Exif } from './exif.js';

/** One coordinate: the tags of its hemisphere and of its degrees, minutes and seconds, and the allowed values. */
interface Axis {
  hemisphere: number;
  value: number;
  max: number;
  positive: string;
  negative: string;
}

const LATITUDE: Axis = { hemisphere: TAGS.latitudeHalf, value: TAGS.latitude, max: 90, positive: 'N', negative: 'S' };
const LONGITUDE: Axis = {
  hemisphere: TAGS.longitudeHalf,
  value: TAGS.longitude,
  max: 180,
  positive: 'E',
  negative: 'W',
};
/** Decimals of the degrees; six are about a tenth of a metre. */
const DECIMALS = 6;

/** Reads where a photo was taken; `null` when the block has no valid position. */
export function readPosition(exif: Exif): Position | null {
  const directory = directoryAt(exif, TAGS.gpsDirectory);
  if (directory === null) return null;
  const latitude = readDegrees(exif, directory, LATITUDE);
  const longitude = readDegrees(exif, directory, LONGITUDE);
  // Cameras that have not found their position write zeros.
  if (latitude === null || longitude === null || (latitude === 0 && longitude === 0)) return null;
  return { latitude, longitude };
}

function readDegrees(exif: Exif, directory: number, { hemisphere: half, value, max, ...signs }: Axis): number | null {
  const sign = findField(exif, directory, half);
  const field = findField(exif, directory, value);
  const letter = sign && readText(exif, sign)?.charAt(0).toUpperCase();
  if (!field || (letter !== signs.positive && letter !== signs.negative)) return null;
  const found = sexagesimal([0, 1, 2].map((index) => readFraction(exif, field, index)));
  if (found === null || found > max) return null;
  return Number((letter === signs.negative ? -found : found).toFixed(DECIMALS));
}

/**
 * Converts degrees, minutes and seconds to degrees; `null` if they are invalid. A missing or undefined part, such as
 * 0/0, counts as zero only if the part before it is not a whole number: cameras that write decimal minutes write no
 * seconds.
 */
function sexagesimal(parts: (number | null)[]): number | null {
  let found = 0;
  let isWhole = true;
  for (const [index, part] of parts.entries()) {
    const isMissing = part === null || Number.isNaN(part);
    if (isMissing && (index === 0 || isWhole)) return null;
    if (isMissing) continue;
    // 60 is allowed, because cameras round up 59.9999.
    if (index > 0 && part > 60) return null;
    found += part / 60 ** index;
    isWhole = Number.isInteger(part);
  }
  return found;
}
