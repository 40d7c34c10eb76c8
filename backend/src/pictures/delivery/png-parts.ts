import { crc32 } from 'node:zlib';
import { MalformedPicture, type Bytes, type PictureParts, type Range } from './bytes.js';

const SIGNATURE_BYTES = 8;
/** Chunks that say how the pixels are to be read; texts, times and further pictures are not among them. */
const NEEDED = 'IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP cICP mDCV cLLI sBIT bKGD pHYs'.split(' ');
const CHUNKS_MAX = 100_000;
/** An EXIF block is no larger in any other file. */
const EXIF_MAX_BYTES = 64 * 1024;

interface Chunk extends Range {
  type: string;
}

/**
 * A PNG without metadata and whatever stands behind its end. The pixels stay byte for byte.
 * @throws MalformedPicture
 */
export async function pngParts(source: Bytes): Promise<PictureParts> {
  const parts: PictureParts = { head: [{ start: 0, end: SIGNATURE_BYTES }], rest: [] };
  for await (const chunk of chunksOf(source)) {
    const { type, start, end } = chunk;
    if (type === 'eXIf') parts.exif ??= await contentOf(source, chunk);
    if (NEEDED.includes(type)) parts[type === 'IHDR' ? 'head' : 'rest'].push({ start, end });
  }
  return parts;
}

/** The EXIF block of a PNG. The beginning of the file is enough if the block is before the pixels. */
export async function exifOfPng(source: Bytes): Promise<Buffer | undefined> {
  for await (const chunk of chunksOf(source)) {
    if (chunk.type === 'eXIf') return contentOf(source, chunk);
    if (chunk.type === 'IDAT') return undefined;
  }
  return undefined;
}

/** A PNG's chunks of metadata: EXIF and XMP. */
export function pngMetadata({ exif, xmp }: { exif: Buffer; xmp: string }): Buffer {
  // Keyword, not compressed, no language, no translated keyword.
  const heading = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0', 'latin1');
  return Buffer.concat([toChunk('eXIf', exif), toChunk('iTXt', Buffer.concat([heading, Buffer.from(xmp)]))]);
}

function toChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

async function contentOf(source: Bytes, { start, end }: Range): Promise<Buffer | undefined> {
  const length = end - start - 12;
  if (length > EXIF_MAX_BYTES) return undefined;
  return Buffer.from((await source.from(start + 8, length)).subarray(0, length));
}

/** The chunks up to the end of the picture. */
async function* chunksOf(source: Bytes): AsyncGenerator<Chunk> {
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < CHUNKS_MAX; count += 1) {
    const bytes = await source.from(at, 8);
    if (bytes.length < 8) throw new MalformedPicture('a chunk is cut off');
    const type = bytes.toString('latin1', 4, 8);
    const end = at + 12 + bytes.readUInt32BE(0);
    yield { type, start: at, end };
    if (type === 'IEND') return;
    at = end;
  }
  throw new MalformedPicture('there are too many chunks');
}
