import { writeFile } from 'node:fs/promises';
import { notWritten } from '../picture-errors.js';
import { writeDirectory, longs, shorts, tiffHeader, UNDEFINED, type Entry } from '../tiff-directory.js';
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

/**
 * Writes an uncompressed TIFF of RGB pixels (TIFF 6.0, ICC.1 annex B.4), a few rows at a time.
 * @throws DerivativeNotWritten
 */
export async function writeTiff(path: string, picture: TiffPicture): Promise<void> {
  await writeFile(path, contentOf(picture), { flag: 'wx', mode: 0o600 }).catch(notWritten);
}

/**
 * Generates the parts of the file. All strips use the same memory, so each must be written before the next is
 * requested.
 */
function* contentOf(picture: TiffPicture): Generator<Buffer> {
  const { width, height, rows } = picture;
  const strip = Buffer.alloc(width * 3 * ROWS_PER_STRIP);
  const target = new Uint8ClampedArray(strip.buffer, strip.byteOffset, strip.length);
  const directoryAt = HEADER_BYTES + width * height * 3;
  yield tiffHeader(directoryAt);
  for (let from = 0; from < height; from += ROWS_PER_STRIP) {
    const count = Math.min(ROWS_PER_STRIP, height - from);
    rows(from, count, target);
    yield strip.subarray(0, count * width * 3);
  }
  yield writeDirectory(entriesOf(picture), directoryAt);
}

function entriesOf({ width, height, profile }: TiffPicture): Entry[] {
  const strips = Math.ceil(height / ROWS_PER_STRIP);
  const stripBytes = width * 3 * ROWS_PER_STRIP;
  const starts = Array.from({ length: strips }, (_, index) => HEADER_BYTES + index * stripBytes);
  return [
    longs(256, width),
    longs(257, height),
    shorts(258, 8, 8, 8),
    shorts(259, 1),
    shorts(262, 2),
    longs(273, ...starts),
    shorts(277, 3),
    longs(278, ROWS_PER_STRIP),
    longs(279, ...starts.map((start) => Math.min(stripBytes, HEADER_BYTES + width * height * 3 - start))),
    ...(profile.length > 0 ? [{ tag: 34_675, type: UNDEFINED, value: profile }] : []),
  ];
}
