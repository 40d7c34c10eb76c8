import { MalformedPicture, type ByteSource, type PictureParts } from '../files/bytes.js';
import { readChunks, isIntact, SIGNATURE_BYTES, writeChunk } from '../files/png-chunks.js';

/**
 * Chunks that decoders need to show the pixels. `gAMA` and `cHRM` are left out: sharp ignores them, so programs that
 * apply them would show other colours than the approved ones.
 */
const NEEDED = 'IHDR PLTE IDAT IEND tRNS sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs'.split(' ');

/**
 * Returns the ranges of a PNG without metadata and data behind its end. The pixel data are unchanged.
 * @throws MalformedPicture if the end is missing, or a chunk does not match its checksum
 */
export async function splitPng(source: ByteSource): Promise<PictureParts> {
  const parts: PictureParts = { head: [{ start: 0, end: SIGNATURE_BYTES }], rest: [] };
  let last = '';
  for await (const chunk of readChunks(source)) {
    const { type, start, end } = chunk;
    last = type;
    if (!NEEDED.includes(type)) continue;
    if (!(await isIntact(source, chunk))) throw new MalformedPicture('a chunk is cut off or damaged');
    parts[type === 'IHDR' ? 'head' : 'rest'].push({ start, end });
  }
  if (last !== 'IEND') throw new MalformedPicture('its end is missing');
  return parts;
}

/** Returns the metadata chunks of a PNG: EXIF and XMP. */
export function pngMetadata({ exif, xmp }: { exif: Buffer; xmp: string }): Buffer {
  // Keyword, not compressed, no language, no translated keyword.
  const heading = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
  return Buffer.concat([writeChunk('eXIf', exif), writeChunk('iTXt', Buffer.concat([heading, Buffer.from(xmp)]))]);
}
