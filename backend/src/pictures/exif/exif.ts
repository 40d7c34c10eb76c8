/**
 * Reads the few EXIF fields that the product uses (CIPA DC-008, TIFF 6.0). Types, offsets and counts come from the
 * file and may be wrong: nothing is read beyond the end of the block, and loops end there whatever the count.
 */

const ENTRY_BYTES = 12;
/** Maximum bytes of a text that are read; dates are shorter. */
const TEXT_MAX = 64;

/** Types of values, and the bytes of one value of each type. */
const ASCII = 2;
const LONG = 4;
const UNDEFINED = 7;
const SIGNED_RATIONAL = 10;
const UTF8 = 129;
const SIZES: Record<number, number> = {
  1: 1,
  [ASCII]: 1,
  3: 2,
  [LONG]: 4,
  5: 8,
  6: 1,
  [UNDEFINED]: 1,
  8: 2,
  9: 4,
  [SIGNED_RATIONAL]: 8,
  13: 4,
  [UTF8]: 1,
};
const TEXTS = [ASCII, UNDEFINED, UTF8];
const RATIONALS = [5, SIGNED_RATIONAL];
const NO_NUMBER = 0xffff_ffff;

/** Tags of the first directory, the Exif directory and the GPS directory. */
export const TAGS = {
  orientation: 0x0112,
  exifDirectory: 0x8769,
  gpsDirectory: 0x8825,
  dateTimeOriginal: 0x9003,
  dateTimeDigitized: 0x9004,
  latitudeHalf: 1,
  latitude: 2,
  longitudeHalf: 3,
  longitude: 4,
} as const;

/** An EXIF block, as cameras write it into photos. */
export interface Exif {
  bytes: Buffer;
  isBigEndian: boolean;
}

/** A field: the type and number of its values, and the offset of the first one. */
export interface Field {
  type: number;
  count: number;
  at: number;
}

/** Parses an EXIF block with or without the heading `Exif`; `null` when it is not one. */
export function parseExif(block: Buffer): Exif | null {
  // `Exif` is followed by two zero bytes; some programs write another second byte.
  const bytes = block.toString('latin1', 0, 5) === 'Exif\0' ? block.subarray(6) : block;
  const start = bytes.toString('latin1', 0, 4);
  return start === 'MM\0*' || start === 'II*\0' ? { bytes, isBigEndian: start[0] === 'M' } : null;
}

/** Returns the offset of the first directory. */
export function firstDirectory(exif: Exif): number {
  return uint32(exif, 4);
}

/** Returns the offset of the directory that a field of the first one points to; `null` if there is none. */
export function directoryAt(exif: Exif, tag: number): number | null {
  const field = findField(exif, firstDirectory(exif), tag);
  return field && readInteger(exif, field);
}

/** Returns the field of a directory with this tag; `null` if there is none, or its type is unknown. */
export function findField(exif: Exif, directory: number, tag: number): Field | null {
  const entries = uint16(exif, directory);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * ENTRY_BYTES;
    if (entry + ENTRY_BYTES > exif.bytes.length) return null;
    if (uint16(exif, entry) !== tag) continue;
    const [type, count] = [uint16(exif, entry + 2), uint32(exif, entry + 4)];
    const size = SIZES[type];
    if (!size) return null;
    return { type, count, at: size * count <= 4 ? entry + 8 : uint32(exif, entry + 8) };
  }
  return null;
}

/** Reads the first value of an integer field of any size; `null` if the field is of another type. */
export function readInteger(exif: Exif, { type, count, at }: Field): number | null {
  if (count < 1 || TEXTS.includes(type) || RATIONALS.includes(type)) return null;
  const size = SIZES[type]!;
  if (at + size > exif.bytes.length) return null;
  if (size === 1) return exif.bytes[at]!;
  return size === 2 ? uint16(exif, at) : uint32(exif, at);
}

/** Reads a text field up to its end or its first NUL; `null` if the field is of another type. */
export function readText(exif: Exif, { type, count, at }: Field): string | null {
  if (!TEXTS.includes(type)) return null;
  const [found = ''] = exif.bytes.toString('latin1', at, at + Math.min(count, TEXT_MAX)).split('\0');
  return found.trim();
}

/**
 * Reads one value of a field with fractions.
 * @returns `null` if there is no such value, and `NaN` if it is undefined (such as 0/0) or negative
 */
export function readFraction(exif: Exif, { type, count, at }: Field, index: number): number | null {
  const place = at + index * 8;
  if (index >= count || !RATIONALS.includes(type) || place + 8 > exif.bytes.length) return null;
  const [dividend, divisor] = [uint32(exif, place), uint32(exif, place + 4)];
  // Some programs write -1/-1 for an unknown value.
  const isNone = divisor === 0 || divisor === NO_NUMBER || (type === SIGNED_RATIONAL && (dividend | divisor) < 0);
  return isNone ? NaN : dividend / divisor;
}

/** Reads a number; 0 if it is beyond the end of the block. */
function uint16({ bytes, isBigEndian }: Exif, at: number): number {
  if (at + 2 > bytes.length) return 0;
  return isBigEndian ? bytes.readUInt16BE(at) : bytes.readUInt16LE(at);
}

/** Reads a number; 0 if it is beyond the end of the block. */
function uint32({ bytes, isBigEndian }: Exif, at: number): number {
  if (at + 4 > bytes.length) return 0;
  return isBigEndian ? bytes.readUInt32BE(at) : bytes.readUInt32LE(at);
}
