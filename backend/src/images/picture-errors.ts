import { AppError } from '../common/errors.js';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';

/** 415: the decoder gave up. */
export function unreadable(fileName: string): AppError {
  return new AppError(
    415,
    'PICTURE_UNREADABLE',
    `"${fileName}" is damaged or incomplete and cannot be read. Please export it again and upload the new file.`,
  );
}

/** 413: more pixels than we decode. */
export function tooLarge(fileName: string, width: number, height: number): AppError {
  const megapixels = (pixels: number): number => Math.ceil(pixels / 100_000) / 10;
  return new AppError(
    413,
    'PICTURE_TOO_LARGE',
    `"${fileName}" has ${megapixels(width * height)} megapixels (${width} × ${height}); at most ${megapixels(IMAGE_MAX_PIXELS)} are allowed.`,
  );
}
