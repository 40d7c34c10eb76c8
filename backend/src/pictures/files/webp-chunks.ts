import type { ByteSource } from './bytes.js';

const RIFF_BYTES = 12;
const HEAD_BYTES = 8;
const CHUNKS_MAX = 10_000;

/**
 * Reads the content of a WebP's first chunk of a type; undefined if there is none, or it has more than `max` bytes.
 */
export async function readWebpChunk(source: ByteSource, type: string, max: number): Promise<Buffer | undefined> {
  let at = RIFF_BYTES;
  for (let count = 0; count < CHUNKS_MAX; count += 1) {
    const head = await source.from(at, HEAD_BYTES);
    if (head.length < HEAD_BYTES) return undefined;
    const length = head.readUInt32LE(4);
    if (head.toString('latin1', 0, 4) === type) {
      if (length > max) return undefined;
      return Buffer.from((await source.from(at + HEAD_BYTES, length)).subarray(0, length));
    }
    // Chunks of odd length are padded with a byte.
    at += HEAD_BYTES + length + (length % 2);
  }
  return undefined;
}
