import { sanitizeText, SENTENCE_SHOWN_MAX } from '../../../platform/sanitize-text.js';
import { CallFailure, type FailureKind } from './failure.js';
import type { ProviderError } from './provider-error.js';

/** The details of a call that the messages of its failures need. */
export interface CallContext {
  /** The API key, which is removed from messages. */
  secret: string;
  /** The kind of model that OPENAI_MODEL must name, such as `a model that accepts pictures`. */
  modelKind: string;
}

/** Text and advice for operators, by HTTP status. */
const BY_STATUS: Record<number, [what: string, advice: string]> = {
  400: ['refused the request', 'Check that OPENAI_MODEL names {model}.'],
  401: ['refused the API key', 'Check OPENAI_API_KEY.'],
  402: ['wants to be paid', 'Add credit to its account.'],
  403: ['denied access', 'Check that the API key may use the model in OPENAI_MODEL.'],
  404: ['does not know the model or the address', 'Check OPENAI_MODEL and OPENAI_BASE_URL.'],
  413: ['found the request too large', 'Check that OPENAI_MODEL names {model}.'],
  422: ['could not process the request', 'Check that OPENAI_MODEL names {model}.'],
  429: ['is receiving too many requests', 'Set AI_MAX_PER_MINUTE to what its account allows.'],
};

/** HTTP statuses by error code, for errors in an answer without an error status. */
const BY_CODE: [codes: RegExp, status: number][] = [
  [/rate.?limit|resource.?exhausted|too.?many.?requests|throttl/iu, 429],
  [/api.?key|authenticat|unauthorized/iu, 401],
  [/permission|forbidden|access.?denied/iu, 403],
  [/not.?found/iu, 404],
  [/overloaded|unavailable|server.?error|internal|timeout/iu, 503],
  [/invalid|bad.?request|validation/iu, 400],
];

const FILTERED_CODE =
  /content.?(?:filter|policy|moderation|management)|responsible.?ai|data.?inspection|moderation|prohibited.?content|image.?safety|recitation|blocklist|^(?:safety|refusal|sensitive|spii)$/iu;
const FILTERED_WORDS =
  /content_filter|content[_ ]policy|content management policy|responsible ?ai|safety system|flagged/iu;
const FORMAT =
  /response[\s_.-]?format|json[\s_-]?(?:schema|object|mode)|structured|guided[\s_-]?(?:json|decoding)|grammar|schema/iu;
/** Codes of Groq for an answer that does not follow the requested format. */
const NOT_IN_FORM = /^(?:json_validate_failed|output_parse_failed)$/u;
/** Maximum wait; a longer one that a provider asks for is shortened to it. */
const RETRY_AFTER_MAX_MS = 60_000;

/** Whether an error code or a `finish_reason` means that a content filter blocked the content. */
export function isFilterCode(code: string): boolean {
  return FILTERED_CODE.test(code);
}

/**
 * Converts the error that a provider sent to a failure.
 * @param httpStatus below 400 if the answer contains an error although its status is not one
 */
export function failureOf(
  { message: words, codes }: ProviderError,
  httpStatus: number,
  headers: Headers,
  { secret, modelKind }: CallContext,
): CallFailure {
  const status = statusOf(codes, httpStatus);
  const said = quoteProvider(words, secret);
  const shown = status === undefined ? '' : ` (${status})`;
  const mayBeContent = status === undefined || (status <= 500 && ![401, 402, 429].includes(status));
  if (codes.some((code) => NOT_IN_FORM.test(code))) {
    const message = `The AI model did not answer in the form that it was asked for${shown}${said}. Choose a more capable model with OPENAI_MODEL.`;
    return new CallFailure('no answer', message, { status });
  }
  if (mayBeContent && (codes.some(isFilterCode) || FILTERED_WORDS.test(words))) {
    return new CallFailure('declined', `The AI provider refused the content${shown}${said}.`, { status });
  }
  if (codes.includes('insufficient_quota')) {
    const message = `The AI provider’s quota is used up${shown}${said}. Add credit to its account.`;
    return new CallFailure('quota used up', message, { status });
  }
  const isClientError = status !== undefined && status < 500;
  const [what, advice] =
    BY_STATUS[status ?? 500] ??
    (isClientError ? ['refused the request', 'Check OPENAI_BASE_URL.'] : ['failed', 'Look at its status page.']);
  const message = `The AI provider ${what}${shown}${said}. ${advice.replace('{model}', modelKind)}`;
  const refusesFormat = ![401, 402, 403, 429].includes(status ?? 0) && FORMAT.test([words, ...codes].join(' '));
  return new CallFailure(kindOf(status), message, { status, refusesFormat, retryAfterMs: askedWaitMs(headers, words) });
}

function kindOf(status: number | undefined): FailureKind {
  if (status === undefined || status >= 500 || [408, 409, 425].includes(status)) return 'failed';
  if (status === 402) return 'quota used up';
  return status === 429 ? 'too many requests' : 'refused';
}

/**
 * Returns the HTTP status if it is above 400, else a status stated in the answer, or the one of an error code in it.
 */
function statusOf(codes: string[], httpStatus: number): number | undefined {
  if (httpStatus > 400) return httpStatus;
  const stated = codes.map(Number).find((code) => code > 400 && code < 600);
  const named = BY_CODE.find(([pattern]) => codes.some((code) => pattern.test(code)))?.[1];
  return stated ?? named ?? (httpStatus === 400 || codes.includes('400') ? 400 : undefined);
}

/** Quotes the provider's message, shortened and without the API key, which some providers repeat. */
export function quoteProvider(words: string, secret: string): string {
  const hidden = secret.length < 8 ? words : words.replaceAll(secret, '…');
  const line = sanitizeText(hidden.replace(/\bsk-[\w*.-]{4,}/gu, 'sk-…'), { max: SENTENCE_SHOWN_MAX });
  return line && `: “${line.replace(/[.\s]+$/u, '')}”`;
}

/**
 * Returns the wait that a header asks for, or else the message, such as `Please try again in 7.6s`; in milliseconds.
 */
function askedWaitMs(headers: Headers, words: string): number {
  const milliseconds = Number(headers.get('retry-after-ms'));
  const value = headers.get('retry-after') ?? '';
  // `Retry-After` may be a date, which is compared with the provider's own clock, the header `Date`.
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  const wait = milliseconds || (/^\d+(\.\d+)?$/u.test(value) ? Number(value) * 1000 : Date.parse(value) - now);
  return Math.min(Math.max(wait || waitInWords(words), 0), RETRY_AFTER_MAX_MS);
}

function waitInWords(words: string): number {
  const [, amount, unit] = /\b(?:retry|try again) in (\d{1,5}(?:\.\d{1,9})?) ?(m?s)\b/iu.exec(words) ?? [];
  return Number(amount ?? 0) * (unit?.toLowerCase() === 'ms' ? 1 : 1000);
}
