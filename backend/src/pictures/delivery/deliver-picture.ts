import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { GOOGLE_MAX_BYTES, type DeliveryFormat } from '../../contract/delivery-rules.js';
import { inside, original, turned } from '../decode-picture.js';
import type { PhotoExif } from '../exif/read-exif.js';
import { Bytes, type Range } from '../files/bytes.js';
import { DerivativeNotWritten, notWritten } from '../picture-errors.js';
import type { PictureFile } from '../picture-file.js';
import { readingError } from '../picture-memory.js';
import { jpegParts } from './jpeg-parts.js';
import type { DeliveredPicture, DeliveryOptions } from './photo-facts.js';
import { metadataFor } from './write-metadata.js';

/** A photo that is to be delivered. */
export interface DeliveryFile extends PictureFile {
  delivery: DeliveryOptions;
}

/** A photo whose pixels can be read, with what its EXIF blocks say. */
export interface ReadDeliveryFile extends DeliveryFile {
  exif: PhotoExif;
  /** The longest side that is tried; `null` for the full size. */
  maxPixels: number | null;
}

/** A picture that was made for delivery, in the folder of its work. */
export interface EncodedPicture extends DeliveredPicture {
  path: string;
}

/** Lower qualities and sizes that are tried while a JPEG is larger than Google takes. */
const QUALITIES: Record<DeliveryFormat, number[]> = {
  original: [90, 80, 70],
  'jpeg-90': [90, 80, 70],
  'jpeg-80': [80, 70],
};
const SMALLER_PX = [4096, 3072, 2048, 1600];

/**
 * Makes a JPEG of a photo that is delivered: it has the given texts, time and position as its only metadata.
 * @throws PictureRefused 413 or 415 naming the file
 */
export async function deliverPicture(picture: ReadDeliveryFile): Promise<EncodedPicture> {
  const { fileName, folder, exif, delivery } = picture;
  try {
    const position = delivery.hasPosition ? exif.position : null;
    const { data, info } = await encode(picture, QUALITIES[delivery.format]);
    const { width, height } = info;
    const said = { texts: delivery.texts, takenAt: exif.takenAt, position };
    const metadata = metadataFor('jpg', { ...said, orientation: 1, width, height });
    const { head, rest } = await jpegParts(Bytes.of(data));
    const part = ({ start, end }: Range): Buffer => data.subarray(start, end);
    const made = join(folder, randomUUID());
    const content = [...head.map(part), metadata, ...rest.map(part)];
    await writeFile(made, content, { flag: 'wx', mode: 0o600 }).catch(notWritten);
    return { path: made, extension: 'jpg', width, height, position, pixels: 're-encoded' };
  } catch (error) {
    if (error instanceof DerivativeNotWritten) throw error;
    throw readingError(fileName, error);
  }
}

type Encoded = Awaited<ReturnType<typeof encodeOnce>>;

/** The upright picture as a JPEG that Google takes, with white for transparent parts. */
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
  const whole = original(pixelsPath);
  // As an upload does it: decoded first, and then encoded, which together takes more memory.
  const picture = pixels
    ? await decoded(turned(inside(whole, pixels), exif.orientation))
    : turned(whole, exif.orientation);
  return picture.flatten({ background: 'white' }).jpeg({ quality }).toBuffer({ resolveWithObject: true });
}

async function decoded(picture: Sharp): Promise<Sharp> {
  const { data, info } = await picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } });
}
