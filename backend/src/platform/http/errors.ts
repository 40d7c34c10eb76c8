import { HttpException } from '@nestjs/common';
import type { ErrorBody, ErrorCode, FieldError } from '../../contract/errors.js';

/** How many refused fields one response names. */
const NAMED_FIELDS_MAX = 20;
/** How many characters of a name from the request an error message quotes. */
const QUOTED_NAME_MAX = 100;

/**
 * An error response (status 400 and above) with a stable code, and a message that says what was wrong and what is
 * allowed.
 */
export class AppError extends HttpException {
  constructor(
    status: number,
    readonly code: ErrorCode,
    message: string,
    readonly extra: { details?: FieldError[]; retryAfterSeconds?: number; allow?: string; challenge?: string } = {},
  ) {
    super(message, status);
  }
}

/** The body of the answer. */
export function bodyOf(error: AppError, requestId: string): ErrorBody {
  const { message, code, extra } = error;
  const body = { statusCode: error.getStatus(), error: message, message, code, requestId };
  return extra.details ? { ...body, details: extra.details } : body;
}

/** 404, for records that do not exist and for those that the actor may not see. */
export function notFound(what: string): AppError {
  return new AppError(404, 'NOT_FOUND', `${what} not found`);
}

/** 400 that names the first 20 refused fields and counts the rest. */
export function invalid(refused: FieldError[]): AppError {
  const details = refused.slice(0, NAMED_FIELDS_MAX);
  const sentences = details.map(({ message }) => message).join('; ');
  const more = refused.length - details.length;
  return new AppError(400, 'VALIDATION_FAILED', more > 0 ? `${sentences} and ${more} more` : sentences, { details });
}

/** Shortens a name from a request to 100 characters, for an error message. */
export function shortened(name: string): string {
  return name.length > QUOTED_NAME_MAX ? `${name.slice(0, QUOTED_NAME_MAX)}…` : name;
}

/** The message for a field or parameter that the route does not declare. */
export function notAField(name: string): FieldError {
  const field = shortened(name);
  return { field, message: `${field} is not a field of this request` };
}

/** 409: the current state does not allow it; `field` is given when its value is already taken by another record. */
export function conflict(code: ErrorCode, message: string, field?: string): AppError {
  return new AppError(409, code, message, { details: field ? [{ field, message }] : undefined });
}

/** Seconds after which a request that failed because of the storage may succeed. */
export const STORAGE_RETRY_SECONDS = 10;

/** 503: writing to the disk for incoming files failed; `code` is the system's error code, such as `ENOSPC`. */
export function storageUnavailable(code: string): AppError {
  const message = ['ENOSPC', 'EDQUOT'].includes(code)
    ? 'The disk that takes in files is full. Please tell the administrator of this system.'
    : 'Files cannot be taken in right now. Please try again in a minute.';
  return new AppError(503, 'STORAGE_UNAVAILABLE', message, { retryAfterSeconds: STORAGE_RETRY_SECONDS });
}
