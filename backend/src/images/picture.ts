import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { AppError } from '../common/errors.js';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { kindOf, type Extension } from './picture-kind.js';
import { takenAt } from './taken-at.js';

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

interface Header {
  extension: Extension;
  width: number;
  height: number;
  takenAt: string | null;
}

const PREVIEW_PX = 1600;
const THUMBNAIL_PX = 480;
const LOGO_PX = 512;
const AI_PX = 1024;
const DECODE_SECONDS = 120;

// Memory stays flat: nothing decoded is kept, one thread decodes one picture, and few pictures are decoded at once.
sharp.cache(false);
sharp.concurrency(1);
const atOnce = pLimit(2);

/**
 * Reads an uploaded picture and writes its derivatives into `workFolder`; the original is decoded once.
 * @throws AppError 413 or 415 naming the file
 */
export async function readPicture(path: string, fileName: string, workFolder: string): Promise<Picture> {
  const header = await readHeader(path, fileName);
  return atOnce(async () => {
    const preview = await decode(fileName, webp(original(path), PREVIEW_PX, 80));
    const thumbnail = await decode(fileName, webp(sharp(preview), THUMBNAIL_PX, 75));
    const [previewPath, thumbnailPath] = await Promise.all([keep(workFolder, preview), keep(workFolder, thumbnail)]);
    return { ...header, previewPath, thumbnailPath };
  });
}

/**
 * Reads an uploaded logo and makes one WebP of at most 512 px, transparent where the logo is.
 * @returns the path of the WebP, in `workFolder`
 * @throws AppError 413 or 415 naming the file
 */
export async function readLogo(path: string, fileName: string, workFolder: string): Promise<string> {
  await readHeader(path, fileName);
  const logo = await atOnce(() => decode(fileName, webp(original(path), LOGO_PX, 90)));
  return keep(workFolder, logo);
}

/** A stored picture as the AI gets it: an upright JPEG of at most 1024 px, without metadata, white where it was transparent. */
export async function aiPicture(source: string | Buffer | Readable): Promise<Buffer> {
  return atOnce(async () => {
    const isStream = typeof source !== 'string' && !Buffer.isBuffer(source);
    const picture = isStream ? sharp() : sharp(source);
    const jpeg = inside(picture.autoOrient(), AI_PX).flatten({ background: 'white' }).jpeg({ quality: 80 });
    const [result] = await Promise.all([jpeg.toBuffer(), isStream ? pipeline(source, picture) : null]);
    return result;
  });
}

async function readHeader(path: string, fileName: string): Promise<Header> {
  const extension = await kindOf(path, fileName);
  const { autoOrient, exif } = await metadata(path, fileName);
  const { width, height } = autoOrient;
  if (width * height > IMAGE_MAX_PIXELS) throw tooLarge(fileName, width, height);
  return { extension, width, height, takenAt: takenAt(exif) };
}

async function metadata(path: string, fileName: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch {
    throw unreadable(fileName);
  }
}

// A photo with a scratch passes, as in every viewer; one whose end is missing does not.
function original(path: string): Sharp {
  return sharp(path, { failOn: 'truncated', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient();
}

function inside(picture: Sharp, pixels: number): Sharp {
  return picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true });
}

function webp(picture: Sharp, pixels: number, quality: number): Sharp {
  return inside(picture, pixels).toColourspace('srgb').webp({ quality, effort: 3 });
}

async function decode(fileName: string, picture: Sharp): Promise<Buffer> {
  try {
    return await picture.toBuffer();
  } catch {
    throw unreadable(fileName);
  }
}

async function keep(folder: string, content: Buffer): Promise<string> {
  const path = join(folder, `${randomUUID()}.webp`);
  await writeFile(path, content);
  return path;
}

function unreadable(fileName: string): AppError {
  return new AppError(
    415,
    'PICTURE_UNREADABLE',
    `"${fileName}" is damaged or incomplete and cannot be read. Please export it again and upload the new file.`,
  );
}

function tooLarge(fileName: string, width: number, height: number): AppError {
  const megapixels = (pixels: number): string => (pixels / 1_000_000).toFixed(1).replace(/\.0$/, '');
  return new AppError(
    413,
    'PICTURE_TOO_LARGE',
    `"${fileName}" has ${megapixels(width * height)} megapixels (${width} × ${height}); at most ${megapixels(IMAGE_MAX_PIXELS)} are allowed.`,
  );
}
