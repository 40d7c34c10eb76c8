import type { Position } from '../../contract/deliveries.js';
import { bytesOfItem, itemsOf } from '../files/boxes.js';
import type { Bytes } from '../files/bytes.js';
import { contentOf, segmentsOf, SOS } from '../files/jpeg-segments.js';
import { chunksOf, contentOfChunk, isIntact } from '../files/png-chunks.js';
import { webpChunk } from '../files/webp-chunks.js';
import type { Extension } from '../picture-kind.js';
import { findField, firstDirectory, parseExif, TAGS, whole, type Exif } from './exif.js';
import { takenAt } from './taken-at.js';
import { takenWhere } from './taken-where.js';

/** What the EXIF blocks of a photo say. */
export interface PhotoExif {
  /** Local time, `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  position: Position | null;
  /** How its pixels are to be turned, 1 to 8. */
  orientation: number;
}

/** More than any camera writes. */
const EXIF_MAX = 1024 * 1024;
const JPEG_APP1 = 0xe1;
const JPEG_HEADING = 'Exif\0';
const BLOCKS_MAX = 8;

/**
 * The one reader of EXIF for all kinds of pictures. Of several blocks that contradict each other, none is believed in time and
 * position, and the first one in the orientation, as browsers do.
 */
export async function readExif(kind: Extension, source: Bytes): Promise<PhotoExif> {
  const blocks = (await blocksOf(kind, source)).flatMap((block) => parseExif(block) ?? []);
  return {
    takenAt: agreed(blocks.map(takenAt)),
    position: agreed(blocks.map(takenWhere)),
    // A HEIC or AVIF says it by properties of its own, which their decoder follows.
    orientation: kind === 'heic' || kind === 'avif' ? 1 : (blocks.map(orientationOf).find(Boolean) ?? 1),
  };
}

/** What those say that say anything, if it is the same. */
function agreed<T>(said: (T | null)[]): T | null {
  const [first, ...others] = said.filter((one) => one !== null);
  const isSame = others.every((other) => JSON.stringify(other) === JSON.stringify(first));
  return isSame ? (first ?? null) : null;
}

function orientationOf(exif: Exif): number | null {
  const field = findField(exif, firstDirectory(exif), TAGS.orientation);
  const orientation = field && whole(exif, field);
  return orientation !== null && orientation >= 1 && orientation <= 8 ? orientation : null;
}

async function blocksOf(kind: Extension, source: Bytes): Promise<Buffer[]> {
  switch (kind) {
    case 'jpg':
      return ofJpeg(source);
    case 'png':
      return ofPng(source);
    case 'webp':
      return present(await webpChunk(source, 'EXIF', EXIF_MAX));
    case 'heic':
    case 'avif':
      return ofItems(source);
    case 'gif':
      return [];
  }
}

function present(block: Buffer | undefined): Buffer[] {
  return block ? [block] : [];
}

async function ofJpeg(source: Bytes): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const segment of segmentsOf(source)) {
    const { marker, heading } = segment;
    if (marker === SOS || blocks.length === BLOCKS_MAX) break;
    if (marker === JPEG_APP1 && heading.startsWith(JPEG_HEADING)) blocks.push(await contentOf(source, segment));
  }
  return blocks;
}

/** Before the pixels or behind them; one that is damaged is not believed, as browsers do. */
async function ofPng(source: Bytes): Promise<Buffer[]> {
  const blocks: Buffer[] = [];
  for await (const chunk of chunksOf(source)) {
    if (blocks.length === BLOCKS_MAX) break;
    if (chunk.type !== 'eXIf') continue;
    const content = await contentOfChunk(source, chunk, EXIF_MAX);
    if (content && (await isIntact(source, chunk))) blocks.push(content);
  }
  return blocks;
}

/** ISO/IEC 23008-12, A.2.1: the place of the block within its item stands before it. */
async function ofItems(source: Bytes): Promise<Buffer[]> {
  try {
    const { byId } = (await itemsOf(source)) ?? { byId: new Map<number, never>() };
    const items = [...byId.values()].filter(({ type }) => type === 'Exif').slice(0, BLOCKS_MAX);
    const contents = await Promise.all(items.map((item) => bytesOfItem(source, item, EXIF_MAX)));
    return contents.flatMap((content) => {
      if (!content || content.length < 4) return [];
      return [content.subarray(4 + content.readUInt32BE(0)), content.subarray(4), content].find(parseExif) ?? [];
    });
  } catch (error) {
    if (error instanceof RangeError) return [];
    throw error;
  }
}
