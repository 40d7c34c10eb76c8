import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { Bytes } from './files/bytes.js';
import { statedProfile } from './files/colour-of.js';
import { endOfJpeg } from './files/jpeg-end.js';
import { segmentsOf } from './files/jpeg-segments.js';
import { bytesOf, type Piece } from './files/pieces.js';
import { pngWithProfile } from './files/png-profile.js';
import type { PictureFile } from './picture-file.js';
import { notWritten, unreadable } from './picture-errors.js';
import { readingError } from './picture-memory.js';
import type { Extension } from './picture-kind.js';

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Whether sharp reads a picture as it is, or only a copy that is made of it. @throws PictureRefused 415 for a JPEG that is cut off */
export async function needsCopy(kind: Extension, source: Bytes, fileName: string): Promise<boolean> {
  if (kind === 'heic') return true;
  if (kind !== 'jpg') return (await statedProfile(kind, source)) !== null;
  const end = await endOfJpeg(source);
  if (end === 'cut') throw unreadable(fileName);
  return end === 'unmarked';
}

/**
 * Makes a copy of a picture that sharp reads as it is meant: a JPEG with the end that it lacks, a PNG with a profile for the code points
 * of its colours; an AVIF becomes such a PNG.
 * @returns its path in `folder`
 * @throws PictureRefused 415 for a JPEG whose pixels are not complete, DerivativeNotWritten
 */
export async function readableCopy({ path, fileName, folder }: PictureFile, kind: Extension): Promise<string> {
  const [copy, png] = [join(folder, randomUUID()), join(folder, randomUUID())];
  try {
    if (kind === 'jpg') {
      await writePieces(path, copy, jpegWithEnd);
      await checkWhole(copy, fileName);
      return copy;
    }
    const profile = await withBytes(path, (source) => statedProfile(kind, source));
    if (kind === 'avif') await toPng(path, png, fileName);
    await writePieces(kind === 'avif' ? png : path, copy, (source) => pngWithProfile(source, profile!));
    return copy;
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  } finally {
    await rm(png, { force: true });
  }
}

/** Nothing of its colours is converted, since it has no profile. */
async function toPng(path: string, png: string, fileName: string): Promise<void> {
  const picture = sharp(path, { failOn: 'truncated', limitInputPixels: IMAGE_MAX_PIXELS });
  const made = await picture
    .png({ compressionLevel: 1 })
    .toBuffer()
    .catch((error: unknown) => {
      throw readingError(fileName, error);
    });
  await writeFile(png, made, { flag: 'wx', mode: 0o600 }).catch(notWritten);
}

/**
 * Every warning of the decoder is about missing pixels: all else was left out of the copy. Where another picture that is read at the same
 * time clears the text of the error, sharp does not reject, and has statistics of no channel.
 */
async function checkWhole(jpeg: string, fileName: string): Promise<void> {
  const picture = sharp(jpeg, { failOn: 'warning', limitInputPixels: IMAGE_MAX_PIXELS });
  const { channels } = await picture.stats().catch((error: unknown) => {
    throw readingError(fileName, error);
  });
  if (channels.length === 0) throw unreadable(fileName);
}

async function jpegWithEnd(source: Bytes): Promise<Piece[]> {
  const pieces: Piece[] = [{ start: 0, end: 2 }];
  for await (const { start, end } of segmentsOf(source)) pieces.push({ start, end });
  return [...pieces, END_OF_JPEG];
}

async function writePieces(from: string, to: string, piecesOf: (source: Bytes) => Promise<Piece[]>): Promise<void> {
  const file = await open(from, 'r');
  try {
    const pieces = await piecesOf(Bytes.ofFile(file));
    await writeFile(to, bytesOf(file, pieces, { mayEnd: true }), { flag: 'wx', mode: 0o600 }).catch(notWritten);
  } finally {
    await file.close();
  }
}

async function withBytes<T>(path: string, work: (source: Bytes) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(Bytes.ofFile(file));
  } finally {
    await file.close();
  }
}
