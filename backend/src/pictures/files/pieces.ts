import type { FileHandle } from 'node:fs/promises';
import type { Range } from './bytes.js';

/** A piece of a file that is made of another one: a range of that file, or bytes that are inserted. */
export type Piece = Range | Buffer;

/** Bytes that are read at a time. */
const READ_BYTES = 256 * 1024;

/**
 * The bytes of these pieces, one after the other.
 * @param mayEnd whether a range may reach behind the end of the file
 * @throws Error if the file has ended before
 */
export async function* bytesOf(file: FileHandle, pieces: Piece[], { mayEnd = false } = {}): AsyncGenerator<Buffer> {
  for (const piece of pieces) {
    if (Buffer.isBuffer(piece)) {
      yield piece;
      continue;
    }
    for (let at = piece.start; at < piece.end;) {
      const bytes = Buffer.allocUnsafe(Math.min(READ_BYTES, piece.end - at));
      const { bytesRead } = await file.read(bytes, 0, bytes.length, at);
      if (bytesRead === 0 && mayEnd) break;
      if (bytesRead === 0) throw new Error('the file has become shorter');
      yield bytes.subarray(0, bytesRead);
      at += bytesRead;
    }
  }
}
