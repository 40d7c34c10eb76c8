import { pipeline } from 'node:stream/promises';
import { Logger } from '@nestjs/common';
import type { Request, Response } from 'express';
import { AppError, notFound } from '../common/errors.js';
import { requestIdOf } from '../common/request-id.js';
import { onBehalfOf } from '../common/trace.js';
import { contentType, isServed } from './keys.js';
import { requestedRange } from './range.js';
import type { ByteRange, Storage, StoredFile } from './storage.js';

const logger = new Logger('Media');
const WHAT = 'This picture was';

/** Headers of every picture. A key never changes its content; an original is a stranger's file and must not run anything. */
const HEADERS = {
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Accept-Ranges': 'bytes',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Content-Disposition': 'inline',
  // Open to every site that knows the address: no session is needed, and agencies show pictures on domains of their own.
  'Cross-Origin-Resource-Policy': 'cross-origin',
};

/** Headers of requests that may be answered without opening the file, or with a part of it. */
const CONDITIONS = ['if-none-match', 'if-modified-since', 'range'];

/** How long a visitor may take nothing of a file before the connection is given up, and the file closed. */
const UNREAD_MS = 60_000;

/** Address of stored pictures. */
export const MEDIA_ROUTE = '/media/{*key}';

/**
 * Answers `MEDIA_ROUTE`: stored pictures under their immutable addresses, to everybody. A page asks for thirty of them, and
 * they concern neither guards nor pipes, which would take a third of the time of a small one.
 */
export function media(storage: Storage) {
  return (request: Request<{ key?: string[] }>, response: Response): Promise<void> =>
    onBehalfOf(requestIdOf(request), () => sendFile(storage, (request.params.key ?? []).join('/'), request, response));
}

/** Answers a stored file, or the part that was asked for. */
export async function sendFile(
  storage: Storage,
  key: string,
  request: Request,
  response: Response,
  unreadMs = UNREAD_MS,
): Promise<void> {
  response.setTimeout(unreadMs);
  if (!isServed(key)) throw notFound(WHAT);
  const isPlain = request.method === 'GET' && !CONDITIONS.some((name) => name in request.headers);
  if (isPlain) return sendBody(await storage.open(key), key, null, response);
  return sendWhatIsAskedFor(storage, key, request, response);
}

async function sendWhatIsAskedFor(storage: Storage, key: string, request: Request, response: Response): Promise<void> {
  const file = await storage.stat(key);
  if (!file) throw notFound(WHAT);
  const range = request.method === 'GET' ? rangeOf(request, file) : null;
  if (range === 'unsatisfiable') throw unsatisfiable(response, file.size);

  response.setHeader('ETag', file.etag);
  if (request.fresh) {
    response.status(304).set('Cache-Control', HEADERS['Cache-Control']).end();
  } else if (request.method === 'HEAD') {
    describe(response, key, file.size, null).end();
  } else {
    await sendBody(await storage.open(key, range ?? undefined), key, range, response);
  }
}

function rangeOf(request: Request, file: { size: number; etag: string }): ByteRange | 'unsatisfiable' | null {
  const condition = request.get('If-Range');
  return condition === undefined || condition === file.etag ? requestedRange(request.get('Range'), file.size) : null;
}

function unsatisfiable(response: Response, size: number): AppError {
  response.setHeader('Content-Range', `bytes */${size}`);
  return new AppError(
    416,
    'RANGE_NOT_SATISFIABLE',
    `The file has ${size} bytes; the part asked for lies behind its end.`,
  );
}

async function sendBody(file: StoredFile | null, key: string, range: ByteRange | null, response: Response) {
  if (!file) throw notFound(WHAT);
  response.setHeader('ETag', file.etag);
  // A file that lost bytes goes the other way, which cuts the connection.
  if (file.bytes?.length === file.size) return void describe(response, key, file.size, null).end(file.bytes);
  const length = range ? range.end - range.start + 1 : file.size;
  try {
    // Also when the visitor is gone already: the pipeline then closes the file at once.
    await pipeline(file.stream, exactly(length), describe(response, key, file.size, range));
  } catch (error) {
    // The status is out: only a cut connection still tells the visitor that something is missing.
    response.destroy();
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code !== 'ERR_STREAM_PREMATURE_CLOSE') logger.warn(`${key}: ${String(error)}`);
  }
}

/** Passes a body on, and fails where it ends before its announced length. */
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

function describe(response: Response, key: string, size: number, range: ByteRange | null): Response {
  const length = range ? range.end - range.start + 1 : size;
  const part = range && { 'Content-Range': `bytes ${range.start}-${range.end}/${size}` };
  const about = { ...HEADERS, ...part, 'Content-Type': contentType(key), 'Content-Length': length };
  for (const [name, value] of Object.entries(about)) response.setHeader(name, value);
  response.statusCode = range ? 206 : 200;
  return response;
}
