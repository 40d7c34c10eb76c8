import { Catch, HttpException, Logger, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { Request, Response } from 'express';
import type { ErrorBody, ErrorCode } from '../contract/errors.js';
import { isDatabaseDown } from '../database/outage.js';
import { AppError } from './errors.js';
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

/** The one place where an error becomes an answer. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  private readonly logger = new Logger('Error');

  catch(error: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    const request = http.getRequest<Request>();
    const response = http.getResponse<Response>();
    const known = asAppError(error);
    if (known.getStatus() === 500) {
      onBehalfOf(requestIdOf(request), () => this.logger.error(error instanceof Error ? error.stack : String(error)));
    }
    if (response.headersSent) {
      response.destroy();
      return;
    }
    if (known.extra.retryAfterSeconds) response.setHeader('Retry-After', known.extra.retryAfterSeconds);
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

function asAppError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  if (error instanceof HttpException) return fromStatus(error.getStatus(), error.message);
  if (isDatabaseDown(error)) {
    return new AppError(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached right now. Please try again.');
  }
  return fromLibrary(error) ?? new AppError(500, 'INTERNAL_ERROR', 'Something went wrong on our side.');
}

function fromStatus(status: number, message: string): AppError {
  const other = status < 500 ? 'VALIDATION_FAILED' : 'INTERNAL_ERROR';
  return new AppError(status, CODES_BY_STATUS[status] ?? other, message);
}

/** Express throws plain errors that carry a status or a known sentence. */
function fromLibrary(error: unknown): AppError | null {
  if (!(error instanceof Error)) return null;
  const { status } = error as Error & { status?: number };
  if (error instanceof URIError) return new AppError(400, 'VALIDATION_FAILED', 'The address is not well formed.');
  return status && status >= 400 && status < 500 ? fromStatus(status, error.message) : null;
}
