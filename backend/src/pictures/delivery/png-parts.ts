import { MalformedPicture, type Bytes, type PictureParts } from '../files/bytes.js';
import { chunksOf, isIntact, SIGNATURE_BYTES, toChunk } from '../files/png-chunks.js';

/**
 * Chunks that say how the pixels are to be read; texts, times and further pictures are not among them. Neither are `gAMA` and `cHRM`:
 * sharp does not follow them, so a program that does would show other colours than those that were approved.
 */
const NEEDED = 'IHDR PLTE IDAT IEND tRNS sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs'.split(' ');

/**
 * A PNG without metadata and whatever stands behind its end. The pixels stay byte for byte.
 * @throws MalformedPicture for one that has no end, or a chunk that is not what its checksum says
 */
export async function pngParts(source: Bytes): Promise<PictureParts> {
  const parts: PictureParts = { head: [{ start: 0, end: SIGNATURE_BYTES }], rest: [] };
  let last = '';
  for await (const chunk of chunksOf(source)) {
    const { type, start, end } = chunk;
    last = type;
    if (!NEEDED.includes(type)) continue;
    if (!(await isIntact(source, chunk))) throw new MalformedPicture('a chunk is cut off or damaged');
    parts[type === 'IHDR' ? 'head' : 'rest'].push({ start, end });
  }
  if (last !== 'IEND') throw new MalformedPicture('its end is missing');
  return parts;
}

/** A PNG's chunks of metadata: EXIF and XMP. */
export function pngMetadata({ exif, xmp }: { exif: Buffer; xmp: string }): Buffer {
  // Keyword, not compressed, no language, no translated keyword.
  const heading = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
  return Buffer.concat([toChunk('eXIf', exif), toChunk('iTXt', Buffer.concat([heading, Buffer.from(xmp)]))]);
}
