import type { ByteSource, Range } from './bytes.js';

const SOI_BYTES = 2;
export const EOI = 0xd9;
export const SOS = 0xda;
/** Maximum number of segments that are read: without it, a file of empty segments would take minutes. */
export const SEGMENTS_MAX = 20_000;
/** Bytes of a segment's content that are returned as its heading. */
const HEADING_BYTES = 14;

/** A part of a JPEG between two markers; that of a scan includes its pixels. */
export interface Segment extends Range {
  marker: number;
  /** The first bytes of its content, as latin1. */
  heading: string;
  /** Whether it begins where the previous one ends, and states a valid length. */
  isStrict: boolean;
}

/**
 * Reads the segments of a JPEG up to its end marker, or to the end of the file. Bytes between two segments and
 * markers without content are skipped, as decoders do (libjpeg, `next_marker`).
 */
export async function* readSegments(source: ByteSource): AsyncGenerator<Segment> {
  let at = SOI_BYTES;
  let isStrict = true;
  for (let count = 0; count <= SEGMENTS_MAX; count += 1) {
    const start = await findMarker(source, at);
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
    at = marker === SOS ? await findScanEnd(source, contentEnd) : contentEnd;
    yield { marker, start: start.at, end: at, heading, isStrict };
    isStrict = true;
  }
}

/** Reads the content of a segment, behind its marker and length. */
export async function readSegment(source: ByteSource, { start, end }: Range): Promise<Buffer> {
  const bytes = await source.from(start + 4, Math.max(0, end - start - 4));
  return Buffer.from(bytes.subarray(0, Math.max(0, end - start - 4)));
}

/** Whether a marker has no length and no content: restart markers, `SOI` and `TEM`. */
function hasNoLength(marker: number): boolean {
  return marker === 1 || (marker >= 0xd0 && marker <= 0xd8);
}

/**
 * Finds the next marker from `at` on; `null` if the file ends before. Of several fill bytes 0xff, the last one
 * belongs to the marker.
 */
async function findMarker(source: ByteSource, at: number): Promise<{ at: number; isNext: boolean } | null> {
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

/** Returns the offset of the first marker behind the pixels of a scan. */
async function findScanEnd(source: ByteSource, start: number): Promise<number> {
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
