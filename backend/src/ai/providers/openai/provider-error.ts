import { jsonOf } from '../../thoughts.js';

/** What an answer says about a failure. */
export interface ProviderError {
  /** The provider's own words, as they were sent; `''` without any. */
  words: string;
  /** Codes, kinds and names of parameters beside the words. */
  codes: string[];
}

type Fields = Record<string, unknown>;

/** Keys under which providers say what went wrong, the best first. */
const WORDS = [
  'message',
  'Message',
  'msg',
  'error_msg',
  'detail',
  'error',
  'errors',
  'error_description',
  'title',
  'reason',
];
const CODES = ['code', 'type', 'status', 'status_code', 'error_code', 'error_type', 'reason', 'param'];
/** Keys under which codes lie deeper: `innererror` is Azure's, `metadata` OpenRouter's, `details` Google's. */
const WITHIN = ['error', 'errors', 'message', 'detail', 'details', 'innererror', 'inner_error', 'metadata', 'raw'];
/** How deep words and codes may lie. */
const DEPTH_MAX = 6;
const WORDS_READ_MAX = 10_000;

/**
 * The failure that a body tells of: under `error`, `errors`, `message` or `detail`, in the first choice, in a list, or as a text
 * or web page. `null` when it tells of none.
 * @param body parsed JSON, or a text that is none
 */
export function errorIn(body: unknown): ProviderError | null {
  const stated = statedBy(body);
  if (stated === undefined) return null;
  return { words: wordsOf(stated).trim().slice(0, WORDS_READ_MAX), codes: codesOf(stated) };
}

function statedBy(body: unknown): unknown {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body;
  if (Array.isArray(body)) return isTold(body) ? body : undefined;
  if (!isFields(body)) return undefined;
  const [choice] = Array.isArray(body['choices']) ? (body['choices'] as unknown[]) : [];
  for (const { error, errors } of [body, isFields(choice) ? choice : {}]) {
    if (isTold(error)) return error;
    if (isTold(errors)) return errors;
  }
  return choice === undefined && wordsOf(body) !== '' ? body : undefined;
}

// Some servers send an error whose fields are all empty with a good answer.
function isTold(value: unknown): boolean {
  return wordsOf(value) !== '' || codesOf(value).length > 0;
}

function wordsOf(value: unknown, depth = 0): string {
  if (depth > DEPTH_MAX) return '';
  if (typeof value === 'string') {
    const json = /^\s*[{[]/u.test(value) ? jsonOf(value) : undefined;
    return (json !== undefined && wordsOf(json, depth + 1)) || withoutMarkup(value);
  }
  if (Array.isArray(value)) return joined(value.map((entry) => wordsOf(entry, depth + 1)));
  if (!isFields(value)) return '';
  const words = WORDS.map((key) => wordsOf(value[key], depth + 1)).find(Boolean) ?? '';
  // FastAPI names the field beside the words, OpenRouter keeps what the model's own provider said.
  const field = Array.isArray(value['loc']) && words ? `${value['loc'].join('.')}: ` : '';
  const upstream = isFields(value['metadata']) ? wordsOf(value['metadata']['raw'], depth + 1) : '';
  return joined([field + words, upstream]);
}

function joined(parts: string[]): string {
  return [...new Set(parts.filter(Boolean))].join('; ');
}

/** The title of a web page, or else a text without its tags. */
function withoutMarkup(text: string): string {
  const start = text.slice(0, WORDS_READ_MAX);
  const title = /<title[^<>]*>([^<]+)/iu.exec(start)?.[1]?.trim();
  return title || start.replace(/<[^<>]*>/gu, ' ').trim();
}

function codesOf(value: unknown, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  if (typeof value === 'string') {
    const json = /^\s*[{[]/u.test(value) ? jsonOf(value) : undefined;
    return json === undefined ? [] : codesOf(json, depth + 1);
  }
  if (Array.isArray(value)) return value.flatMap((entry) => codesOf(entry, depth + 1));
  if (!isFields(value)) return [];
  const own = CODES.map((key) => value[key]).filter((code) => typeof code === 'string' || typeof code === 'number');
  return [...own.filter(Boolean).map(String), ...WITHIN.flatMap((key) => codesOf(value[key], depth + 1))];
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
