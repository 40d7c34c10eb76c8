import {
  Catch,
  HttpException,
  Logger,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ErrorCode } from '../../contract/errors.js';
import { outageOf, type Outage } from '../database/outage.js';
import { AppError, bodyOf } from '../http/errors.js';
import { onBehalfOf, requestIdOf } from '../http/request-id.js';

const MALFORMED_ADDRESS =
  'The address is not well formed: what follows a % must be UTF-8, and % itself is written %25.';
const UNREADABLE = 'The request could not be read.';

/** Code and sentence by status, for errors of the framework and of libraries. */
const BY_STATUS: Partial<Record<number, [ErrorCode, string]>> = {
  401: ['NOT_SIGNED_IN', UNREADABLE],
  403: ['VALIDATION_FAILED', 'There is nothing to be seen at this address.'],
  404: ['NOT_FOUND', 'There is nothing at this address.'],
  412: ['VALIDATION_FAILED', 'The file is not, or not any more, as the request requires it to be.'],
  413: ['BODY_TOO_LARGE', 'The body of the request is too large.'],
  415: ['UNSUPPORTED_MEDIA_TYPE', 'The body of the request has a type that is not accepted here.'],
  416: ['RANGE_NOT_SATISFIABLE', 'The file does not have the part that was asked for.'],
  429: ['TOO_MANY_REQUESTS', UNREADABLE],
};
const OTHER_4XX: [ErrorCode, string] = ['VALIDATION_FAILED', UNREADABLE];
const OTHER: [ErrorCode, string] = ['INTERNAL_ERROR', 'Something went wrong on our side.'];

/** The sentence for each kind of database outage, and the seconds after which to retry. */
const OUTAGES: Record<Outage, [string, number]> = {
  busy: ['The database is busy right now. Please try again in a few seconds.', 2],
  'read-only': ['The database takes no changes right now. Please try again in a minute.', 15],
  full: ['The disk of the database is full. Please tell the administrator of this system.', 60],
  unreachable: ['The database cannot be reached right now. Please try again.', 5],
};

/** Statuses of a refused body. */
const REFUSALS = [400, 408, 413, 415];

/**
 * Registers a callback for when the product refuses the request because of its content (400, 408, 413, 415), even if the
 * client has disconnected. A body that breaks off in the middle is not refused.
 */
export function onRefusal({ locals }: Response, callback: () => void): void {
  locals['onRefusal'] = callback;
}

/** Turns every error of an HTTP request into its response. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const known = asAppError(error, request);
    if (known.getStatus() === 500) {
      onBehalfOf(requestIdOf(request), () => this.logger.error(error instanceof Error ? error.stack : String(error)));
    }
    if (error instanceof AppError && REFUSALS.includes(error.getStatus())) {
      (response.locals['onRefusal'] as (() => void) | undefined)?.();
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (known.extra.retryAfterSeconds) response.setHeader('Retry-After', known.extra.retryAfterSeconds);
    if (known.extra.allow) response.setHeader('Allow', known.extra.allow);
    if (known.extra.challenge) response.setHeader('WWW-Authenticate', known.extra.challenge);
    // Also for URLs whose responses are cached otherwise, such as pictures.
    if (known.getStatus() === 503) response.setHeader('Cache-Control', 'no-store');
    // Does not wait for the rest of the request.
    if (known.getStatus() === 408) response.setHeader('Connection', 'close');
    // The handler may have set another type.
    response
      .status(known.getStatus())
      .type('json')
      .json(bodyOf(known, requestIdOf(request)));
  }
}

function asAppError(error: unknown, request: Request): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof NotFoundException) return noRoute(request);
  if (error instanceof HttpException) return fromStatus(error.getStatus());
  const outage = outageOf(error);
  if (outage) return databaseUnavailable(outage);
  return fromLibrary(error) ?? fromStatus(500);
}

function databaseUnavailable(outage: Outage): AppError {
  const [message, retryAfterSeconds] = OUTAGES[outage];
  return new AppError(503, 'DATABASE_UNAVAILABLE', message, { retryAfterSeconds });
}

/** 404, or 405 if the address has routes for other methods. */
function noRoute(request: Request): AppError {
  const methods = methodsAt(request);
  if (methods.length === 0 || methods.includes(request.method)) return fromStatus(404);
  const allow = methods.join(', ');
  const message = `${request.method} is not possible at this address, only ${allow}.`;
  return new AppError(405, 'METHOD_NOT_ALLOWED', message, { allow });
}

/** An error by its status, with a sentence of the product, since a library's message may contain internals. */
function fromStatus(status: number): AppError {
  const [code, message] = BY_STATUS[status] ?? (status < 500 ? OTHER_4XX : OTHER);
  return new AppError(status, code, message);
}

/** Express throws plain errors that carry a status. */
function fromLibrary(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { status } = error as Error & { status?: number };
  if (error instanceof URIError) return new AppError(400, 'VALIDATION_FAILED', MALFORMED_ADDRESS);
  return status && status >= 400 && status < 500 ? fromStatus(status) : null;
}

/** A layer of Express's router; only the properties that are used here. */
interface Layer {
  route?: { methods: Record<string, boolean> };
  match(path: string): boolean;
}

/** Methods of all routes at the path of a request, in capitals; none if it has no route. */
function methodsAt({ app, path }: Request): string[] {
  const { stack } = app.router as unknown as { stack: Layer[] };
  const routes = stack.filter((layer) => layer.route && layer.match(path)).map(({ route }) => route!);
  const methods = new Set(routes.flatMap((route) => Object.keys(route.methods).map((name) => name.toUpperCase())));
  if (methods.has('GET')) methods.add('HEAD');
  return [...methods].sort();
}
