import { randomUUID } from 'node:crypto';
import { open, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import type { Position } from '../../contract/deliveries.js';
import { GOOGLE_MAX_BYTES, type DeliveryFormat } from '../../contract/delivery-rules.js';
import { IMAGE_MAX_PIXELS } from '../../contract/limits.js';
import type { PictureFile } from '../decode-picture.js';
import { DerivativeNotWritten, unreadable } from '../picture-errors.js';
import { kindOf, type Extension } from '../picture-kind.js';
import { readingError } from '../picture-memory.js';
import { takenAt } from '../taken-at.js';
import { Bytes, MalformedPicture, type PictureParts, type Range } from './bytes.js';
import { exifOfHeic } from './heic-parts.js';
import { exifOfJpeg, jpegMetadata, jpegParts } from './jpeg-parts.js';
import type { PhotoFacts, PhotoTexts } from './photo-facts.js';
import { exifOfPng, pngMetadata, pngParts } from './png-parts.js';
import { orientationOf, takenWhere } from './taken-where.js';
import { exifBlock } from './write-exif.js';
import { iptcSegment } from './write-iptc.js';
import { xmpPacket } from './write-xmp.js';

/** How a photo is delivered. */
export interface DeliveryOptions {
  format: DeliveryFormat;
  texts: PhotoTexts;
  /** Whether the position that the original states is kept. */
  hasPosition: boolean;
}

/** A photo that is to be delivered. */
export interface DeliveryFile extends PictureFile {
  delivery: DeliveryOptions;
}

/** A picture that is made for delivery in `folder`. */
export interface DeliveredPicture {
  path: string;
  extension: 'jpg' | 'png';
  width: number;
  height: number;
  /** Where it was taken, as its file says. */
  position: Position | null;
}

const ENCODE_SECONDS = 120;
/** Lower qualities and sizes that are tried while a JPEG is larger than Google takes. */
const QUALITIES: Record<DeliveryFormat, number[]> = {
  original: [90, 80, 70],
  'jpeg-90': [90, 80, 70],
  'jpeg-80': [80, 70],
};
const SMALLER_PX = [4096, 3072, 2048];
const COPY_BYTES = 1024 * 1024;

/**
 * Makes the file of a photo that is delivered: a JPEG, or a JPEG or PNG whose pixels are those of the original byte for byte. It has
 * the given texts, time, position and turn as its only metadata.
 * @throws PictureRefused 413 or 415 naming the file
 */
export async function deliverPicture(picture: DeliveryFile): Promise<DeliveredPicture> {
  const { path, pixelsPath = path, fileName, folder, delivery } = picture;
  const kind = await kindOf(path, fileName);
  const file = await open(path, 'r');
  try {
    const original = Bytes.ofFile(file);
    const isKept = delivery.format === 'original' && (kind === 'jpg' || kind === 'png');
    const exif = await exifOf(kind, original);
    const said = {
      texts: delivery.texts,
      takenAt: takenAt(exif),
      position: delivery.hasPosition ? takenWhere(exif) : null,
    };
    const made = join(folder, randomUUID());
    if (isKept) {
      const parts = kind === 'jpg' ? await jpegParts(original) : await pngParts(original);
      const { width, height } = await sharp(path, { limitInputPixels: false }).metadata();
      const facts = { ...said, orientation: orientationOf(parts.exif), width, height };
      await write(made, { file, parts, metadata: metadataFor(kind, facts) });
      return { path: made, extension: kind, ...upright(facts), position: said.position };
    }
    const { data, info } = await encode(pixelsPath, QUALITIES[delivery.format]);
    const facts = { ...said, orientation: 1, width: info.width, height: info.height };
    const metadata = metadataFor('jpg', facts);
    await write(made, { file: data, parts: await jpegParts(Bytes.of(data)), metadata });
    return { path: made, extension: 'jpg', width: info.width, height: info.height, position: said.position };
  } catch (error) {
    if (error instanceof MalformedPicture) throw unreadable(fileName);
    if (error instanceof DerivativeNotWritten) throw error;
    throw readingError(fileName, error);
  } finally {
    await file.close();
  }
}

async function exifOf(kind: Extension, original: Bytes): Promise<Buffer | undefined> {
  if (kind === 'jpg') return exifOfJpeg(original);
  if (kind === 'png') return exifOfPng(original);
  return kind === 'heic' ? exifOfHeic(original) : undefined;
}

/** The size as people see it: from 5 on, the picture is turned by a quarter. */
function upright({ orientation, width, height }: PhotoFacts): { width: number; height: number } {
  return orientation < 5 ? { width, height } : { width: height, height: width };
}

function metadataFor(kind: 'jpg' | 'png', facts: PhotoFacts): Buffer {
  const exif = exifBlock(facts);
  const xmp = xmpPacket(facts.texts);
  return kind === 'jpg' ? jpegMetadata({ exif, xmp, iptc: iptcSegment(facts.texts) }) : pngMetadata({ exif, xmp });
}

type Encoded = Awaited<ReturnType<typeof encodeOnce>>;

/** The upright picture as a JPEG that Google takes, white where it was transparent. */
async function encode(path: string, qualities: number[]): Promise<Encoded> {
  let encoded: Encoded | undefined;
  for (const quality of qualities) {
    encoded = await encodeOnce(path, quality);
    if (encoded.data.length <= GOOGLE_MAX_BYTES) return encoded;
  }
  for (const pixels of SMALLER_PX) {
    encoded = await encodeOnce(path, qualities.at(-1)!, pixels);
    if (encoded.data.length <= GOOGLE_MAX_BYTES) return encoded;
  }
  return encoded!;
}

function encodeOnce(path: string, quality: number, pixels?: number) {
  const picture = sharp(path, { failOn: 'truncated', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true })
    .timeout({ seconds: ENCODE_SECONDS })
    .autoOrient();
  if (pixels) picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true });
  return picture.flatten({ background: 'white' }).jpeg({ quality }).toBuffer({ resolveWithObject: true });
}

interface Pieces {
  /** Where the parts are. */
  file: FileHandle | Buffer;
  parts: PictureParts;
  metadata: Buffer;
}

async function write(path: string, { file, parts, metadata }: Pieces): Promise<void> {
  try {
    const made = await open(path, 'wx', 0o600);
    try {
      for (const range of parts.head) await copy(file, range, made);
      await made.appendFile(metadata);
      for (const range of joined(parts.rest)) await copy(file, range, made);
    } finally {
      await made.close();
    }
  } catch (error) {
    throw new DerivativeNotWritten((error as NodeJS.ErrnoException).code ?? '');
  }
}

async function copy(from: FileHandle | Buffer, { start, end }: Range, to: FileHandle): Promise<void> {
  if (Buffer.isBuffer(from)) return to.appendFile(from.subarray(start, end));
  const bytes = Buffer.allocUnsafe(Math.min(COPY_BYTES, end - start));
  for (let at = start; at < end;) {
    const { bytesRead } = await from.read(bytes, 0, Math.min(bytes.length, end - at), at);
    if (bytesRead === 0) return;
    await to.appendFile(bytes.subarray(0, bytesRead));
    at += bytesRead;
  }
}

/** Parts that follow each other are copied together: a PNG has thousands. */
function joined(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges) {
    const last = result.at(-1);
    if (last?.end === start) last.end = end;
    else result.push({ start, end });
  }
  return result;
}
