import { HttpException } from '@nestjs/common';
import type { ErrorCode, FieldError } from '../contract/errors.js';

/** An answer from 400 up: a stable code, and a sentence that says what was wrong, with what, and what is allowed. */
export class AppError extends HttpException {
  constructor(
    status: number,
    readonly code: ErrorCode,
    message: string,
    readonly extra: { details?: FieldError[]; retryAfterSeconds?: number } = {},
  ) {
    super(message, status);
  }
}

/** What a person may not see and what does not exist are the same 404. */
export function notFound(what: string): AppError {
  return new AppError(404, 'NOT_FOUND', `${what} not found`);
}

/** 400 with the refused fields. */
export function invalid(details: FieldError[]): AppError {
  return new AppError(400, 'VALIDATION_FAILED', details.map((detail) => detail.message).join('; '), { details });
}

/** 409: the state forbids it; `field` is the one whose value somebody else has. */
export function conflict(code: ErrorCode, message: string, field?: string): AppError {
  return new AppError(409, code, message, { details: field ? [{ field, message }] : undefined });
}
