import { deflateSync } from 'node:zlib';
import type { Bytes } from './bytes.js';
import type { Piece } from './pieces.js';
import { chunksOf, SIGNATURE_BYTES, toChunk } from './png-chunks.js';

/** Chunks that say what the colours are. */
const COLOURS = ['iCCP', 'cICP', 'sRGB', 'gAMA', 'cHRM'];

/** The pieces of a PNG whose colours are those of a profile, whatever it said of them. */
export async function pngWithProfile(source: Bytes, profile: Buffer): Promise<Piece[]> {
  const pieces: Piece[] = [{ start: 0, end: SIGNATURE_BYTES }];
  for await (const { type, start, end } of chunksOf(source)) {
    if (!COLOURS.includes(type)) pieces.push({ start, end });
    if (type === 'IHDR') pieces.push(profileChunk(profile));
  }
  return pieces;
}

/** The chunk with the profile: its name, how it is compressed, and itself. */
export function profileChunk(profile: Buffer): Buffer {
  return toChunk('iCCP', Buffer.concat([Buffer.from('profile\0\0', 'latin1'), deflateSync(profile)]));
}
