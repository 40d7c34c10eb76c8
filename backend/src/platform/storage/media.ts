import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, notFound } from '../http/errors.js';
import { networkOf } from '../http/network.js';
import { onBehalfOf, requestIdOf } from '../http/request-id.js';
import type { Limits } from '../limits/limits.js';
import { contentType, isServed } from './keys.js';
import type { ByteRange, Storage, StoredFile } from './storage.js';

const logger = new Logger('Media');
const WHAT = 'This picture was';

/** Headers of every picture. The content of a key never changes. An original may be hostile and must not run anything. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Accept-Ranges': 'bytes',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
  // Open to every site that knows the address: no session is needed, and agencies show pictures on domains of their own.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** How long a client may read nothing of a file before the connection and the file are closed. */
const UNREAD_MS = 60_000;

/** The methods of a storage that serving files needs. */
type FileSource = Pick<Storage, 'stat' | 'open'>;

/** Route of stored pictures. */
export const MEDIA_ROUTE = '/media/{*key}';

/**
 * Serves stored pictures at `MEDIA_ROUTE` to everybody who knows their immutable URLs. Plain middleware, because
 * Nest's guards and pipes would take a third of the time of a small picture, and a page requests thirty of them.
 */
export function media(storage: Storage, limits: Limits) {
  return (request: Request<{ key?: string[] }>, response: Response): Promise<void> => {
    const network = networkOf(request.ip);
    // Limits look-ups of files that do not exist, per network.
    const found: FileSource = {
      stat: (key) => limits.findPicture(network, () => storage.stat(key)),
      open: (key, range) => limits.findPicture(network, () => storage.open(key, range)),
    };
    const key = (request.params.key ?? []).join('/');
    return onBehalfOf(requestIdOf(request), () => sendFile(found, key, request, response));
  };
}

/** Answers a stored file, or the requested part of it. */
export async function sendFile(
  storage: FileSource,
  key: string,
  request: Request,
  response: Response,
  unreadMs = UNREAD_MS,
): Promise<void> {
  response.setTimeout(unreadMs);
  if (!isServed(key)) throw notFound(WHAT);
  response.setHeader('ETag', etagOf(key));
  try {
    await sendFound(storage, key, request, response);
  } catch (error) {
    if (!response.headersSent) response.removeHeader('ETag');
    throw error;
  }
}

/** The key itself: its content never changes. */
function etagOf(key: string): string {
  return `"${key}"`;
}

async function sendFound(storage: FileSource, key: string, request: Request, response: Response): Promise<void> {
  const match = request.get('If-None-Match');
  // A browser that has the file gets 304 without a request to the storage. `*` matches any existing file.
  if (match?.trim() === '*') await requiredSize(storage, key);
  if (match !== undefined && request.fresh) {
    response.status(304).set('Cache-Control', HEADERS['Cache-Control']).end();
  } else if (request.method === 'HEAD') {
    describe(response, key, await requiredSize(storage, key), null).end();
  } else {
    const range = await rangeOf(storage, key, request);
    await sendBody(await storage.open(key, range ?? undefined), key, range, response);
  }
}

async function requiredSize(storage: FileSource, key: string): Promise<number> {
  const file = await storage.stat(key);
  if (!file) throw notFound(WHAT);
  return file.size;
}

/** The part that is requested; `null` for the whole file. */
async function rangeOf(storage: FileSource, key: string, request: Request): Promise<ByteRange | null> {
  const condition = request.get('If-Range');
  if (condition !== undefined && condition !== etagOf(key)) return null;
  const range = requestedRange(request.get('Range'));
  if (!range || !('last' in range)) return range;
  const size = await requiredSize(storage, key);
  return { start: range.last === 0 ? size : Math.max(0, size - range.last) };
}

async function sendBody(file: StoredFile | null, key: string, range: ByteRange | null, response: Response) {
  if (!file) throw notFound(WHAT);
  // If the length differs from the recorded size, the file is streamed below, which closes the connection.
  if (file.bytes?.length === file.size) return void describe(response, key, file.size, null).end(file.bytes);
  const part = range && { start: range.start, end: Math.min(range.end ?? Infinity, file.size - 1) };
  if (part && part.start > part.end) {
    file.stream.destroy();
    throw unsatisfiable(response, file.size);
  }
  const length = part ? part.end - part.start + 1 : file.size;
  try {
    // Also if the client has disconnected already: the pipeline closes the file then.
    await pipeline(file.stream, exactly(length), describe(response, key, file.size, part));
  } catch (error) {
    // The status was sent, so only closing the connection shows that the body is incomplete.
    response.destroy();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.warn(`${key}: ${String(error)}`);
  }
}

function unsatisfiable(response: Response, size: number): AppError {
  response.setHeader('Content-Range', `bytes */${size}`);
  return new AppError(
    416,
    'RANGE_NOT_SATISFIABLE',
    `The file has ${size} bytes; the part asked for lies behind its end.`,
  );
}

/** Passes a body on, and throws if its length is not the `Content-Length`. */
function exactly(length: number) {
  return async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let sent = 0;
    for await (const chunk of source) {
      sent += chunk.length;
      yield chunk;
    }
    if (sent !== length) throw new Error(`ended after ${sent} of ${length} bytes`);
  };
}

function describe(response: Response, key: string, size: number, range: Required<ByteRange> | null): Response {
  const length = range ? range.end - range.start + 1 : size;
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` };
  const about = { ...HEADERS, ...part, 'Content-Type': contentType(key), 'Content-Length': length };
  for (const [name, value] of Object.entries(about)) response.setHeader(name, value);
  response.statusCode = range ? 206 : 200;
  return response;
}

/**
 * The part of a file that a `Range` header requests (RFC 9110, 14.1.2), or how many of its last bytes.
 * @returns `null` for the whole file, which is the answer to malformed and multiple ranges, unlike that of Express's `request.range`
 */
function requestedRange(header: string | undefined): ByteRange | { last: number } | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '') ?? [];
  if (first === undefined || last === undefined || first + last === '') return null;
  if (first === '') return { last: Number(last) };
  const start = Number(first);
  if (last === '') return { start };
  return Number(last) < start ? null : { start, end: Number(last) };
}
