import { open } from 'node:fs/promises';
import { DerivativeNotWritten } from '../picture-errors.js';
import type { WriteRows } from './ycbcr.js';

/** A picture whose rows are computed as they are written. */
export interface TiffPicture {
  width: number;
  height: number;
  /** ICC profile; empty for none. */
  profile: Buffer;
  rows: WriteRows;
}

const ROWS_PER_STRIP = 32;
const HEADER_BYTES = 8;
const ENTRY_BYTES = 12;
/** Types of fields. */
const SHORT = 3;
const LONG = 4;
const UNDEFINED = 7;

/**
 * Writes an uncompressed TIFF of RGB pixels (TIFF 6.0, ICC.1 annex B.4), a few rows at a time.
 * @throws DerivativeNotWritten
 */
export async function writeTiff(path: string, picture: TiffPicture): Promise<void> {
  const { width, height, rows } = picture;
  const strip = Buffer.alloc(width * 3 * ROWS_PER_STRIP);
  const target = new Uint8ClampedArray(strip.buffer, strip.byteOffset, strip.length);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.appendFile(header(HEADER_BYTES + width * height * 3));
      for (let from = 0; from < height; from += ROWS_PER_STRIP) {
        const count = Math.min(ROWS_PER_STRIP, height - from);
        rows(from, count, target);
        await file.appendFile(strip.subarray(0, count * width * 3));
      }
      await file.appendFile(directory(picture));
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new DerivativeNotWritten((error as NodeJS.ErrnoException).code ?? '');
  }
}

function header(directoryAt: number): Buffer {
  const bytes = Buffer.from('II*\0\0\0\0\0', 'latin1');
  bytes.writeUInt32LE(directoryAt, 4);
  return bytes;
}

interface Field {
  tag: number;
  type: number;
  count: number;
  value: Buffer;
}

/** What follows the pixels: the directory, and the values that are longer than its fields. */
function directory({ width, height, profile }: TiffPicture): Buffer {
  const strips = Math.ceil(height / ROWS_PER_STRIP);
  const stripBytes = width * 3 * ROWS_PER_STRIP;
  const starts = Array.from({ length: strips }, (_, index) => HEADER_BYTES + index * stripBytes);
  const fields = [
    longs(256, width),
    longs(257, height),
    shorts(258, 8, 8, 8),
    shorts(259, 1),
    shorts(262, 2),
    longs(273, ...starts),
    shorts(277, 3),
    longs(278, ROWS_PER_STRIP),
    longs(279, ...starts.map((start) => Math.min(stripBytes, HEADER_BYTES + width * height * 3 - start))),
    ...(profile.length > 0 ? [{ tag: 34_675, type: UNDEFINED, count: profile.length, value: profile }] : []),
  ];
  return encode(fields, HEADER_BYTES + width * height * 3);
}

function encode(fields: Field[], at: number): Buffer {
  const entries = Buffer.alloc(2 + fields.length * ENTRY_BYTES + 4);
  const longer: Buffer[] = [];
  let next = at + entries.length;
  entries.writeUInt16LE(fields.length, 0);
  for (const [index, { tag, type, count, value }] of fields.entries()) {
    const entry = 2 + index * ENTRY_BYTES;
    entries.writeUInt16LE(tag, entry);
    entries.writeUInt16LE(type, entry + 2);
    entries.writeUInt32LE(count, entry + 4);
    if (value.length <= 4) value.copy(entries, entry + 8);
    else {
      entries.writeUInt32LE(next, entry + 8);
      longer.push(value);
      next += value.length;
    }
  }
  return Buffer.concat([entries, ...longer]);
}

function longs(tag: number, ...values: number[]): Field {
  return { tag, type: LONG, count: values.length, value: Buffer.from(Uint32Array.from(values).buffer) };
}

function shorts(tag: number, ...values: number[]): Field {
  return { tag, type: SHORT, count: values.length, value: Buffer.from(Uint16Array.from(values).buffer) };
}
