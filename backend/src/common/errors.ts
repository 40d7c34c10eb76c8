import { HttpException } from '@nestjs/common';
import type { ErrorCode, FieldError } from '../contract/errors.js';

/** Refused fields that one answer names. */
const MOST_NAMED = 20;
/** Characters of a name that somebody else gave, as an answer repeats it. */
const NAME_SHOWN = 100;

/** An answer from 400 up: a stable code, and a sentence that says what was wrong, with what, and what is allowed. */
export class AppError extends HttpException {
  constructor(
    status: number,
    readonly code: ErrorCode,
    message: string,
    readonly extra: { details?: FieldError[]; retryAfterSeconds?: number; allow?: string } = {},
  ) {
    super(message, status);
  }
}

/** What a person may not see and what does not exist are the same 404. */
export function notFound(what: string): AppError {
  return new AppError(404, 'NOT_FOUND', `${what} not found`);
}

/** 400 with the refused fields: the first of them by name, the rest by their number. */
export function invalid(refused: FieldError[]): AppError {
  const details = refused.slice(0, MOST_NAMED);
  const sentences = details.map(({ message }) => message).join('; ');
  const more = refused.length - details.length;
  return new AppError(400, 'VALIDATION_FAILED', more > 0 ? `${sentences} and ${more} more` : sentences, { details });
}

/** A name that somebody else gave, as an answer may repeat it. */
export function shortened(name: string): string {
  return name.length > NAME_SHOWN ? `${name.slice(0, NAME_SHOWN)}…` : name;
}

/** What is wrong with a field that the request does not have. */
export function notAField(name: string): FieldError {
  const field = shortened(name);
  return { field, message: `${field} is not a field of this request` };
}

/**
 * Refuses by name whatever a body holds where none is taken.
 * @throws AppError 400
 */
export function refuseFields(body: object): void {
  const names = Object.keys(body);
  if (names.length > 0) throw invalid(names.map(notAField));
}

/** 409: the state forbids it; `field` is the one whose value somebody else has. */
export function conflict(code: ErrorCode, message: string, field?: string): AppError {
  return new AppError(409, code, message, { details: field ? [{ field, message }] : undefined });
}
