import type { ByteSource } from './bytes.js';
import { readSegment, EOI, readSegments, SEGMENTS_MAX, SOS } from './jpeg-segments.js';

/** Markers of the frames that the decoder supports: baseline, extended and progressive. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const COEFFICIENTS = 64;

/** How a JPEG ends: with its end marker, without it but with all scans begun, or earlier. */
export type JpegEnd = 'marked' | 'unmarked' | 'cut';

/**
 * Finds out how a JPEG ends. `unmarked` means that all needed scans have begun; only decoding can tell whether the
 * last one is complete. A progressive JPEG needs all coefficients of each component down to the last bit (ITU-T T.81,
 * G.1.1).
 */
export async function findJpegEnd(source: ByteSource): Promise<JpegEnd> {
  /** The bits of each coefficient that are still missing, by component. */
  const missing = new Map<number, number[]>();
  let count = 0;
  for await (const segment of readSegments(source)) {
    count += 1;
    if (segment.marker === EOI || count > SEGMENTS_MAX) return 'marked';
    if (FRAMES.includes(segment.marker)) {
      const content = await readSegment(source, segment);
      for (let at = 6; at + 3 <= content.length; at += 3)
        missing.set(content[at]!, Array<number>(COEFFICIENTS).fill(Infinity));
    }
    if (segment.marker === SOS) noteScan(await readSegment(source, { ...segment, end: segment.start + 18 }), missing);
  }
  const isWhole = missing.size > 0 && [...missing.values()].every((bits) => bits.every((left) => left === 0));
  return isWhole ? 'unmarked' : 'cut';
}

function noteScan(header: Buffer, missing: Map<number, number[]>): void {
  const components = header[0] ?? 0;
  const at = 1 + components * 2;
  const [first = 0, last = 0, approximation = 0] = header.subarray(at);
  for (let index = 0; index < components; index += 1)
    missing.get(header[1 + index * 2] ?? -1)?.fill(approximation & 15, first, last + 1);
}
