import { randomUUID } from 'node:crypto';
import { STATUS_CODES, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '../contract/errors.js';
import { AppError } from './errors.js';

const MALFORMED: [number, string] = [400, 'The request is not well-formed HTTP.'];
/** Status and sentence by the code of the parser's error. */
const ANSWERS: Record<string, [number, string]> = {
  HPE_HEADER_OVERFLOW: [431, 'The address and the headers of the request are too long: at most 16 kB together.'],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: [413, 'The extensions of the chunks of the body are too long.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'The request took too long to come in. Please try again.'],
};

/**
 * Answers what never becomes a request, since its headers cannot be read or do not come, and closes its connection. What
 * Node would answer without a word is passed on instead, to be refused in a sentence (`refuseOddHeaders`).
 */
export function answerMalformed(server: Server): void {
  server.on('checkExpectation', (request, response) => server.emit('request', request, response));
  const underWay = new WeakMap<Duplex, ServerResponse>();
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => underWay.set(socket, response));
  server.on('clientError', (error: NodeJS.ErrnoException, socket: Duplex) => {
    const response = underWay.get(socket);
    const isAnswering = response?.headersSent === true && !response.writableFinished;
    if (!socket.writable || isAnswering || error.code === 'ECONNRESET') socket.destroy();
    else socket.end(answerOf(ANSWERS[error.code ?? ''] ?? MALFORMED), () => socket.destroy());
  });
}

function answerOf([statusCode, message]: [number, string]): string {
  return rawAnswer(new AppError(statusCode, 'VALIDATION_FAILED', message));
}

/** An error as the last answer on a connection, for where there is no response to write it to. */
export function rawAnswer(error: AppError): string {
  const statusCode = error.getStatus();
  const { message, code, extra } = error;
  const requestId = randomUUID();
  const body: ErrorBody = { statusCode, error: message, message, code, requestId };
  const text = JSON.stringify(body);
  return [
    `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
    ...(extra.retryAfterSeconds ? [`Retry-After: ${extra.retryAfterSeconds}`] : []),
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
