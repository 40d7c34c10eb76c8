import { parseJson } from '../../thoughts.js';

/** The error that an answer contains. */
export interface ProviderError {
  /** The provider's error message as it was sent; `''` if there is none. */
  message: string;
  /** Error codes, error types and names of parameters. */
  codes: string[];
}

type JsonRecord = Record<string, unknown>;

/** Keys under which providers put the error message, the best first. */
const MESSAGE_KEYS = [
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
const CODE_KEYS = ['code', 'type', 'status', 'status_code', 'error_code', 'error_type', 'reason', 'param'];
/** Keys of objects that hold further codes: `innererror` is Azure's, `metadata` OpenRouter's, `details` Google's. */
const NESTED_KEYS = ['error', 'errors', 'message', 'detail', 'details', 'innererror', 'inner_error', 'metadata', 'raw'];
/** Maximum depth at which messages and codes are searched. */
const DEPTH_MAX = 6;
const MESSAGE_READ_MAX = 10_000;

/**
 * Finds the error in a body: under `error`, `errors`, `message` or `detail`, in the first choice, in a list, or the
 * body itself if it is a text or a web page. `null` when there is none.
 * @param body parsed JSON, or a text that is not JSON
 */
export function findError(body: unknown): ProviderError | null {
  const stated = findErrorValue(body);
  if (stated === undefined) return null;
  return { message: messageOf(stated).trim().slice(0, MESSAGE_READ_MAX), codes: codesOf(stated) };
}

function findErrorValue(body: unknown): unknown {
  if (typeof body === 'string') return body.trim() === '' ? undefined : body;
  if (Array.isArray(body)) return hasErrorText(body) ? body : undefined;
  if (!isRecord(body)) return undefined;
  const [choice] = Array.isArray(body['choices']) ? (body['choices'] as unknown[]) : [];
  for (const { error, errors } of [body, isRecord(choice) ? choice : {}]) {
    if (hasErrorText(error)) return error;
    if (hasErrorText(errors)) return errors;
  }
  return choice === undefined && messageOf(body) !== '' ? body : undefined;
}

// Some servers send an error whose fields are all empty with a good answer.
function hasErrorText(value: unknown): boolean {
  return messageOf(value) !== '' || codesOf(value).length > 0;
}

function messageOf(value: unknown, depth = 0): string {
  if (depth > DEPTH_MAX) return '';
  if (typeof value === 'string') {
    const json = /^\s*[{[]/u.test(value) ? parseJson(value) : undefined;
    return (json !== undefined && messageOf(json, depth + 1)) || stripMarkup(value);
  }
  if (Array.isArray(value)) return joinDistinct(value.map((entry) => messageOf(entry, depth + 1)));
  if (!isRecord(value)) return '';
  const words = MESSAGE_KEYS.map((key) => messageOf(value[key], depth + 1)).find(Boolean) ?? '';
  // FastAPI names the field in `loc`, OpenRouter puts the message of the model's own provider in `metadata.raw`.
  const field = Array.isArray(value['loc']) && words ? `${value['loc'].join('.')}: ` : '';
  const upstream = isRecord(value['metadata']) ? messageOf(value['metadata']['raw'], depth + 1) : '';
  return joinDistinct([field + words, upstream]);
}

function joinDistinct(parts: string[]): string {
  return [...new Set(parts.filter(Boolean))].join('; ');
}

/** Returns the title of a web page, or else the text without its tags. */
function stripMarkup(text: string): string {
  const start = text.slice(0, MESSAGE_READ_MAX);
  const title = /<title[^<>]*>([^<]+)/iu.exec(start)?.[1]?.trim();
  return title || start.replace(/<[^<>]*>/gu, ' ').trim();
}

function codesOf(value: unknown, depth = 0): string[] {
  if (depth > DEPTH_MAX) return [];
  if (typeof value === 'string') {
    const json = /^\s*[{[]/u.test(value) ? parseJson(value) : undefined;
    return json === undefined ? [] : codesOf(json, depth + 1);
  }
  if (Array.isArray(value)) return value.flatMap((entry) => codesOf(entry, depth + 1));
  if (!isRecord(value)) return [];
  const own = CODE_KEYS.map((key) => value[key]).filter((code) => typeof code === 'string' || typeof code === 'number');
  return [...own.filter(Boolean).map(String), ...NESTED_KEYS.flatMap((key) => codesOf(value[key], depth + 1))];
}

/** Whether a value is an object that is not a list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
