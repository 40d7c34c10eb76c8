import type { ErrorCode } from '../contract/errors.js';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';

const OTHER_FORMAT = 'Please export it as a JPEG that is not progressive.';

/** A picture that is not taken: HTTP status, stable code and sentence. No AppError, since decoders load no framework. */
export class PictureRefused extends Error {
  constructor(
    readonly status: 413 | 415,
    readonly code: ErrorCode,
    message: string,
  ) {
    super(message);
  }
}

/** A picture for which the decoder found no memory. */
export class OutOfMemory extends Error {}

/** A derivative that could not be written; `code` is the system's, such as `ENOSPC`. */
export class NotWritten extends Error {
  constructor(readonly code: string) {
    super(`a derivative could not be written: ${code}`);
  }
}

/** 415: the decoder gave up. */
export function unreadable(fileName: string): PictureRefused {
  return new PictureRefused(
    415,
    'PICTURE_UNREADABLE',
    `"${fileName}" is damaged or incomplete and cannot be read. Please export it again and upload the new file.`,
  );
}

/** 413: more pixels than any picture may have. */
export function tooLarge(fileName: string, width: number, height: number): PictureRefused {
  const size = sizeOf(width, height);
  return refused413(`"${fileName}" has ${size}; at most ${megapixels(IMAGE_MAX_PIXELS)} are allowed.`);
}

/** 413: more pixels than a picture of its kind (such as `an AVIF picture`) may have, for the memory that it takes. */
export function tooLargeFor(
  fileName: string,
  { kind, width, height, maxPixels }: { kind: string; width: number; height: number; maxPixels: number },
): PictureRefused {
  const what = `${kind} of ${sizeOf(width, height)}, which needs too much memory to be read`;
  return refused413(`"${fileName}" is ${what}; at most ${megapixels(maxPixels)} are allowed. ${OTHER_FORMAT}`);
}

/** 413: a decoder of its own found no memory for it. */
export function needsTooMuchMemory(fileName: string): PictureRefused {
  return refused413(`"${fileName}" needs too much memory to be read. ${OTHER_FORMAT}`);
}

function refused413(message: string): PictureRefused {
  return new PictureRefused(413, 'PICTURE_TOO_LARGE', message);
}

function sizeOf(width: number, height: number): string {
  return `${Math.ceil((width * height) / 100_000) / 10} megapixels (${width} × ${height})`;
}

function megapixels(pixels: number): number {
  return Math.floor(pixels / 100_000) / 10;
}
