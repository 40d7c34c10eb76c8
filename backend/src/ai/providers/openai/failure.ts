import { types } from 'node:util';
import { APIConnectionError, APIError } from 'openai';
import { oneLine } from '../../text.js';

/** A call that failed. The message is the technical reason, with what an operator can do about it. */
export class CallFailure extends Error {
  constructor(
    message: string,
    /** Whether trying again may help. */
    readonly kind: 'transient' | 'permanent',
    /** A sentence for staff, with what they can do. */
    readonly advice: string,
    /** How long the provider asked to wait. */
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

const CONTACT = 'contact the administrator of this system';
const TRY_AGAIN = `Try again in some minutes; if that does not help, ${CONTACT}.`;

/** Advice for staff, by kind of failure. */
export const ADVICE_FOR_STAFF = {
  refused: `The AI provider refused the request. Please ${CONTACT}.`,
  'quota used up': `The AI provider refused the request, because its quota is used up. Please ${CONTACT}.`,
  'too many requests': 'The AI provider is receiving too many requests. Try again in some minutes.',
  failed: `The AI provider failed. ${TRY_AGAIN}`,
  'not reached': `The AI provider could not be reached. ${TRY_AGAIN}`,
  'not in time': `The AI provider did not answer in time. ${TRY_AGAIN}`,
  'no answer': `The AI provider sent something that is not an answer. ${TRY_AGAIN}`,
};

/** Longest wait that a `Retry-After` can ask for. */
const RETRY_AFTER_MAX_MS = 60_000;

/** Text and advice for operators about a refused request, by HTTP status. */
const REFUSALS: Record<number, [what: string, advice: string]> = {
  400: ['refused the request', 'Check that OPENAI_MODEL names {model}.'],
  401: ['refused the API key', 'Check OPENAI_API_KEY.'],
  402: ['wants to be paid', 'Add credit to its account.'],
  403: ['denied access', 'Check that the API key may use the model in OPENAI_MODEL.'],
  404: ['does not know the model or the address', 'Check OPENAI_MODEL and OPENAI_BASE_URL.'],
  413: ['found the request too large', 'Check that OPENAI_MODEL names {model}.'],
  422: ['could not process the request', 'Check that OPENAI_MODEL names {model}.'],
  429: ['is receiving too many requests', 'Set AI_MAX_PER_MINUTE to what its account allows.'],
};

/**
 * Turns what the `openai` client threw into a failure; null for an error that is not the provider's.
 * @param secret the API key, which no message repeats
 * @param model what the model must be, such as `a model that accepts pictures`
 */
export function failureOf(error: unknown, secret: string, model: string): CallFailure | null {
  if (error instanceof CallFailure) return error;
  if (error instanceof APIConnectionError) return unreachable(error);
  if (error instanceof APIError && error.status !== undefined) return refused(error, error.status, secret, model);
  // The connection broke, or the JSON ended, in the middle of the answer.
  if (types.isNativeError(error) && error.message === 'terminated') return unreachable(error);
  if (types.isNativeError(error) && error.name === 'SyntaxError')
    return new CallFailure('The AI provider sent broken JSON.', 'transient', ADVICE_FOR_STAFF['no answer']);
  return null;
}

/** Whether the provider refused the form in which the answer was asked for. */
export function refusesFormat(error: unknown): boolean {
  return (
    error instanceof APIError &&
    (error.status === 400 || error.status === 422) &&
    /response_format|json_schema|json_object|structured|grammar|schema/iu.test(
      `${error.param} ${error.code} ${error.message}`,
    )
  );
}

function unreachable(error: Error): CallFailure {
  let code = '';
  for (let cause: unknown = error; types.isNativeError(cause) && code === ''; cause = cause.cause) {
    if ('code' in cause && typeof cause.code === 'string') code = ` (${cause.code})`;
  }
  return new CallFailure(
    `The AI provider could not be reached${code}. Check OPENAI_BASE_URL and the network.`,
    'transient',
    ADVICE_FOR_STAFF['not reached'],
  );
}

function refused(error: APIError, status: number, secret: string, model: string): CallFailure {
  const said = quoted(error, secret);
  if ([error.code, error.type].includes('insufficient_quota')) {
    const message = `The AI provider’s quota is used up (${status})${said}. Add credit to its account.`;
    return new CallFailure(message, 'permanent', ADVICE_FOR_STAFF['quota used up']);
  }
  const isTransient = [408, 409, 425, 429].includes(status) || status >= 500;
  const [what, advice] =
    REFUSALS[status] ??
    (status < 500 ? ['refused the request', 'Check OPENAI_BASE_URL.'] : ['failed', 'Look at its status page.']);
  const forStaff = { 402: 'quota used up', 429: 'too many requests' } as const;
  return new CallFailure(
    `The AI provider ${what} (${status})${said}. ${advice.replace('{model}', model)}`,
    isTransient ? 'transient' : 'permanent',
    ADVICE_FOR_STAFF[forStaff[status as keyof typeof forStaff] ?? (isTransient ? 'failed' : 'refused')],
    askedWaitMs(error.headers),
  );
}

/** The provider's own words, shortened and without the key that some repeat. */
function quoted(error: APIError, secret: string): string {
  const words = error.message
    .replace(/^\d{3} /u, '')
    .replaceAll(secret, '…')
    .replace(/\bsk-[\w*.-]{4,}/gu, 'sk-…')
    .replace(/<[^>]*>/gu, ' ');
  const line = oneLine(words).replace(/[.\s]+$/u, '');
  if (!line || line.includes('status code (no body)')) return '';
  return `: “${line.length > 200 ? `${line.slice(0, 200)}…` : line}”`;
}

function askedWaitMs(headers: Headers | undefined): number {
  const milliseconds = Number(headers?.get('retry-after-ms'));
  const value = headers?.get('retry-after') ?? '';
  // A date is by the provider's clock, which its answer states.
  const now = Date.parse(headers?.get('date') ?? '') || Date.now();
  const wait = milliseconds || (/^\d+(\.\d+)?$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now);
  return Math.min(Math.max(wait || 0, 0), RETRY_AFTER_MAX_MS);
}
