import type { Position } from '../../contract/deliveries.js';
import { readItem, readItems } from '../files/boxes.js';
import type { ByteSource } from '../files/bytes.js';
import { readSegment, readSegments, SOS } from '../files/jpeg-segments.js';
import { readChunks, readChunk, isIntact } from '../files/png-chunks.js';
import { readWebpChunk } from '../files/webp-chunks.js';
import type { Extension } from '../picture-kind.js';
import { findField, firstDirectory, parseExif, TAGS, readInteger, type Exif } from './exif.js';
import { readTakenAt } from './taken-at.js';
import { readPosition } from './taken-where.js';

/** The fields of a photo's EXIF blocks that the product uses. */
export interface PhotoExif {
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  position: Position | null;
  /** EXIF orientation of the pixels, 1 to 8. */
  orientation: number;
}

/** Maximum bytes of a block that is read; cameras write smaller ones. */
const EXIF_MAX = 1024 * 1024;
const JPEG_APP1 = 0xe1;
const JPEG_HEADING = 'Exif\0';
const BLOCKS_MAX = 8;

/**
 * Reads the EXIF blocks of a picture of any kind. If several blocks contradict each other, time and position are
 * `null`, and the first valid orientation is used, as browsers do.
 */
export async function readExif(kind: Extension, source: ByteSource): Promise<PhotoExif> {
  const blocks = (await readBlocks(kind, source)).flatMap((block) => parseExif(block) ?? []);
  return {
    takenAt: valueInAgreement(blocks.map(readTakenAt)),
    position: valueInAgreement(blocks.map(readPosition)),
    // HEIC and AVIF state the orientation in properties of their own, which their decoders apply.
    orientation: kind === 'heic' || kind === 'avif' ? 1 : (blocks.map(orientationOf).find(Boolean) ?? 1),
  };
}

/** Returns the common value of all that are not `null`; `null` if they differ or there is none. */
function valueInAgreement<T>(values: (T | null)[]): T | null {
  const [first, ...others] = values.filter((one) => one !== null);
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isSame ? (first ?? null) : null;
}

function orientationOf(exif: Exif): number | null {
  const field = findField(exif, firstDirectory(exif), TAGS.orientation);
  const orientation = field && readInteger(exif, field);
  return orientation !== null && orientation >= 1 && orientation <= 8 ? orientation : null;
}

async function readBlocks(kind: Extension, source: ByteSource): Promise<Buffer[]> {
  switch (kind) {
    case 'jpg':
      return readJpegBlocks(source);
    case 'png':
      return readPngBlocks(source);
    case 'webp':
      return toList(await readWebpChunk(source, 'EXIF', EXIF_MAX));
    case 'heic':
    case 'avif':
      return readItemBlocks(source);
    case 'gif':
      return [];
  }
}

function toList(block: Buffer | undefined): Buffer[] {
  return block ? [block] : [];
}

async function readJpegBlocks(source: ByteSource): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const segment of readSegments(source)) {
    const { marker, heading } = segment;
    if (marker === SOS || blocks.length === BLOCKS_MAX) break;
    if (marker === JPEG_APP1 && heading.startsWith(JPEG_HEADING)) blocks.push(await readSegment(source, segment));
  }
  return blocks;
}

/** Reads the blocks before and behind the pixels. Damaged ones are ignored, as browsers do. */
async function readPngBlocks(source: ByteSource): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const chunk of readChunks(source)) {
    if (blocks.length === BLOCKS_MAX) break;
    if (chunk.type !== 'eXIf') continue;
    const content = await readChunk(source, chunk, EXIF_MAX);
    if (content && (await isIntact(source, chunk))) blocks.push(content);
  }
  return blocks;
}

/**
 * Reads the blocks of a HEIC or AVIF, each of which begins with its offset within the item (ISO/IEC 23008-12, A.2.1).
 */
async function readItemBlocks(source: ByteSource): Promise<Buffer[]> {
  try {
    const { byId } = (await readItems(source)) ?? { byId: new Map<number, never>() };
    const items = [...byId.values()].filter(({ type }) => type === 'Exif').slice(0, BLOCKS_MAX);
    const contents = await Promise.all(items.map((item) => readItem(source, item, EXIF_MAX)));
    return contents.flatMap((content) => {
      if (!content || content.length < 4) return [];
      return [content.subarray(4 + content.readUInt32BE(0)), content.subarray(4), content].find(parseExif) ?? [];
    });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
