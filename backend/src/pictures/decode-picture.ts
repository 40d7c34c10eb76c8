import { randomUUID } from 'node:crypto';
import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp, { type Metadata, type Sharp, type WebpOptions } from 'sharp';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { aiPicture } from './ai-picture.js';
import { readExif, type PhotoExif } from './exif/read-exif.js';
import { ByteSource } from './files/bytes.js';
import { pixelsToDecode } from './files/pixels-to-decode.js';
import { measurePicture, type Measurements } from './measure.js';
import { notWritten, tooLarge, tooManyParts } from './picture-errors.js';
import { detectKind, type Extension } from './picture-kind.js';
import { checkMemory, isHeavy, readingError } from './picture-memory.js';
import type { PictureFile, ReadFile } from './picture-file.js';
import { needsCopy } from './readable-copy.js';

/** The properties of a picture that its header states. */
export interface PictureHeader {
  /** File extension, detected from the content. */
  extension: Extension;
  /** Size of the upright original, in pixels. */
  width: number;
  height: number;
  /** Local time from EXIF as `YYYY-MM-DDTHH:MM:SS`. */
  takenAt: string | null;
  /** Whether the picture is in CMYK, the colours of print. */
  isCmyk: boolean;
}

/** A header, and the details that decoding the picture needs. */
export interface HeaderResult {
  header: PictureHeader;
  exif: PhotoExif;
  /** Whether it needs so much memory that it has to be decoded in a process of its own. */
  isHeavy: boolean;
  /** Whether sharp can only read a copy of it: see `readableCopy`. */
  needsCopy: boolean;
}

/** Paths of a picture's derivatives. */
export interface Derivatives {
  /** Upright WebP without metadata, at most 1600 px and 480 px. */
  previewPath: string;
  thumbnailPath: string;
  /** The JPEG for the AI: see `aiPicture`. */
  aiPath: string;
}

/** A picture's derivatives, and the measurements of its pixels. */
export type DecodedPicture = Derivatives & Measurements;

const PREVIEW_PX = 1600;
const THUMBNAIL_PX = 480;
const LOGO_PX = 512;

// Measured against effort 0 at the same PSNR: effort 1 takes 25 % more time for 5 % fewer bytes; effort 3 takes three
// times as long for 10 to 17 % fewer bytes; a JPEG takes a sixth of the time for 50 % more bytes. Thumbnails get more
// effort, because a page shows many of them.
const PREVIEW_WEBP: WebpOptions = { quality: 80, effort: 0 };
const THUMBNAIL_WEBP: WebpOptions = { quality: 75, effort: 2 };
const LOGO_WEBP: WebpOptions = { quality: 90, effort: 3 };

sharp.cache(false);
sharp.concurrency(1);

/**
 * Maximum number of pixels that are decoded for one picture in all: tiles, the assembled picture, and alpha planes.
 */
const PARTS_MAX_PIXELS = 2.5 * IMAGE_MAX_PIXELS;

/**
 * The steps that make a picture upright, by its EXIF orientation: it is mirrored first, then rotated clockwise by
 * `angle`.
 */
const ORIENTATIONS: Record<number, { mirror?: 'flip' | 'flop'; angle?: number }> = {
  2: { mirror: 'flop' },
  3: { angle: 180 },
  4: { mirror: 'flip' },
  5: { mirror: 'flip', angle: 90 },
  6: { angle: 90 },
  7: { mirror: 'flop', angle: 90 },
  8: { angle: 270 },
};

/**
 * Reads the header and EXIF blocks of an uploaded picture, and checks its size.
 * @throws PictureRefused 413 or 415 naming the file
 */
