import { deflateSync } from 'node:zlib';
import type { ByteSource } from './bytes.js';
import type { Piece } from './pieces.js';
import { readChunks, SIGNATURE_BYTES, writeChunk } from './png-chunks.js';

/** Chunks that define the colours. */
const COLOURS = ['iCCP', 'cICP', 'sRGB', 'gAMA', 'cHRM'];

/** Returns the pieces of a PNG whose definition of colours is replaced by an ICC profile. */
export async function pngWithProfile(source: ByteSource, profile: Buffer): Promise<Piece[]> {
  const pieces: Piece[] = [{ start: 0, end: SIGNATURE_BYTES }];
  for await (const { type, start, end } of readChunks(source)) {
    if (!COLOURS.includes(type)) pieces.push({ start, end });
    if (type === 'IHDR') pieces.push(profileChunk(profile));
  }
  return pieces;
}

/** Returns the chunk `iCCP`: name, compression method and compressed profile. */
export function profileChunk(profile: Buffer): Buffer {
  return writeChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]));
}
