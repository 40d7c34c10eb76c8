import type { FileHandle } from 'node:fs/promises';
import { takenAt } from '../taken-at.js';
import { Bytes, type Range } from './bytes.js';
import { jpegParts } from './jpeg-parts.js';
import type { DeliveredPicture, DeliveryOptions } from './photo-facts.js';
import { pngParts } from './png-parts.js';
import { orientationOf, takenWhere } from './taken-where.js';
import { metadataFor } from './write-metadata.js';

/** A piece of a delivered file: a range of the original file, or bytes that are inserted. */
export type Piece = Range | Buffer;

/** Bytes that are read at a time. */
const READ_BYTES = 256 * 1024;

/** A JPEG or PNG, and its size as people see it. */
interface Kept {
  file: FileHandle;
  extension: 'jpg' | 'png';
  width: number;
  height: number;
}

/**
 * Delivers a JPEG or PNG with its pixels byte for byte, and with the given texts, time, position and orientation as its only metadata.
 * Nothing is decoded or written.
 * @throws MalformedPicture
 */
export async function keepPicture(
  { file, extension, width, height }: Kept,
  { texts, hasPosition }: DeliveryOptions,
): Promise<{ picture: DeliveredPicture; pieces: Piece[] }> {
  const original = Bytes.ofFile(file);
  const { head, rest, exif } = await (extension === 'jpg' ? jpegParts(original) : pngParts(original));
  const orientation = orientationOf(exif);
  const position = hasPosition ? takenWhere(exif) : null;
  // From 5 on, the picture is rotated by 90 degrees.
  const size = orientation < 5 ? { width, height } : { width: height, height: width };
  const metadata = metadataFor(extension, { texts, takenAt: takenAt(exif), position, orientation, ...size });
  return { picture: { extension, width, height, position }, pieces: [...head, metadata, ...joined(rest)] };
}

/** The bytes of these pieces, one after the other. @throws Error if the file has ended before */
export async function* bytesOf(file: FileHandle, pieces: Piece[]): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    for (let at = piece.start; at < piece.end;) {
      const bytes = Buffer.allocUnsafe(Math.min(READ_BYTES, piece.end - at));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
      if (bytesRead === 0) throw new Error('the file has become shorter');
      yield bytes.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
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
