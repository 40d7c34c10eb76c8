import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import sharp from 'sharp';
import { inDecoder } from './decoders.js';

/** What an uploaded picture file turned out to be, with the derivatives made from it. */
export interface Picture {
  /** File ending by content: jpg, png, webp, avif or gif. */
  extension: 'jpg' | 'png' | 'webp' | 'avif' | 'gif';
  /** Size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** Paths of the derivatives: upright WebP without metadata, at most 1600 px and 480 px. */
  previewPath: string;
  thumbnailPath: string;
}

const AI_PX = 1024;

// Nothing decoded is kept, and one picture takes one thread.
sharp.cache(false);
sharp.concurrency(1);

/**
 * Reads an uploaded picture and writes its derivatives into `workFolder`.
 * @throws AppError 413 or 415 naming the file
 */
export function readPicture(path: string, fileName: string, workFolder: string): Promise<Picture> {
  return inDecoder<Picture>({ kind: 'picture', path, fileName, folder: workFolder });
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, transparent where the logo is.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  return inDecoder<string>({ kind: 'logo', path, fileName, folder: workFolder });
}

/** A stored preview as the AI gets it: an upright JPEG of at most 1024 px, without metadata, white where it was transparent. */
export async function aiPicture(source: string | Buffer | Readable): Promise<Buffer> {
  const isStream = typeof source !== 'string' && !Buffer.isBuffer(source);
  const picture = isStream ? sharp() : sharp(source);
  const jpeg = picture
    .autoOrient()
    .resize(AI_PX, AI_PX, { fit: 'inside', withoutEnlargement: true })
    .flatten({ background: 'white' })
    .jpeg({ quality: 80 });
  const [result] = await Promise.all([jpeg.toBuffer(), isStream ? pipeline(source, picture) : null]);
  return result;
}
