import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp, type WebpOptions } from 'sharp';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { aiPicture } from './ai-picture.js';
import { measure, type Measured } from './measure.js';
import { notWritten, tooLarge } from './picture-errors.js';
import { kindOf, type Extension } from './picture-kind.js';
import { checkMemory, isHeavy, readingError } from './picture-memory.js';
import { takenAt } from './taken-at.js';

/** An uploaded file, its name as the person knows it, and where derivatives may be written. */
export interface PictureFile {
  path: string;
  fileName: string;
  folder: string;
  /** Where its pixels are, when not in the file itself. */
  pixelsPath?: string;
}

/** The properties of a picture that its header states. */
export interface PictureHeader {
  /** File ending by content. */
  extension: Extension;
  /** Size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
}

/** A header, and whether its picture is to be decoded while no other such picture is. */
export interface HeaderRead {
  header: PictureHeader;
  isHeavy: boolean;
}

/** Paths of a picture's derivatives. */
export interface Derivatives {
  /** Upright WebP without metadata, at most 1600 px and 480 px. */
  previewPath: string;
  thumbnailPath: string;
  /** The picture as the AI gets it: see `aiPicture`. */
  aiPath: string;
}

/** A picture's derivatives, and what was measured of its pixels. */
export type Decoded = Derivatives & Measured;

const PREVIEW_PX = 1600;
const THUMBNAIL_PX = 480;
const LOGO_PX = 512;
const DECODE_SECONDS = 120;

// Effort 1 takes a quarter more time than effort 0, for 5 % fewer bytes and the same PSNR; effort 3 three times as long, for
// another tenth to a sixth. A JPEG of that PSNR takes a sixth of the time, for half as many bytes again. Pages full of
// thumbnails are worth a bit more.
const PREVIEW_WEBP: WebpOptions = { quality: 80, effort: 0 };
const THUMBNAIL_WEBP: WebpOptions = { quality: 75, effort: 2 };
const LOGO_WEBP: WebpOptions = { quality: 90, effort: 3 };

sharp.cache(false);
sharp.concurrency(1);

/** @throws PictureRefused 413 or 415 naming the file */
export async function readHeader({ path, fileName }: PictureFile): Promise<HeaderRead> {
  const extension = await kindOf(path, fileName);
  const metadata = await metadataOf(path, fileName);
  const { width, height } = metadata.autoOrient;
  if (width * height > IMAGE_MAX_PIXELS) throw tooLarge(fileName, width, height);
  checkMemory(fileName, metadata);
  return {
    header: { extension, width, height, takenAt: takenAt(metadata.exif) },
    isHeavy: extension !== 'heic' && isHeavy(metadata),
  };
}

/**
 * Writes a picture's derivatives into `folder`, and measures it. It is decoded once: all of them come from the preview's pixels.
 */
export async function decodePicture({ path, pixelsPath = path, fileName, folder }: PictureFile): Promise<Decoded> {
  const pixels = await pixelsOf(fileName, inside(original(pixelsPath), PREVIEW_PX));
  const small = await pixelsOf(fileName, inside(pixels(), THUMBNAIL_PX));
  const [preview, thumbnail, ai, measured] = await Promise.all([
    pixels().webp(PREVIEW_WEBP).toBuffer(),
    small().webp(THUMBNAIL_WEBP).toBuffer(),
    aiPicture(pixels()),
    measure(small()),
  ]);
  return {
    ...measured,
    previewPath: await keep(folder, preview, 'webp'),
    thumbnailPath: await keep(folder, thumbnail, 'webp'),
    aiPath: await keep(folder, ai, 'jpg'),
  };
}

/** Writes a logo's WebP into `folder`: the path. */
export async function decodeLogo({ path, pixelsPath = path, fileName, folder }: PictureFile): Promise<string> {
  const logo = await pixelsOf(fileName, inside(original(pixelsPath), LOGO_PX));
  return keep(folder, await logo().webp(LOGO_WEBP).toBuffer(), 'webp');
}

async function metadataOf(path: string, fileName: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw readingError(fileName, error);
  }
}

/** The upright pixels of a picture. A photo with a scratch passes, as in every viewer; one whose end is missing does not. */
export function original(path: string): Sharp {
  return sharp(path, { failOn: 'truncated', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true })
    .timeout({ seconds: DECODE_SECONDS })
    .autoOrient();
}

function inside(picture: Sharp, pixels: number): Sharp {
  return picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' });
}

/** Decodes a picture: what is returned begins with its pixels, as often as it is called. */
async function pixelsOf(fileName: string, picture: Sharp): Promise<() => Sharp> {
  const decoded = picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { data, info } = await decoded.catch((error: unknown) => {
    throw readingError(fileName, error);
  });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

async function keep(folder: string, content: Buffer, ending: 'webp' | 'jpg'): Promise<string> {
  const path = join(folder, `${randomUUID()}.${ending}`);
  await writeFile(path, content).catch(notWritten);
  return path;
}
