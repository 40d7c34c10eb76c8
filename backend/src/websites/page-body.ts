import type { IncomingMessage } from 'node:http';
import { PassThrough, type Duplex } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { WebsiteError } from './reach.js';

/** Bytes of a page, as sent and as unpacked: 2 MB. */
export const PAGE_MAX_BYTES = 2 * 1024 * 1024;

/** The encodings that `readBody` unpacks, as a value of Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/**
 * The unpacked body of an answer.
 * @throws WebsiteError when it is larger than 2 MB, or packed in another way than those asked for
 */
export async function readBody(response: IncomingMessage, host: string, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers['content-length']) > PAGE_MAX_BYTES) throw tooLarge(host);
  const limit = (source: AsyncIterable<Buffer>) => limited(source, host);
  // The compressed bytes are counted as well: an endless stream may unpack to nothing.
  return pipeline(response, limit, decoderFor(response, host), limit, buffer, { signal });
}

async function* limited(source: AsyncIterable<Buffer>, host: string): AsyncIterable<Buffer> {
  let bytes = 0;
  for await (const chunk of source) {
    bytes += chunk.length;
    if (bytes > PAGE_MAX_BYTES) throw tooLarge(host);
    yield chunk;
  }
}

function decoderFor({ headers }: IncomingMessage, host: string): Duplex {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return new PassThrough();
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip();
  if (encoding === 'br') return createBrotliDecompress();
  throw new WebsiteError(`${host} compressed its page in a way that was not asked for`);
}

function tooLarge(host: string): WebsiteError {
  return new WebsiteError(`the page of ${host} is larger than 2 MB`);
}
