const CONTACT = 'contact the administrator of this system';
const TRY_AGAIN = `Try again in some minutes; if that does not help, ${CONTACT}.`;

/** The kinds of failures: whether a retry may help, and a sentence that tells staff what they can do. */
const KINDS = {
  refused: { isTransient: false, advice: `The AI provider refused the request. Please ${CONTACT}.` },
  'quota used up': {
    isTransient: false,
    advice: `The AI provider refused the request, because its quota is used up. Please ${CONTACT}.`,
  },
  /** The model refuses to write this, or the provider's filter blocks it. The advice comes from `Task.declined`. */
  declined: { isTransient: false, advice: '' },
  'too many requests': {
    isTransient: true,
    advice: 'The AI provider is receiving too many requests. Try again in some minutes.',
  },
  failed: { isTransient: true, advice: `The AI provider failed. ${TRY_AGAIN}` },
  'not reached': { isTransient: true, advice: `The AI provider could not be reached. ${TRY_AGAIN}` },
  'not in time': { isTransient: true, advice: `The AI provider did not answer in time. ${TRY_AGAIN}` },
  'no answer': { isTransient: true, advice: `The AI provider sent something that is not an answer. ${TRY_AGAIN}` },
  'cut off': { isTransient: true, advice: `The AI model’s answer was cut off. ${TRY_AGAIN}` },
};

export type FailureKind = keyof typeof KINDS;

interface CallFailureOptions {
  /** The HTTP status, or the status that the body states. */
  status?: number | undefined;
  /** How long the provider asked to wait, in milliseconds. */
  retryAfterMs?: number;
  /** Whether the provider refused the requested answer format (`response_format`). */
  refusesFormat?: boolean;
  /** A sentence for staff that replaces the one of the kind. */
  advice?: string;
}

/** A failed call. The message gives the technical reason and what an operator can do; `''` if there is none. */
export class CallFailure extends Error {
  readonly isTransient: boolean;
  readonly advice: string;
  readonly status: number | undefined;
  readonly retryAfterMs: number;
  readonly refusesFormat: boolean;

  constructor(
    readonly kind: FailureKind,
    message: string,
    { status, retryAfterMs = 0, refusesFormat = false, advice = KINDS[kind].advice }: CallFailureOptions = {},
  ) {
    super(message);
    this.isTransient = KINDS[kind].isTransient;
    this.advice = advice;
    this.status = status;
    this.retryAfterMs = retryAfterMs;
    this.refusesFormat = refusesFormat;
  }
}
