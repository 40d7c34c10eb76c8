import type { Metadata } from 'sharp';
import { DecoderOutOfMemory, tooLargeForKind, unreadable } from './picture-errors.js';

/**
 * Estimates how much memory decoding a picture takes, from its header.
 *
 * Measured peak of a decoder's resident memory, in MB above the idle 55 MB, for 50 megapixels (sharp 0.35.5, Linux
 * x64):
 *
 *     JPEG in one scan          31   also with 4 channels, and at 100 megapixels
 *     progressive JPEG         322   4:4:4; CMYK 447, 4:2:0 174, grey 114; a JPEG with a scan for each channel takes the same
 *     PNG                      120   16-bit RGBA; 8-bit RGBA 68
 *     interlaced PNG           471   16-bit RGBA; 8-bit RGBA 244, RGB 180, grey 66
 *     WebP                     313   lossless with alpha; lossless 283, lossy with alpha 132, lossy 35
 *     GIF                      277   with or without further frames
 *     AVIF of 8 bits           893   4:4:4 with alpha; 4:4:4 885, 4:2:0 747
 *     AVIF of 10 or 12 bits   1195   12 bits, 4:4:4 with alpha; 10 bits, 4:2:0 892
 *
 * HEIC is decoded by libheif in WebAssembly, in a process of its own: 200, and 72 more if it is rotated by 90
 * degrees.
 *
 * A PNG with very long rows can take more: 65,000 × 1538 in 16-bit RGBA took 518. `DECODER_MAX_BYTES` stops such
 * pictures.
 */

const MB = 1024 * 1024;

/** Memory limit of one decoder; further allocations fail. A container of 1 GB has room for it and a busy API. */
export const DECODER_MAX_BYTES = 512 * MB;

/** The part of `DECODER_MAX_BYTES` for pixels; the decoder needs the rest for itself and for the derivatives. */
const PICTURE_MAX_BYTES = 440 * MB;

/** A picture that may need more is decoded alone. Up to three smaller ones share a decoder. */
const LIGHT_MAX_BYTES = 96 * MB;

interface MemoryNeed {
  /** The kind of picture, as used in a message. */
  kind: string;
  bytesPerPixel: number;
}

/**
 * Returns the estimate, rounded up from the measurements; the largest accepted pictures were decoded within the
 * limit.
 */
function memoryNeed({
  format,
  isProgressive,
  channels,
  depth,
  hasAlpha,
  compression,
  bitsPerSample = 8,
}: Metadata): MemoryNeed {
  const samples = channels * (depth === 'ushort' ? 2 : 1);
  if (compression === 'hevc')
    return { kind: 'a HEIC picture', bytesPerPixel: (bitsPerSample > 8 ? 12 : 6) + (hasAlpha ? 2 : 0) };
  switch (format) {
    case 'jpeg':
      return isProgressive
        ? { kind: 'a progressive JPEG', bytesPerPixel: 2.2 * channels }
        : { kind: 'a JPEG', bytesPerPixel: 0 };
    case 'png':
      return isProgressive
        ? { kind: 'an interlaced PNG', bytesPerPixel: 1.25 * samples }
        : { kind: 'a PNG', bytesPerPixel: 0.4 * samples };
    case 'webp':
      return { kind: 'a WebP picture', bytesPerPixel: 6.6 };
    case 'gif':
      return { kind: 'a GIF', bytesPerPixel: 6 };
    default:
      return { kind: 'an AVIF picture', bytesPerPixel: (bitsPerSample > 8 ? 25.4 : 19.1) * (hasAlpha ? 1.1 : 1) };
  }
}

/** Checks that the memory of one decoder is enough for a picture. @throws PictureRefused 413 if it is not */
export function checkMemory(fileName: string, metadata: Metadata): void {
  const { width, height } = metadata;
  const { kind, bytesPerPixel } = memoryNeed(metadata);
  const maxPixels = PICTURE_MAX_BYTES / bytesPerPixel;
  if (width * height > maxPixels) throw tooLargeForKind(fileName, { kind, width, height, maxPixels });
}

/** Whether a picture may need so much memory that it has to be decoded in a process of its own. */
export function isHeavy(metadata: Metadata): boolean {
  return metadata.width * metadata.height * memoryNeed(metadata).bytesPerPixel > LIGHT_MAX_BYTES;
}

/** Converts an error of the decoding libraries to an error about the picture. */
export function readingError(fileName: string, error: unknown): Error {
  return /memory/i.test(String(error)) ? new DecoderOutOfMemory() : unreadable(fileName);
}
