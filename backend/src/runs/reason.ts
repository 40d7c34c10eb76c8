import { AppError } from '../common/errors.js';
import type { ErrorCode, FieldError } from '../contract/errors.js';

/** What a request is answered whose item was not written, by its code; the first one counts where items differ. */
const STATUSES = {
  INTERNAL_ERROR: 500,
  AI_FAILED: 502,
  NOTHING_TO_WRITE: 422,
  IMAGE_APPROVED: 409,
  IMAGE_CHANGED: 409,
  SECTION_CHANGED: 409,
  NOT_FOUND: 404,
} as const satisfies Partial<Record<ErrorCode, number>>;
export type ReasonCode = keyof typeof STATUSES;

/** Why an item of a run was not written. */
export interface Reason {
  code: ReasonCode;
  /** A sentence for staff. */
  message: string;
  /** The technical reason, for who runs the system; `''` when the sentence says all. */
  detail: string;
}

/** A reason of which the sentence says all. */
export function reason(code: ReasonCode, message: string): Reason {
  return { code, message, detail: '' };
}

/**
 * The error for a request whose items were not written.
 * @param codes of the items; `null` for those that failed before codes were kept
 */
export function unwritten(codes: (ReasonCode | null)[], message: string, details?: FieldError[]): AppError {
  const known = codes.map((code) => code ?? 'AI_FAILED');
  const code = (Object.keys(STATUSES) as ReasonCode[]).find((one) => known.includes(one)) ?? 'AI_FAILED';
  return new AppError(STATUSES[code], code, message, { details });
}
