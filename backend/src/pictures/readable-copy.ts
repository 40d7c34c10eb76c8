import { randomUUID } from 'node:crypto';
import { open, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { IMAGE_MAX_PIXELS } from '../contract/limits.js';
import { ByteSource } from './files/bytes.js';
import { profileOfColours } from './files/colour-of.js';
import { findJpegEnd } from './files/jpeg-end.js';
import { readSegments } from './files/jpeg-segments.js';
import { readPieces, type Piece } from './files/pieces.js';
import { pngWithProfile } from './files/png-profile.js';
import type { PictureFile } from './picture-file.js';
import { notWritten, unreadable } from './picture-errors.js';
import { readingError } from './picture-memory.js';
import type { Extension } from './picture-kind.js';

const END_OF_JPEG = Buffer.from([0xff, 0xd9]);

/** Whether sharp needs a copy to read a picture correctly. @throws PictureRefused 415 for a JPEG that is cut off */
export async function needsCopy(kind: Extension, source: ByteSource, fileName: string): Promise<boolean> {
  if (kind === 'heic') return true;
  if (kind !== 'jpg') return (await profileOfColours(kind, source)) !== null;
  const end = await findJpegEnd(source);
  if (end === 'cut') throw unreadable(fileName);
  return end === 'unmarked';
}

/**
 * Makes a copy of a picture that sharp reads correctly: of a JPEG one with the missing end marker, of a PNG or AVIF a
 * PNG with an ICC profile for its colour code points.
 * @returns the path of the copy in `folder`
 * @throws PictureRefused 415 for a JPEG whose pixels are not complete, DerivativeNotWritten
 */
export async function readableCopy({ path, fileName, folder }: PictureFile, kind: Extension): Promise<string> {
  const [copy, png] = [join(folder, randomUUID()), join(folder, randomUUID())];
  try {
    if (kind === 'jpg') {
      await writePieces(path, copy, jpegWithEnd);
      await checkComplete(copy, fileName);
      return copy;
    }
    const profile = await withBytes(path, (source) => profileOfColours(kind, source));
    if (kind === 'avif') await writePng(path, png, fileName);
    await writePieces(kind === 'avif' ? png : path, copy, (source) => pngWithProfile(source, profile!));
    return copy;
  } catch (error) {
    await rm(copy, { force: true });
    throw error;
  } finally {
    await rm(png, { force: true });
  }
}

/** Converts an AVIF to PNG. It has no ICC profile, so sharp does not convert its colours. */
async function writePng(path: string, png: string, fileName: string): Promise<void> {
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
 * Checks that all pixels of a copied JPEG can be decoded. Every warning of the decoder means missing pixels, because
 * the copy has no other parts. If another picture that is decoded at the same time clears the error text, sharp does
 * not reject, but returns statistics without channels.
 * @throws PictureRefused 415
 */
async function checkComplete(jpeg: string, fileName: string): Promise<void> {
  const picture = sharp(jpeg, { failOn: 'warning', limitInputPixels: IMAGE_MAX_PIXELS });
  const { channels } = await picture.stats().catch((error: unknown) => {
    throw readingError(fileName, error);
  });
  if (channels.length === 0) throw unreadable(fileName);
}

async function jpegWithEnd(source: ByteSource): Promise<Piece[]> {
  const pieces: Piece[] = [{ start: 0, end: 2 }];
  for await (const { start, end } of readSegments(source)) pieces.push({ start, end });
  return [...pieces, END_OF_JPEG];
}

async function writePieces(
  from: string,
  to: string,
  piecesOf: (source: ByteSource) => Promise<Piece[]>,
): Promise<void> {
  const file = await open(from, 'r');
  try {
    const pieces = await piecesOf(ByteSource.ofFile(file));
    await writeFile(to, readPieces(file, pieces, { mayEnd: true }), { flag: 'wx', mode: 0o600 }).catch(notWritten);
  } finally {
    await file.close();
  }
}

async function withBytes<T>(path: string, work: (source: ByteSource) => Promise<T>): Promise<T> {
  const file = await open(path, 'r');
  try {
    return await work(ByteSource.ofFile(file));
  } finally {
    await file.close();
  }
}
