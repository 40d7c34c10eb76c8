import type { Bytes, Range } from './bytes.js';

const SOI_BYTES = 2;
export const EOI = 0xd9;
export const SOS = 0xda;
/** More than any camera or program writes; a picture made of empty segments would take minutes. */
export const SEGMENTS_MAX = 20_000;
/** Of a segment's content, what is looked at. */
const HEADING_BYTES = 14;

/** A part of a JPEG between two markers; that of a scan includes its pixels. */
export interface Segment extends Range {
  marker: number;
  /** Of its content, the beginning. */
  heading: string;
  /** Whether it stands where the one before ends, and has a length that can be. */
  isStrict: boolean;
}

/**
 * The segments of a JPEG up to its end, or to where the file ends. What lies between two segments is skipped, as decoders skip it
 * (libjpeg, `next_marker`): stray bytes, zeros, markers without content.
 */
export async function* segmentsOf(source: Bytes): AsyncGenerator<Segment> {
  let at = SOI_BYTES;
  let isStrict = true;
  for (let count = 0; count <= SEGMENTS_MAX; count += 1) {
    const start = await nextMarker(source, at);
    if (start === null) return;
    isStrict &&= start.isNext;
    const bytes = await source.from(start.at, 4 + HEADING_BYTES);
    const marker = bytes[1]!;
    if (marker === EOI) return yield { marker, start: start.at, end: start.at + 2, heading: '', isStrict };
    if (hasNoLength(marker)) {
      [at, isStrict] = [start.at + 2, false];
      continue;
    }
    if (bytes.length < 4) return;
    const length = bytes.readUInt16BE(2);
    isStrict &&= length >= 2;
    const contentEnd = start.at + 2 + Math.max(length, 2);
    const heading = bytes.toString('latin1', 4, 4 + HEADING_BYTES);
    at = marker === SOS ? await endOfScan(source, contentEnd) : contentEnd;
    yield { marker, start: start.at, end: at, heading, isStrict };
    isStrict = true;
  }
}

/** What follows the length of a segment. */
export async function contentOf(source: Bytes, { start, end }: Range): Promise<Buffer> {
  const bytes = await source.from(start + 4, Math.max(0, end - start - 4));
  return Buffer.from(bytes.subarray(0, Math.max(0, end - start - 4)));
}

/** Restart markers and `TEM` stand alone. */
function hasNoLength(marker: number): boolean {
  return marker === 1 || (marker >= 0xd0 && marker <= 0xd8);
}

/** The next marker from `at` on, of which the last of any number of fill bytes counts; `null` if the file ends before. */
async function nextMarker(source: Bytes, at: number): Promise<{ at: number; isNext: boolean } | null> {
  let isNext = true;
  for (let from = at; ;) {
    const bytes = await source.from(from, 2);
    if (bytes.length < 2) return null;
    let offset = 0;
    while (offset + 1 < bytes.length) {
      const next = bytes[offset + 1]!;
      const isMarker = bytes[offset] === 0xff && next !== 0 && next !== 0xff;
      if (isMarker) return { at: from + offset, isNext };
      const isFill = bytes[offset] === 0xff && next === 0xff;
      isNext &&= isFill;
      const found = bytes.indexOf(0xff, offset + 1);
      offset = found === -1 ? bytes.length : found;
    }
    from += offset;
  }
}

/** Where the next marker stands behind a scan's pixels. */
async function endOfScan(source: Bytes, start: number): Promise<number> {
  let at = start;
  for (;;) {
    const bytes = await source.from(at, 2);
    if (bytes.length < 2) return at + bytes.length;
    let offset = 0;
    while (offset + 1 < bytes.length) {
      offset = bytes.indexOf(0xff, offset);
      if (offset === -1) offset = bytes.length;
      else if (offset + 1 < bytes.length) {
        const next = bytes[offset + 1]!;
        const isPixels = next === 0 || (next >= 0xd0 && next <= 0xd7);
        if (!isPixels && next !== 0xff) return at + offset;
        offset += isPixels ? 2 : 1;
      }
    }
    at += offset;
  }
}
