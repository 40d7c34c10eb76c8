import { randomUUID } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp, type WebpOptions } from 'sharp';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { aiPicture } from './ai-picture.js';
import { readExif, type PhotoExif } from './exif/read-exif.js';
import { Bytes } from './files/bytes.js';
import { pixelsToDecode } from './files/pixels-to-decode.js';
import { measure, type Measured } from './measure.js';
import { notWritten, tooLarge, tooManyParts } from './picture-errors.js';
import { kindOf, type Extension } from './picture-kind.js';
import { checkMemory, isHeavy, readingError } from './picture-memory.js';
import type { PictureFile, ReadFile } from './picture-file.js';
import { needsCopy } from './readable-copy.js';

/** The properties of a picture that its header states. */
export interface PictureHeader {
  /** File ending by content. */
  extension: Extension;
  /** Size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** Whether its colours are those of print. */
  isCmyk: boolean;
}

/** A header, and how its picture is to be decoded. */
export interface HeaderRead {
  header: PictureHeader;
  exif: PhotoExif;
  /** Whether no other such picture is to be decoded meanwhile. */
  isHeavy: boolean;
  /** Whether only a copy of it can be read: see `readableCopy`. */
  needsCopy: boolean;
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

// Effort 1 takes a quarter more time than effort 0, for 5 % fewer bytes and the same PSNR; effort 3 three times as long, for
// another tenth to a sixth. A JPEG of that PSNR takes a sixth of the time, for half as many bytes again. Pages full of
// thumbnails are worth a bit more.
const PREVIEW_WEBP: WebpOptions = { quality: 80, effort: 0 };
const THUMBNAIL_WEBP: WebpOptions = { quality: 75, effort: 2 };
const LOGO_WEBP: WebpOptions = { quality: 90, effort: 3 };

sharp.cache(false);
sharp.concurrency(1);

/** Pixels that are decoded of the parts of a picture: tiles, the whole that they are put together to, and what is transparent. */
const PARTS_MAX_PIXELS = 2.5 * IMAGE_MAX_PIXELS;

/** How pixels that lie as EXIF says are made upright: mirrored first, and then rotated clockwise. */
const TURNS: Record<number, { mirror?: 'flip' | 'flop'; angle?: number }> = {
  2: { mirror: 'flop' },
  3: { angle: 180 },
  4: { mirror: 'flip' },
  5: { mirror: 'flip', angle: 90 },
  6: { angle: 90 },
  7: { mirror: 'flop', angle: 90 },
  8: { angle: 270 },
};

/** @throws PictureRefused 413 or 415 naming the file */
export async function readHeader({ path, fileName }: PictureFile): Promise<HeaderRead> {
  const extension = await kindOf(path, fileName);
  const file = await open(path, 'r');
  try {
    const source = Bytes.ofFile(file);
    // Before any library looks at them.
    if (extension === 'heic' || extension === 'avif') await checkParts(source, fileName);
    const metadata = await metadataOf(path, fileName);
    const exif = await readExif(extension, source);
    const { width, height } = uprightSize(metadata, exif);
    if (width * height > IMAGE_MAX_PIXELS) throw tooLarge(fileName, width, height);
    checkMemory(fileName, metadata);
    return {
      header: { extension, width, height, takenAt: exif.takenAt, isCmyk: metadata.space === 'cmyk' },
      exif,
      isHeavy: extension !== 'heic' && isHeavy(metadata),
      needsCopy: await needsCopy(extension, source, fileName),
    };
  } finally {
    await file.close();
  }
}

async function checkParts(source: Bytes, fileName: string): Promise<void> {
  const pixels = await pixelsToDecode(source);
  if (pixels > PARTS_MAX_PIXELS) throw tooManyParts(fileName, pixels, PARTS_MAX_PIXELS);
}

function uprightSize({ width, height }: Metadata, { orientation }: PhotoExif): { width: number; height: number } {
  return orientation < 5 ? { width, height } : { width: height, height: width };
}

/**
 * Writes a picture's derivatives into `folder`, and measures it. It is decoded once: all of them come from the preview's pixels.
 */
export async function decodePicture({ path, pixelsPath = path, fileName, folder, exif }: ReadFile): Promise<Decoded> {
  const preview = turned(inside(original(pixelsPath), PREVIEW_PX), exif.orientation);
  const pixels = await pixelsOf(fileName, preview);
  const small = await pixelsOf(fileName, inside(pixels(), THUMBNAIL_PX));
  const [large, thumbnail, ai, measured] = await Promise.all([
    pixels().webp(PREVIEW_WEBP).toBuffer(),
    small().webp(THUMBNAIL_WEBP).toBuffer(),
    aiPicture(pixels()),
    measure(small()),
  ]);
  return {
    ...measured,
    previewPath: await keep(folder, large, 'webp'),
    thumbnailPath: await keep(folder, thumbnail, 'webp'),
    aiPath: await keep(folder, ai, 'jpg'),
  };
}

/** Writes a logo's WebP into `folder`: the path. */
export async function decodeLogo({ path, pixelsPath = path, fileName, folder, exif }: ReadFile): Promise<string> {
  const logo = await pixelsOf(fileName, turned(inside(original(pixelsPath), LOGO_PX), exif.orientation));
  return keep(folder, await logo().webp(LOGO_WEBP).toBuffer(), 'webp');
}

async function metadataOf(path: string, fileName: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw readingError(fileName, error);
  }
}

/** The pixels of a picture as they lie. A photo with a scratch passes, as in every viewer; one whose end is missing does not. */
export function original(path: string): Sharp {
  return sharp(path, { failOn: 'truncated', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true });
}

/** A picture within a square of so many pixels. */
export function inside(picture: Sharp, pixels: number): Sharp {
  return picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' });
}

/** A picture upright, whose pixels lie as its EXIF block says. */
export function turned(picture: Sharp, orientation: number): Sharp {
  const { mirror, angle } = TURNS[orientation] ?? {};
  if (mirror) picture[mirror]();
  return angle ? picture.rotate(angle) : picture;
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
