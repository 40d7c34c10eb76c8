import type { FileHandle } from 'node:fs/promises';
import { readExif } from '../exif/read-exif.js';
import { Bytes, type Range } from '../files/bytes.js';
import { statedProfile } from '../files/colour-of.js';
import type { Piece } from '../files/pieces.js';
import { profileChunk } from '../files/png-profile.js';
import { jpegParts } from './jpeg-parts.js';
import type { DeliveredPicture, DeliveryOptions } from './photo-facts.js';
import { pngParts } from './png-parts.js';
import { metadataFor } from './write-metadata.js';

/** A JPEG or PNG, and its size as people see it. */
interface Kept {
  file: FileHandle;
  extension: 'jpg' | 'png';
  width: number;
  height: number;
}

/**
 * Delivers a JPEG or PNG with its pixels byte for byte, and with the given texts, time, position and orientation as its only metadata.
 * Code points of colours get a profile beside them that says the same, since few programs know them. Nothing is decoded or written.
 * @throws MalformedPicture for a file that programs may refuse to read: it is to be re-encoded
 */
export async function keepPicture(
  { file, extension, width, height }: Kept,
  { texts, hasPosition }: DeliveryOptions,
): Promise<{ picture: DeliveredPicture; pieces: Piece[] }> {
  const original = Bytes.ofFile(file);
  const { head, rest } = await (extension === 'jpg' ? jpegParts(original) : pngParts(original));
  const { takenAt, orientation, ...exif } = await readExif(extension, original);
  const profile = await statedProfile(extension, original);
  const position = hasPosition ? exif.position : null;
  // From 5 on, the picture is rotated by 90 degrees.
  const size = orientation < 5 ? { width, height } : { width: height, height: width };
  const metadata = metadataFor(extension, { texts, takenAt, position, orientation, ...size });
  return {
    picture: { extension, width, height, position, pixels: 'as uploaded' },
    pieces: [...head, ...(profile ? [profileChunk(profile)] : []), metadata, ...joined(rest)],
  };
}

/** Parts that follow each other are read together: a PNG has thousands. */
function joined(ranges: Range[]): Range[] {
  const result: Range[] = [];
  for (const { start, end } of ranges) {
    const last = result.at(-1);
    if (last?.end === start) last.end = end;
    else result.push({ start, end });
  }
  return result;
}
