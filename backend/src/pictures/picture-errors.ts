import type { ErrorCode } from '../contract/errors.js';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';

const EXPORT_AS_JPEG = 'Please export it as a JPEG that is not progressive.';

/**
 * Thrown when an uploaded picture is refused. The message is a sentence for the person who uploaded it. It is not an
 * AppError, because decoder processes do not load the HTTP framework.
 */
export class PictureRefused extends Error {
  constructor(
    readonly status: 413 | 415,
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** The decoder could not allocate the memory for a picture. */
export class DecoderOutOfMemory extends Error {}

/** A derivative could not be written to disk; `code` is the system's, such as `ENOSPC`. */
export class DerivativeNotWritten extends Error {
  constructor(readonly code: string) {
    super(`a derivative could not be written: ${code}`);
  }
}

/** Converts an error of writing to disk. @throws DerivativeNotWritten */
export function notWritten(error: NodeJS.ErrnoException): never {
  throw new DerivativeNotWritten(error.code ?? '');
}

/** 415: the decoder cannot read the picture. */
export function unreadable(fileName: string): PictureRefused {
  return new PictureRefused(
    415,
    'PICTURE_UNREADABLE',
    `"${fileName}" is damaged or incomplete and cannot be read. Please export it again and upload the new file.`,
  );
}

/** 413: the picture has more than IMAGE_MAX_PIXELS. */
export function tooLarge(fileName: string, width: number, height: number): PictureRefused {
  const size = sizeOf(width, height);
  return pictureTooLarge(`"${fileName}" has ${size}; at most ${megapixels(IMAGE_MAX_PIXELS)} are allowed.`);
}

/**
 * 413: the picture has more pixels than its kind allows, because decoding this kind takes more memory.
 * @param kind in words, with article: `an AVIF picture`
 */
export function tooLargeForKind(
  fileName: string,
  { kind, width, height, maxPixels }: { kind: string; width: number; height: number; maxPixels: number },
): PictureRefused {
  const found = `${kind} of ${sizeOf(width, height)}, which needs too much memory to be read`;
  return pictureTooLarge(`"${fileName}" is ${found}; at most ${megapixels(maxPixels)} are allowed. ${EXPORT_AS_JPEG}`);
}

/** 413: the tiles and layers of a picture have more pixels in all than are decoded. */
export function tooManyParts(fileName: string, pixels: number, maxPixels: number): PictureRefused {
  const found = Number.isFinite(pixels) ? `of ${megapixels(pixels)} megapixels in all` : 'that have no end';
  return pictureTooLarge(
    `"${fileName}" consists of tiles and layers ${found}; at most ${megapixels(maxPixels)} are allowed. ${EXPORT_AS_JPEG}`,
  );
}

/** 413: a picture is not decoded within the time that is allowed for one. */
export function takesTooLong(fileName: string): PictureRefused {
  return pictureTooLarge(`"${fileName}" takes too long to be read. ${EXPORT_AS_JPEG}`);
}

/** 413: a decoder process that had only this picture to decode ran out of memory. */
export function needsTooMuchMemory(fileName: string): PictureRefused {
  return pictureTooLarge(`"${fileName}" needs too much memory to be read. ${EXPORT_AS_JPEG}`);
}

function pictureTooLarge(message: string): PictureRefused {
  return new PictureRefused(413, 'PICTURE_TOO_LARGE', message);
}

function sizeOf(width: number, height: number): string {
  return `${Math.ceil((width * height) / 100_000) / 10} megapixels (${width} × ${height})`;
}

function megapixels(pixels: number): number {
  return Math.floor(pixels / 100_000) / 10;
}
