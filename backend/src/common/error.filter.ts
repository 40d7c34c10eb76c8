import {
  Catch,
  HttpException,
  Logger,
  NotFoundException,
  type ArgumentsHost,
  type ExceptionFilter,
} from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ErrorBody, ErrorCode } from '../contract/errors.js';
import { isDatabaseDown } from '../database/outage.js';
import { AppError } from './errors.js';
import { methodsAt } from './methods-at.js';
import { MALFORMED_ADDRESS } from './request-head.js';
import { requestIdOf } from './request-id.js';
import { onBehalfOf } from './trace.js';

const CODES_BY_STATUS: Partial<Record<number, ErrorCode>> = {
  400: 'VALIDATION_FAILED',
  401: 'NOT_SIGNED_IN',
  404: 'NOT_FOUND',
  413: 'BODY_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  416: 'RANGE_NOT_SATISFIABLE',
  429: 'TOO_MANY_REQUESTS',
};

const INTERNAL_ERROR = 'Something went wrong on our side.';
const SENTENCES: Partial<Record<number, string>> = {
  400: 'The request could not be read.',
  403: 'There is nothing to be seen at this address.',
  404: 'There is nothing at this address.',
  412: 'The file is not, or not any more, as the request requires it to be.',
  413: 'The body of the request is too large.',
  415: 'The body of the request has a type that is not accepted here.',
  416: 'The file does not have the part that was asked for.',
};

/** The one place where an error becomes an answer. */
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
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (known.extra.retryAfterSeconds) response.setHeader('Retry-After', known.extra.retryAfterSeconds);
    if (known.extra.allow) response.setHeader('Allow', known.extra.allow);
    // What is still to come is not waited for.
    if (known.getStatus() === 408) response.setHeader('Connection', 'close');
    // What was to be sent instead may have set its own type.
    response
      .status(known.getStatus())
      .type('json')
      .json(bodyOf(known, requestIdOf(request)));
  }
}

function bodyOf(error: AppError, requestId: string): ErrorBody {
  const { message, code } = error;
  const body = { statusCode: error.getStatus(), error: message, message, code, requestId };
  return error.extra.details ? { ...body, details: error.extra.details } : body;
}

function asAppError(error: unknown, request: Request): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof NotFoundException) return noRoute(request);
  if (error instanceof HttpException) return fromStatus(error.getStatus());
  if (isDatabaseDown(error)) {
    return new AppError(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached right now. Please try again.');
  }
  return fromLibrary(error) ?? fromStatus(500);
}

/** The framework's answer where no route takes the request, or one gives it back. */
function noRoute(request: Request): AppError {
  const methods = methodsAt(request);
  if (methods.length === 0 || methods.includes(request.method)) return fromStatus(404);
  const allow = methods.join(', ');
  const message = `${request.method} is not possible at this address, only ${allow}.`;
  return new AppError(405, 'METHOD_NOT_ALLOWED', message, { allow });
}

/** An error of a library in our words; its own are for programmers, and may name what is inside. */
function fromStatus(status: number): AppError {
  const other = status < 500 ? 'VALIDATION_FAILED' : 'INTERNAL_ERROR';
  const message = SENTENCES[status] ?? (status < 500 ? SENTENCES[400]! : INTERNAL_ERROR);
  return new AppError(status, CODES_BY_STATUS[status] ?? other, message);
}

/** Express throws plain errors that carry a status. */
function fromLibrary(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { status } = error as Error & { status?: number };
  if (error instanceof URIError) return new AppError(400, 'VALIDATION_FAILED', MALFORMED_ADDRESS);
  return status && status >= 400 && status < 500 ? fromStatus(status) : null;
}
