import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { cannotTakeIn } from '../common/cannot-take-in.js';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { kindOf, type Extension } from './picture-kind.js';
import { aiPicture } from './ai-picture.js';
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

/** Reads a picture and writes its derivatives into `folder`. It is decoded once: all of them come from the preview's pixels. */
export async function decodePicture({ path, fileName, folder }: PictureFile): Promise<Picture> {
  const header = await readHeader(path, fileName);
  const preview = await pixelsOf(fileName, inside(original(path), PREVIEW_PX));
  const previewPath = await keep(folder, await webp(preview(), 80).toBuffer(), 'webp');
  const thumbnailPath = await keep(folder, await webp(inside(preview(), THUMBNAIL_PX), 75).toBuffer(), 'webp');
  return { ...header, previewPath, thumbnailPath, aiPath: await keep(folder, await aiPicture(preview()), 'jpg') };
}

/** Reads a logo and writes its WebP into `folder`: the path. */
export async function decodeLogo({ path, fileName, folder }: PictureFile): Promise<string> {
  await readHeader(path, fileName);
  const logo = await pixelsOf(fileName, inside(original(path), LOGO_PX));
  return keep(folder, await webp(logo(), 90).toBuffer(), 'webp');
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

function webp(picture: Sharp, quality: number): Sharp {
  return picture.webp({ quality, effort: 3 });
}

/** Decodes a picture: what is returned begins with its pixels, as often as it is called. */
async function pixelsOf(fileName: string, picture: Sharp): Promise<() => Sharp> {
  const decoded = picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { data, info } = await decoded.catch(() => {
    throw unreadable(fileName);
  });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

async function keep(folder: string, content: Buffer, ending: 'webp' | 'jpg'): Promise<string> {
  const path = join(folder, `${randomUUID()}.${ending}`);
  await writeFile(path, content).catch((error: NodeJS.ErrnoException) => {
    throw cannotTakeIn(error.code ?? '');
  });
  return path;
}
