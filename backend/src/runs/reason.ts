import type { Logger } from '@nestjs/common';
import { AppError } from '../platform/http/errors.js';
import { sanitizeSentence } from '../platform/sanitize-text.js';
import type { ErrorCode, FieldError } from '../contract/errors.js';

/**
 * The HTTP status for an item that was not done, by the code of its reason. If reasons differ, the first one in this
 * order counts.
 */
const STATUSES = {
  INTERNAL_ERROR: 500,
  AI_FAILED: 502,
  MAIL_FAILED: 502,
  INTERRUPTED: 503,
  NOTHING_TO_WRITE: 422,
  IMAGE_APPROVED: 409,
  IMAGE_CHANGED: 409,
  SECTION_CHANGED: 409,
  NOT_FOUND: 404,
} as const satisfies Partial<Record<ErrorCode, number>>;
export type ReasonCode = keyof typeof STATUSES;

/** Errors of routes that wait until the AI has written a draft. */
export const DRAFTING_ERRORS: ErrorCode[] = ['NOTHING_TO_WRITE', 'AI_FAILED', 'INTERRUPTED', 'QUEUE_UNAVAILABLE'];

/** Why an item of a run was not done. */
export interface Reason {
  code: ReasonCode;
  /** A sentence for staff. */
  message: string;
  /** The technical reason, for operators; `''` if there is none. */
  detail: string;
}

/** A reason without a technical detail. */
export function reason(code: ReasonCode, message: string): Reason {
  return { code, message, detail: '' };
}

interface ReasonedErrorOptions extends ErrorOptions {
  code: ReasonCode;
  detail?: string;
}

/** An expected failure of an item, which any service may throw. The message is a sentence for staff. */
export class ReasonedError extends Error implements Reason {
  override readonly name: string = 'ReasonedError';
  readonly code: ReasonCode;
  readonly detail: string;

  constructor(message: string, { code, detail = '', ...options }: ReasonedErrorOptions) {
    super(message, options);
    this.code = code;
    this.detail = detail;
  }
}

/** How to describe failed work in messages and in the log. */
interface FailedWork {
  /** The start of a sentence: "The caption of photo.jpg could not be written". */
  failureText: string;
  /** Ids for the log. */
  where: string;
  logger: Logger;
}

/** The reason for an item that failed with this error. Logs technical reasons and unexpected errors. */
export function failureReason(error: unknown, { failureText, where, logger }: FailedWork): Reason {
  if (!(error instanceof ReasonedError)) {
    logger.error(`${failureText} (${where}): ${error instanceof Error ? error.stack : String(error)}`);
    return reason('INTERNAL_ERROR', `${failureText}, because something went wrong on our side.`);
  }
  const { code } = error;
  const [message, detail] = [sanitizeSentence(error.message), sanitizeSentence(error.detail)];
  if (detail) logger.warn(`${failureText} (${where}): ${detail}`);
  return { code, message, detail };
}

/**
 * The error that answers a request whose items failed or were skipped.
 * @param codes of the items; `null` for items of earlier versions, which stored no codes
 */
export function runError(codes: (ReasonCode | null)[], message: string, details?: FieldError[]): AppError {
  const known = codes.map((code) => code ?? 'AI_FAILED');
  const code = (Object.keys(STATUSES) as ReasonCode[]).find((one) => known.includes(one)) ?? 'AI_FAILED';
  return new AppError(STATUSES[code], code, message, { details });
}
