import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { cannotTakeIn } from '../common/cannot-take-in.js';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { kindOf, type Extension } from './picture-kind.js';
import { tooLarge, unreadable } from './picture-errors.js';
import type { Picture } from './picture.js';
import { takenAt } from './taken-at.js';

/** An uploaded file, its name as the person knows it, and where derivatives may be written. */
export interface PictureFile {
  path: string;
  fileName: string;
  folder: string;
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
const DECODE_SECONDS = 120;

sharp.cache(false);
sharp.concurrency(1);

/** Reads a picture and writes its derivatives into `folder`. The original is decoded once: the thumbnail comes from the preview. */
export async function decodePicture({ path, fileName, folder }: PictureFile): Promise<Picture> {
  const header = await readHeader(path, fileName);
  const preview = await decode(fileName, webp(original(path), PREVIEW_PX, 80));
  const thumbnail = await decode(fileName, webp(sharp(preview), THUMBNAIL_PX, 75));
  return { ...header, previewPath: await keep(folder, preview), thumbnailPath: await keep(folder, thumbnail) };
}

/** Reads a logo and writes its WebP into `folder`: the path. */
export async function decodeLogo({ path, fileName, folder }: PictureFile): Promise<string> {
  await readHeader(path, fileName);
  return keep(folder, await decode(fileName, webp(original(path), LOGO_PX, 90)));
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
  await writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw cannotTakeIn(error.code ?? '');
  });
  return path;
}
