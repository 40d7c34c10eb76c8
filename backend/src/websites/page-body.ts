import type { IncomingMessage } from 'node:http';
import { Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { WebsiteError } from './website-error.js';

/** Bytes of a page, as sent and as unpacked: 2 MB. */
export const PAGE_MAX_BYTES = 2 * 1024 * 1024;

const DECODERS: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  br: createBrotliDecompress,
};

/** What `readBody` unpacks, as a value of Accept-Encoding. */
export const ACCEPTED_ENCODINGS = 'gzip, br';

/**
 * The unpacked body of an answer.
 * @throws WebsiteError when it is larger than 2 MB, or packed in another way than those asked for
 */
export async function readBody(response: IncomingMessage, host: string, signal: AbortSignal): Promise<Buffer> {
  if (Number(response.headers['content-length']) > PAGE_MAX_BYTES) throw tooLarge(host);
  const decoders = decodersFor(response, host);
  const chunks: Buffer[] = [];
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => {
      chunks.push(chunk);
      done();
    },
  });
  // What is sent is counted as well: a stream may unpack to nothing for ever.
  const unpack = decoders.flatMap((decoder) => [decoder, limit(host)]);
  await pipeline([response, limit(host), ...unpack, sink], { signal });
  return Buffer.concat(chunks);
}

function limit(host: string): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > PAGE_MAX_BYTES) done(tooLarge(host));
      else done(null, chunk);
    },
  });
}

function decodersFor({ headers }: IncomingMessage, host: string): Transform[] {
  const encoding = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (encoding === '' || encoding === 'identity') return [];
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decoder) throw new WebsiteError(`${host} compressed its page in a way that was not asked for`);
  return [decoder()];
}

function tooLarge(host: string): WebsiteError {
  return new WebsiteError(`the page of ${host} is larger than 2 MB`);
}
