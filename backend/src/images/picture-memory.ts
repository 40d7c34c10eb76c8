import type { Metadata } from 'sharp';
import { OutOfMemory, tooLargeFor, unreadable } from './picture-errors.js';

/**
 * How much memory pictures take to be decoded, by their headers.
 *
 * Peaks of a decoder, above the 46 MB that it takes before, in MB at 50 megapixels (sharp 0.35.5, Linux x64):
 *
 *     JPEG in one scan          53   4 channels: the same, also at 100 megapixels
 *     progressive JPEG         316   4:4:4; 4:2:0 173, grey 116, CMYK 415; so do JPEGs of one scan for each channel
 *     PNG                      127   16-bit RGBA; 8-bit RGB 35; 65,000 × 1538 in 16-bit RGBA 524
 *     interlaced PNG           479   16-bit RGBA; 8-bit RGBA 251, RGB 187, grey 72
 *     WebP                     322   lossless with alpha; lossless 292, lossy 69, lossy with alpha 218
 *     GIF                      277   with or without further frames
 *     AVIF of 8 bits           910   4:4:4 with alpha; 4:4:4 900, 4:2:0 761
 *     AVIF of 10 or 12 bits   1211   4:4:4 with alpha; 4:2:0 906
 */
const MB = 1024 * 1024;

/** Memory of one decoder: beyond it, allocations fail. A container of 1 GB holds it beside a busy API. */
export const DECODER_MAX_BYTES = 512 * MB;

/** What is left of it for pixels: a decoder needs the rest for itself and for the derivatives. */
const PICTURE_MAX_BYTES = 440 * MB;

/** A picture that may take more is decoded alone: three lighter ones share a decoder. */
const LIGHT_MAX_BYTES = 96 * MB;

interface Need {
  /** What the picture is, as a sentence names it. */
  kind: string;
  bytesPerPixel: number;
}

/** Rounded up from what was measured. Formats that are held whole need a multiple of their samples. */
function needOf({ format, isProgressive, channels, depth, bitsPerSample = 8 }: Metadata): Need {
  const samples = channels * (depth === 'ushort' ? 2 : 1);
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
      return { kind: 'an AVIF picture', bytesPerPixel: bitsPerSample > 8 ? 25.4 : 19.1 };
  }
}

/** @throws PictureRefused 413 for more pixels than can be decoded in the memory of one decoder */
export function checkMemory(fileName: string, metadata: Metadata): void {
  const { width, height } = metadata;
  const { kind, bytesPerPixel } = needOf(metadata);
  const maxPixels = PICTURE_MAX_BYTES / bytesPerPixel;
  if (width * height > maxPixels) throw tooLargeFor(fileName, { kind, width, height, maxPixels });
}

/** Whether a picture may take so much memory that no other is to be decoded meanwhile. */
export function isHeavy(metadata: Metadata): boolean {
  return metadata.width * metadata.height * needOf(metadata).bytesPerPixel > LIGHT_MAX_BYTES;
}

/** What an error of the decoding libraries means for the picture. */
export function readingError(fileName: string, error: unknown): Error {
  return /memory/i.test(String(error)) ? new OutOfMemory() : unreadable(fileName);
}
