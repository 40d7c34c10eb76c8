import type { FileHandle } from 'node:fs/promises';
import type { Range } from './bytes.js';

/** A piece of a new file: a range of an existing file, or inserted bytes. */
export type Piece = Range | Buffer;

/** Maximum bytes of one read. */
const READ_BYTES = 256 * 1024;

/**
 * Reads the pieces one after the other.
 * @param options.mayEnd whether a range may extend beyond the end of the file
 * @throws Error if a range does so without `mayEnd`
 */
export async function* readPieces(file: FileHandle, pieces: Piece[], { mayEnd = false } = {}): AsyncGenerator<Buffer> {
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
