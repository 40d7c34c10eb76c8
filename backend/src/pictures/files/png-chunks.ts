import { crc32 } from 'node:zlib';
import type { ByteSource, Range } from './bytes.js';

export const SIGNATURE_BYTES = 8;
const CHUNKS_MAX = 100_000;
const HEAD_BYTES = 8;
const CHECKSUM_BYTES = 4;
/** Maximum bytes that are read at a time for the checksum. */
const PIECE_BYTES = 256 * 1024;

/** A chunk of a PNG: length, type, content and checksum. */
export interface Chunk extends Range {
  type: string;
}

/** Reads the chunks up to `IEND`, or to the end of the file, which may cut off the last one. */
export async function* readChunks(source: ByteSource): AsyncGenerator<Chunk> {
  let at = SIGNATURE_BYTES;
  for (let count = 0; count < CHUNKS_MAX; count += 1) {
    const bytes = await source.from(at, HEAD_BYTES);
    if (bytes.length < HEAD_BYTES) return;
    const type = bytes.toString('latin1', 4, 8);
    const end = at + HEAD_BYTES + bytes.readUInt32BE(0) + CHECKSUM_BYTES;
    yield { type, start: at, end };
    if (type === 'IEND') return;
    at = end;
  }
}

/** Reads the content of a chunk; undefined if it has more than `max` bytes. */
export async function readChunk(source: ByteSource, chunk: Chunk, max: number): Promise<Buffer | undefined> {
  const length = chunk.end - chunk.start - HEAD_BYTES - CHECKSUM_BYTES;
  if (length > max) return undefined;
  return Buffer.from((await source.from(chunk.start + HEAD_BYTES, length)).subarray(0, length));
}

/** Whether a chunk is complete and matches its checksum. */
export async function isIntact(source: ByteSource, { start, end }: Range): Promise<boolean> {
  const sumAt = end - CHECKSUM_BYTES;
  let sum = 0;
  for (let at = start + 4; at < sumAt;) {
    const length = Math.min(PIECE_BYTES, sumAt - at);
    const bytes = (await source.from(at, length)).subarray(0, length);
    if (bytes.length < length) return false;
    sum = crc32(bytes, sum);
    at += length;
  }
  const stated = await source.from(sumAt, CHECKSUM_BYTES);
  return stated.length >= CHECKSUM_BYTES && stated.readUInt32BE(0) === sum;
}

/** Returns a chunk with its length and checksum. */
export function writeChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  return Buffer.concat([uint32(content.length), body, uint32(crc32(body))]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}
