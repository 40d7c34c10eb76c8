/** Every error code of the API. A code is stable; the sentence beside it may change. */
export const ERROR_CODES = [
  'VALIDATION_FAILED',
  'JSON_INVALID',
  'NO_FILES',
  'NOT_SIGNED_IN',
  'WRONG_CREDENTIALS',
  'SECOND_FACTOR_REQUIRED',
  'SECOND_FACTOR_MISSING',
  'CROSS_SITE_REQUEST',
  'ADMIN_ON_AGENCY_DOMAIN',
  'NOT_PERMITTED',
  'REGISTRATION_CLOSED',
  'NOT_FOUND',
  'METHOD_NOT_ALLOWED',
  'LINK_CLOSED',
  'LINK_EXPIRED',
  'LINK_LOCKED',
  'LINK_LOOKS_ONLY',
  'PASSCODE_REQUIRED',
  'WRONG_PASSCODE',
  'EMAIL_TAKEN',
  'TOO_MANY_REVIEWERS',
  'NO_ADDRESS',
  'NOTHING_TO_DECIDE',
  'REMINDED_TODAY',
  'MAILS_STOPPED',
  'OWN_ACCOUNT',
  'NO_SECOND_FACTOR',
  'SECOND_FACTOR_NEEDED',
  'LAST_ADMIN',
  'DOMAIN_TAKEN',
  'NO_DOMAIN',
  'DOMAIN_CHANGED',
  'MOMENT_FULL',
  'ORDER_OUTDATED',
  'FILE_MISSING',
  'IMAGE_NOT_PENDING',
  'IMAGE_NOT_REJECTED',
  'IMAGE_NOT_RESUBMITTED',
  'NOTHING_TO_RESTORE',
  'NOTHING_TO_DELIVER',
  'DELIVERY_RUNNING',
  'DELIVERY_NOT_DONE',
  'SECTION_NOT_REJECTED',
  'SECTION_NOT_APPROVED',
  'DECISION_FINAL',
  'IMAGE_APPROVED',
  'IMAGE_CHANGED',
  'ALL_CAPTIONED',
  'EDITED_MEANWHILE',
  'OPTIMIZATION_SUBMITTED',
  'OPTIMIZATION_COMPLETED',
  'SECTION_CHANGED',
  'SECTION_DECIDED',
  'NO_SUGGESTION',
  'ALL_SUGGESTED',
  'GENERATION_RUNNING',
  'IDEMPOTENCY_KEY_REUSED',
  'IMAGES_DELETED',
  'CURSOR_OUTDATED',
  'BODY_TOO_LARGE',
  'FILE_TOO_LARGE',
  'PICTURE_TOO_LARGE',
  'PICTURE_UNREADABLE',
  'UNSUPPORTED_MEDIA_TYPE',
  'RANGE_NOT_SATISFIABLE',
  'TOO_MANY_REQUESTS',
  'SECTION_THROTTLED',
  'INTERNAL_ERROR',
  'AI_FAILED',
  'MAIL_FAILED',
  'MAIL_SENT',
  'NO_MAIL_SERVER',
  'NOTHING_TO_WRITE',
  'INTERRUPTED',
  'DATABASE_UNAVAILABLE',
  'MIGRATIONS_PENDING',
  'QUEUE_UNAVAILABLE',
  'STORAGE_UNAVAILABLE',
  'MEMORY_UNAVAILABLE',
] as const;
export type ErrorCode = (typeof ERROR_CODES)[number];

/** One refused field of a request. */
export interface FieldError {
  /** Dots lead into lists and objects: `images.2` is the third file in the field `images`. */
  field: string;
  message: string;
}

/** The body of every answer from 400 up. `error` and `message` are the same sentence. */
export interface ErrorBody {
  statusCode: number;
  error: string;
  message: string;
  code: ErrorCode;
  details?: FieldError[];
  requestId: string;
}
