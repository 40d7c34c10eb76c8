import type { Metadata } from 'sharp';
import { DecoderOutOfMemory, tooLargeForKind, unreadable } from './picture-errors.js';

/**
 * Estimates from the header of a picture how much memory its decoding takes.
 *
 * Resident memory of a decoder at its peak, in MB above the 55 that it takes idle, for 50 megapixels (sharp 0.35.5, Linux x64):
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
 * HEIC is decoded by libheif in WebAssembly, in a process of its own: 200, of which 72 are the picture; turned by a quarter 72 more.
 *
 * A PNG with very long rows is an exception: 65,000 × 1538 in 16-bit RGBA took 518. `DECODER_MAX_BYTES` stops such pictures.
 */

const MB = 1024 * 1024;

/** Memory of one decoder: beyond it, allocations fail. A container of 1 GB holds it beside a busy API. */
export const DECODER_MAX_BYTES = 512 * MB;

/** The part of `DECODER_MAX_BYTES` for pixels; the decoder needs the rest for itself and for the derivatives. */
const PICTURE_MAX_BYTES = 440 * MB;

/** A picture that may take more is decoded alone; three that take less share a decoder. */
const LIGHT_MAX_BYTES = 96 * MB;

interface Need {
  /** The kind of picture, as used in a message. */
  kind: string;
  bytesPerPixel: number;
}

/** Rounded up from what was measured: the largest pictures that pass were decoded within the limit. */
function needOf({ format, isProgressive, channels, depth, hasAlpha, compression, bitsPerSample = 8 }: Metadata): Need {
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

/** @throws PictureRefused 413 for more pixels than can be decoded in the memory of one decoder */
export function checkMemory(fileName: string, metadata: Metadata): void {
  const { width, height } = metadata;
  const { kind, bytesPerPixel } = needOf(metadata);
  const maxPixels = PICTURE_MAX_BYTES / bytesPerPixel;
  if (width * height > maxPixels) throw tooLargeForKind(fileName, { kind, width, height, maxPixels });
}

/** Whether a picture may take so much memory that no other is to be decoded meanwhile. */
export function isHeavy(metadata: Metadata): boolean {
  return metadata.width * metadata.height * needOf(metadata).bytesPerPixel > LIGHT_MAX_BYTES;
}

/** Converts an error of the decoding libraries to an error about the picture. */
export function readingError(fileName: string, error: unknown): Error {
  return /memory/i.test(String(error)) ? new DecoderOutOfMemory() : unreadable(fileName);
}
