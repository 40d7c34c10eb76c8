import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { GOOGLE_MAX_BYTES, type DeliveryFormat } from '../../contract/delivery-rules.js';
import { fitInside, openPixels, makeUpright } from '../decode-picture.js';
import type { PhotoExif } from '../exif/read-exif.js';
import { ByteSource, type Range } from '../files/bytes.js';
import { DerivativeNotWritten, notWritten } from '../picture-errors.js';
import type { PictureFile } from '../picture-file.js';
import { readingError } from '../picture-memory.js';
import { splitJpeg } from './jpeg-parts.js';
import type { DeliveredPicture, DeliveryOptions } from './photo-facts.js';
import { writeMetadata } from './write-metadata.js';

/** A photo that is to be delivered. */
export interface DeliveryFile extends PictureFile {
  delivery: DeliveryOptions;
}

/** A photo whose pixels sharp can read, and the content of its EXIF blocks. */
export interface ReadDeliveryFile extends DeliveryFile {
  exif: PhotoExif;
  /** Maximum of the longer side, in pixels; `null` for the full size. */
  maxPixels: number | null;
}

/** A picture that was encoded for delivery; its file is in the work folder. */
export interface EncodedPicture extends DeliveredPicture {
  path: string;
}

/** JPEG qualities, then sizes, that are tried in turn until the file is small enough for Google. */
const QUALITIES: Record<DeliveryFormat, number[]> = {
  original: [90, 80, 70],
  'jpeg-90': [90, 80, 70],
  'jpeg-80': [80, 70],
};
const SMALLER_PX = [4096, 3072, 2048, 1600];

/**
 * Encodes a photo for delivery as a JPEG whose only metadata are the given texts, time and position.
 * @throws PictureRefused 413 or 415 naming the file
 */
export async function deliverPicture(picture: ReadDeliveryFile): Promise<EncodedPicture> {
  const { fileName, folder, exif, delivery } = picture;
  try {
    const position = delivery.hasPosition ? exif.position : null;
    const { data, info } = await encode(picture, QUALITIES[delivery.format]);
    const { width, height } = info;
    const facts = { texts: delivery.texts, takenAt: exif.takenAt, position };
    const metadata = writeMetadata('jpg', { ...facts, orientation: 1, width, height });
    const { head, rest } = await splitJpeg(ByteSource.of(data));
    const sliceOf = ({ start, end }: Range): Buffer => data.subarray(start, end);
    const jpegPath = join(folder, randomUUID());
    const content = [...head.map(sliceOf), metadata, ...rest.map(sliceOf)];
    await writeFile(jpegPath, content, { flag: 'wx', mode: 0o600 }).catch(notWritten);
    return { path: jpegPath, extension: 'jpg', width, height, position, pixels: 're-encoded' };
  } catch (error) {
    if (error instanceof DerivativeNotWritten) throw error;
    throw readingError(fileName, error);
  }
}

type Encoded = Awaited<ReturnType<typeof encodeOnce>>;

/**
 * Encodes the upright picture as a JPEG of at most `GOOGLE_MAX_BYTES`, transparent parts white. If even the smallest
 * one is larger, it is returned anyway.
 */
async function encode(picture: ReadDeliveryFile, qualities: number[]): Promise<Encoded> {
  let encoded: Encoded | undefined;
  const { maxPixels } = picture;
  for (const quality of maxPixels === null ? qualities : []) {
    encoded = await encodeOnce(picture, quality);
    if (encoded.data.length <= GOOGLE_MAX_BYTES) return encoded;
  }
  for (const pixels of SMALLER_PX.filter((side) => side <= (maxPixels ?? side))) {
    encoded = await encodeOnce(picture, qualities.at(-1)!, pixels);
    if (encoded.data.length <= GOOGLE_MAX_BYTES) return encoded;
  }
  return encoded!;
}

async function encodeOnce({ path, pixelsPath = path, exif }: ReadDeliveryFile, quality: number, pixels?: number) {
  const whole = openPixels(pixelsPath);
  // Smaller sizes are decoded first and encoded afterwards, as in `decodePicture`: both at a time take more memory.
  const picture = pixels
    ? await decodeUpright(makeUpright(fitInside(whole, pixels), exif.orientation))
    : makeUpright(whole, exif.orientation);
  return picture.flatten({ background: 'white' }).jpeg({ quality }).toBuffer({ resolveWithObject: true });
}

async function decodeUpright(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
