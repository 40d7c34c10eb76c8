import type { Bytes } from './bytes.js';
import { contentOf, EOI, segmentsOf, SEGMENTS_MAX, SOS } from './jpeg-segments.js';

/** Of a progressive JPEG, and of all whose scans the decoder reads. */
const FRAMES = [0xc0, 0xc1, 0xc2];
const COEFFICIENTS = 64;

/** How a JPEG ends: with its end marker, without it but with all of its scans, or before. */
export type JpegEnd = 'marked' | 'unmarked' | 'cut';

/**
 * Whether all scans of a JPEG have begun that its pixels need: whether the last one is whole, only decoding tells. In a progressive one
 * each component needs each of its coefficients down to the last bit (ITU-T T.81, G.1.1).
 */
export async function endOfJpeg(source: Bytes): Promise<JpegEnd> {
  /** By component, the bits that are still missing of each coefficient. */
  const missing = new Map<number, number[]>();
  let count = 0;
  for await (const segment of segmentsOf(source)) {
    count += 1;
    if (segment.marker === EOI || count > SEGMENTS_MAX) return 'marked';
    if (FRAMES.includes(segment.marker)) {
      const content = await contentOf(source, segment);
      for (let at = 6; at + 3 <= content.length; at += 3)
        missing.set(content[at]!, Array<number>(COEFFICIENTS).fill(Infinity));
    }
    if (segment.marker === SOS) noteScan(await contentOf(source, { ...segment, end: segment.start + 18 }), missing);
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
