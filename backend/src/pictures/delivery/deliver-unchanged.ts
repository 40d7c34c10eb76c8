import type { FileHandle } from 'node:fs/promises';
import { readExif } from '../exif/read-exif.js';
import { ByteSource, type Range } from '../files/bytes.js';
import { profileOfColours } from '../files/colour-of.js';
import type { Piece } from '../files/pieces.js';
import { profileChunk } from '../files/png-profile.js';
import { splitJpeg } from './jpeg-parts.js';
import type { DeliveredPicture, DeliveryOptions } from './photo-facts.js';
import { splitPng } from './png-parts.js';
import { writeMetadata } from './write-metadata.js';

/** A JPEG or PNG, with the size of the upright picture in pixels. */
interface OriginalFile {
  file: FileHandle;
  extension: 'jpg' | 'png';
  width: number;
  height: number;
}

/**
 * Prepares the delivery of a JPEG or PNG with unchanged pixel data. Its only metadata are the given texts, and its
 * time, position and orientation. If it states its colours by code points, which few programs read, an equal ICC
 * profile is added. Nothing is decoded or written.
 * @returns the picture, and the pieces of its file in their order
 * @throws MalformedPicture for a file that other programs may refuse to read; it has to be re-encoded
 */
export async function deliverUnchanged(
  { file, extension, width, height }: OriginalFile,
  { texts, hasPosition }: DeliveryOptions,
): Promise<{ picture: DeliveredPicture; pieces: Piece[] }> {
  const original = ByteSource.ofFile(file);
  const { head, rest } = await (extension === 'jpg' ? splitJpeg(original) : splitPng(original));
  const { takenAt, orientation, ...exif } = await readExif(extension, original);
  const profile = await profileOfColours(extension, original);
  const position = hasPosition ? exif.position : null;
  // From 5 on, the picture is rotated by 90 degrees.
  const size = orientation < 5 ? { width, height } : { width: height, height: width };
  const metadata = writeMetadata(extension, { texts, takenAt, position, orientation, ...size });
  return {
    picture: { extension, width, height, position, pixels: 'as uploaded' },
    pieces: [...head, ...(profile ? [profileChunk(profile)] : []), metadata, ...joinRanges(rest)],
  };
}

/** Joins adjacent ranges, because a PNG has thousands of chunks. */
function joinRanges(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges) {
    const last = result.at(-1);
    if (last?.end === start) last.end = end;
    else result.push({ start, end });
  }
  return result;
}
