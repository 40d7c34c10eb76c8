import { randomUUID } from 'node:crypto';
import { IncomingMessage, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { ExpressAdapter } from '@nestjs/platform-express';
import type { RequestHandler } from 'express';
import { AppError, bodyOf } from './errors.js';
import { requireAddress } from './host.js';
import { OrderlyServer } from './orderly-server.js';

/** Path of live connections. */
const LIVE_PATH = '/socket.io/';
/** Interval at which timeouts of incoming requests are checked. */
const CHECK_MS = 5000;
const MALFORMED: [number, string] = [400, 'The request is not well-formed HTTP.'];
/** Status and sentence by the code of the parser's error. */
const PARSER_ERRORS: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of the request are too long: at most 16 kB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of the chunks of the body are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to come in. Please try again.'],
};

/** Express on a server that answers malformed requests as the API does, and upgrades connections for Socket.IO only. */
export class HttpAdapter extends ExpressAdapter {
  override initHttpServer(): void {
    // `checkHeaders` requires the Host header, in a sentence.
    const options = { IncomingMessage: Request, requireHostHeader: false, connectionsCheckingInterval: CHECK_MS };
    const server = new OrderlyServer(options, this.getInstance());
    answerMalformed(server);
    closeIdle(server);
    this.httpServer = server;
  }
}

/**
 * Ignores `Upgrade` headers except on the path of live connections. Clients such as curl and Java offer HTTP/2; Node
 * would pass these connections to Socket.IO, which does not answer them.
 */
class Request extends IncomingMessage {
  private offersUpgrade: unknown;

  get upgrade(): boolean {
    return Boolean(this.offersUpgrade) && (this.method === 'CONNECT' || this.isLive());
  }

  set upgrade(offered: unknown) {
    this.offersUpgrade = offered;
  }

  private isLive(): boolean {
    return this.url!.startsWith(LIVE_PATH) && this.headers.upgrade?.toLowerCase() === 'websocket';
  }
}

/** Answers requests with malformed or late headers, and closes their connections. */
function answerMalformed(server: OrderlyServer): void {
  // Node would answer an unknown Expect header without a body; `checkHeaders` does so with a sentence.
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const isAnswering = server.answering(socket)?.headersSent === true;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') return socket.destroy();
    const [status, message] = PARSER_ERRORS[error.code ?? ''] ?? MALFORMED;
    return socket.end(rawAnswer(new AppError(status, 'VALIDATION_FAILED', message)), () => socket.destroy());
  });
}

/**
 * Closes connections that are idle for the server's `timeout`: the response is not read, or there is no request. A
 * request that is being handled may take as long as it needs.
 */
function closeIdle(server: OrderlyServer): void {
  server.on('timeout', (socket: Socket) => {
    const isWorkedOn = server.answering(socket) !== undefined && socket.writableLength === 0;
    if (!isWorkedOn) socket.destroy();
  });
}

/** An error as a raw HTTP response that closes the connection, for use without a response object. */
export function rawAnswer(error: AppError): string {
  const statusCode = error.getStatus();
  const { retryAfterSeconds } = error.extra;
  const requestId = randomUUID();
  const text = JSON.stringify(bodyOf(error, requestId));
  return [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...(retryAfterSeconds ? [`Retry-After: ${retryAfterSeconds}`] : []),
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(text)}`,
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `X-Request-Id: ${requestId}`,
    'Connection: close',
    '',
    text,
  ].join('\r\n');
}

/** Requires exactly one Host header (RFC 9112), which names a host, and refuses expectations other than 100-continue. */
export const checkHeaders: RequestHandler = (request, _response, next) => {
  const hosts = request.headersDistinct['host']?.length ?? 0;
  if (hosts > 1 || (hosts === 0 && request.httpVersion === '1.1')) {
    throw new AppError(400, 'VALIDATION_FAILED', 'A request must have one Host header.');
  }
  requireAddress(request);
  if ((request.get('Expect') ?? '100-continue').toLowerCase() !== '100-continue') {
    throw new AppError(417, 'VALIDATION_FAILED', 'An Expect header may say nothing but 100-continue.');
  }
  next();
};

/**
 * Throws a URIError for a query that is not valid UTF-8, as the router does for a path; otherwise it would be read as
 * another text.
 */
export const checkEncoding: RequestHandler = ({ originalUrl }, _response, next) => {
  decodeURIComponent(originalUrl);
  next();
};

/**
 * Closes connections on which the rest of a request does not arrive within `afterMs` after the response. Otherwise a
 * slow body that nobody reads would keep its connection as long as an upload may take.
 */
export function closeUnread({ afterMs }: { afterMs: number }): RequestHandler {
  return (request, response, next) => {
    response.once('finish', () => {
      if (request.complete) return;
      const timer = setTimeout(() => request.socket.destroy(), afterMs).unref();
      request.once('end', () => clearTimeout(timer));
      request.once('close', () => clearTimeout(timer));
    });
    next();
  };
}
