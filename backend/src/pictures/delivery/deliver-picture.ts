import { randomUUID } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GOOGLE_MAX_BYTES, type DeliveryFormat } from '../../contract/delivery-rules.js';
import { original, type PictureFile } from '../decode-picture.js';
import { DerivativeNotWritten, notWritten, unreadable } from '../picture-errors.js';
import { kindOf, type Extension } from '../picture-kind.js';
import { readingError } from '../picture-memory.js';
import { takenAt } from '../taken-at.js';
import { Bytes, MalformedPicture, type Range } from './bytes.js';
import { exifOfHeic } from './heic-parts.js';
import { exifOfJpeg, jpegParts } from './jpeg-parts.js';
import type { DeliveredPicture, DeliveryOptions } from './photo-facts.js';
import { exifOfPng } from './png-parts.js';
import { takenWhere } from './taken-where.js';
import { metadataFor } from './write-metadata.js';

/** A photo that is to be delivered. */
export interface DeliveryFile extends PictureFile {
  delivery: DeliveryOptions;
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
const SMALLER_PX = [4096, 3072, 2048];

/**
 * Makes a JPEG of a photo that is delivered: it has the given texts, time and position as its only metadata.
 * @throws PictureRefused 413 or 415 naming the file
 */
export async function deliverPicture(picture: DeliveryFile): Promise<EncodedPicture> {
  const { path, pixelsPath = path, fileName, folder, delivery } = picture;
  try {
    const exif = await exifOf(path, await kindOf(path, fileName));
    const position = delivery.hasPosition ? takenWhere(exif) : null;
    const { data, info } = await encode(pixelsPath, QUALITIES[delivery.format]);
    const { width, height } = info;
    const said = { texts: delivery.texts, takenAt: takenAt(exif), position };
    const metadata = metadataFor('jpg', { ...said, orientation: 1, width, height });
    const { head, rest } = await jpegParts(Bytes.of(data));
    const part = ({ start, end }: Range): Buffer => data.subarray(start, end);
    const made = join(folder, randomUUID());
    const content = [...head.map(part), metadata, ...rest.map(part)];
    await writeFile(made, content, { flag: 'wx', mode: 0o600 }).catch(notWritten);
    return { path: made, extension: 'jpg', width, height, position };
  } catch (error) {
    if (error instanceof MalformedPicture) throw unreadable(fileName);
    if (error instanceof DerivativeNotWritten) throw error;
    throw readingError(fileName, error);
  }
}

/** The kinds of originals whose EXIF block is read. */
const EXIF_OF: Partial<Record<Extension, (source: Bytes) => Promise<Buffer | undefined>>> = {
  jpg: exifOfJpeg,
  png: exifOfPng,
  heic: exifOfHeic,
};

async function exifOf(path: string, kind: Extension): Promise<Buffer | undefined> {
  const read = EXIF_OF[kind];
  if (!read) return undefined;
  const file = await open(path, 'r');
  try {
    return await read(Bytes.ofFile(file));
  } finally {
    await file.close();
  }
}

type Encoded = Awaited<ReturnType<typeof encodeOnce>>;

/** The upright picture as a JPEG that Google takes, with white for transparent parts. */
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
  const picture = original(path);
  if (pixels) picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true });
  return picture.flatten({ background: 'white' }).jpeg({ quality }).toBuffer({ resolveWithObject: true });
}