export async function readHeader({ path, fileName }: PictureFile): Promise<HeaderResult> {
  const extension = await detectKind(path, fileName);
  const file = await open(path, 'r');
  try {
    const source = ByteSource.ofFile(file);
    // Checked before any library reads the file.
    if (extension === 'heic' || extension === 'avif') await checkParts(source, fileName);
    const metadata = await readMetadata(path, fileName);
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

async function checkParts(source: ByteSource, fileName: string): Promise<void> {
  const pixels = await pixelsToDecode(source);
  if (pixels > PARTS_MAX_PIXELS) throw tooManyParts(fileName, pixels, PARTS_MAX_PIXELS);
}

function uprightSize({ width, height }: Metadata, { orientation }: PhotoExif): { width: number; height: number } {
  return orientation < 5 ? { width, height } : { width: height, height: width };
}

/**
 * Writes a picture's derivatives into `folder`, and measures it. The picture is decoded once: all derivatives are
 * made from the pixels of the preview.
 */
export async function decodePicture({
  path,
  pixelsPath = path,
  fileName,
  folder,
  exif,
}: ReadFile): Promise<DecodedPicture> {
  const preview = makeUpright(fitInside(openPixels(pixelsPath), PREVIEW_PX), exif.orientation);
  const pixels = await decodePixels(fileName, preview);
  const small = await decodePixels(fileName, fitInside(pixels(), THUMBNAIL_PX));
  const [large, thumbnail, ai, measured] = await Promise.all([
    pixels().webp(PREVIEW_WEBP).toBuffer(),
    small().webp(THUMBNAIL_WEBP).toBuffer(),
    aiPicture(pixels()),
    measurePicture(small()),
  ]);
  return {
    ...measured,
    previewPath: await writeDerivative(folder, large, 'webp'),
    thumbnailPath: await writeDerivative(folder, thumbnail, 'webp'),
    aiPath: await writeDerivative(folder, ai, 'jpg'),
  };
}

/** Writes a logo as WebP into `folder`, and returns its path. */
export async function decodeLogo({ path, pixelsPath = path, fileName, folder, exif }: ReadFile): Promise<string> {
  const logo = await decodePixels(fileName, makeUpright(fitInside(openPixels(pixelsPath), LOGO_PX), exif.orientation));
  return writeDerivative(folder, await logo().webp(LOGO_WEBP).toBuffer(), 'webp');
}

async function readMetadata(path: string, fileName: string): Promise<Metadata> {
  try {
    return await sharp(path, { limitInputPixels: false }).metadata();
  } catch (error) {
    throw readingError(fileName, error);
  }
}

/**
 * Opens a picture without applying its orientation. Slightly damaged photos can be decoded, as in every viewer;
 * truncated ones cannot.
 */
export function openPixels(path: string): Sharp {
  return sharp(path, { failOn: 'truncated', limitInputPixels: IMAGE_MAX_PIXELS, sequentialRead: true });
}

/** Shrinks a picture to fit into a square. @param pixels side of the square */
export function fitInside(picture: Sharp, pixels: number): Sharp {
  return picture.resize(pixels, pixels, { fit: 'inside', withoutEnlargement: true, kernel: 'cubic' });
}

/** Makes a picture upright. @param orientation EXIF orientation, 1 to 8 */
export function makeUpright(picture: Sharp, orientation: number): Sharp {
  const { mirror, angle } = ORIENTATIONS[orientation] ?? {};
  if (mirror) picture[mirror]();
  return angle ? picture.rotate(angle) : picture;
}

/** Decodes a picture once. @returns a function that returns a new `Sharp` with the decoded pixels at each call */
async function decodePixels(fileName: string, picture: Sharp): Promise<() => Sharp> {
  const decoded = picture.toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });
  const { data, info } = await decoded.catch((error: unknown) => {
    throw readingError(fileName, error);
  });
  const { width, height, channels } = info;
  return () => sharp(data, { raw: { width, height, channels } });
}

async function writeDerivative(folder: string, content: Buffer, ending: 'webp' | 'jpg'): Promise<string> {
  const path = join(folder, `${randomUUID()}.${ending}`);
  await writeFile(path, content).catch(notWritten);
  return path;
}
