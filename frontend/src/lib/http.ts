import type { ErrorBody, ErrorCode, FieldError } from '@gmb-moments/backend/contract/errors';
import { reviewLink } from './review-link';

/** The only client of the API: JSON bodies, credentials with every request, every failure an `HttpError`. */

const UNREACHABLE = 'The server could not be reached. Check your connection and try again.';

/** Sentences for responses without a readable message, which mostly come from a proxy. */
const FAILURES = {
  tooLarge: 'The file is larger than this server accepts. Choose a smaller one, or send fewer at once.',
  silent: 'The server does not answer at the moment. Please try again in a minute.',
  refused: 'The server refused this. If it happens again, tell the people who run it.',
  TOO_MANY_REQUESTS: 'There were too many requests in a short time. Please wait a minute, then try again.',
  INTERNAL_ERROR: 'Something went wrong on the server. Please try again.',
};

/** The kind of failure that a status stands for. */
export function failureOfStatus(status: number): keyof typeof FAILURES {
  if (status === 413) return 'tooLarge';
  if (status === 429) return 'TOO_MANY_REQUESTS';
  if (status >= 502 && status <= 504) return 'silent';
  return status >= 400 && status < 500 ? 'refused' : 'INTERNAL_ERROR';
}

/** A request that failed. `status` is 0 if there was no response. */
export class HttpError extends Error {
  override name = 'HttpError';
  readonly body: Partial<ErrorBody> | undefined;

  /** @param text body of the response, or its status text; HTML is replaced by a sentence */
  constructor(
    readonly status: number,
    text: string,
  ) {
    const words = text === '' || isMarkup(text) ? FAILURES[failureOfStatus(status)] : text;
    super(status ? `${status}: ${words}` : words);
    this.body = errorBody(text);
    const { message, error } = this.body ?? { message: words };
    this.reason = [message, error].find((said) => typeof said === 'string') ?? FAILURES[failureOfStatus(status)];
  }

  /** The sentence to show: the server's message, or one for the status. */
  readonly reason: string;

  /** The error code of the API; `undefined` if the response has none. */
  get code(): ErrorCode | undefined {
    return this.body?.code;
  }

  /** The refused fields; empty if the response names none. A proxy's response may have other data under that name. */
  get details(): FieldError[] {
    const details = this.body?.details;
    return Array.isArray(details) ? details : [];
  }
}

/** A failure for which this page has a sentence, and not the server. */
export class PageError extends Error {
  override name = 'PageError';
}

/** One page of a list, with the length of the whole list. */
export interface Page<Item> {
  items: Item[];
  total: number;
}

interface ReadOptions {
  signal?: AbortSignal;
}

interface WriteOptions extends ReadOptions {
  headers?: Record<string, string>;
}

interface UploadOptions extends WriteOptions {
  /** Called with the number of bytes sent so far. */
  onProgress?: (sentBytes: number) => void;
}

export const http = {
  async get<T>(path: string, options: ReadOptions = {}): Promise<T> {
    return read<T>(await send('GET', path, options));
  },

  async getPage<Item>(path: string, options: ReadOptions = {}): Promise<Page<Item>> {
    const response = await send('GET', path, options);
    const items = await read<Item[]>(response);
    return { items, total: Number(response.headers.get('X-Total-Count') ?? items.length) };
  },

  post: writer('POST'),
  put: writer('PUT'),
  patch: writer('PATCH'),

  async delete<T = void>(path: string, options: WriteOptions = {}): Promise<T> {
    return read<T>(await send('DELETE', path, options));
  },

  upload,
};

function writer(method: string) {
  return async <T = void>(path: string, body?: unknown, options: WriteOptions = {}): Promise<T> =>
    read<T>(await send(method, path, options, body));
}

async function send(method: string, path: string, { signal, headers }: WriteOptions, body?: unknown) {
  const json: Record<string, string> = body === undefined ? {} : { 'Content-Type': 'application/json' };
  const link = reviewLink();
  const named: Record<string, string> = link ? { 'Review-Link': link } : {};
  try {
    return await fetch(path, {
      method,
      credentials: 'include',
      headers: { Accept: 'application/json', ...json, ...named, ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new HttpError(0, UNREACHABLE);
  }
}

async function read<T>(response: Response): Promise<T> {
  const text = await response.text().catch(() => {
    throw new HttpError(0, UNREACHABLE);
  });
  return parse<T>(response.status, response.statusText, text);
}

// XMLHttpRequest, because fetch does not report upload progress.
function upload<T = void>(
  method: 'POST' | 'PATCH',
  path: string,
  form: FormData,
  { headers = {}, onProgress, signal }: UploadOptions = {},
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const cancelled = () => reject(new DOMException('The upload was cancelled.', 'AbortError'));
    if (signal?.aborted) return cancelled();
    request.open(method, path);
    request.withCredentials = true;
    request.setRequestHeader('Accept', 'application/json');
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    if (onProgress) request.upload.addEventListener('progress', (event) => onProgress(event.loaded));
    request.addEventListener('error', () => reject(new HttpError(0, UNREACHABLE)));
    request.addEventListener('abort', cancelled);
    request.addEventListener('load', () => {
      try {
        resolve(parse<T>(request.status, request.statusText, request.responseText));
      } catch (error) {
        reject(error);
      }
    });
    signal?.addEventListener('abort', () => request.abort(), { once: true });
    request.send(form);
  });
}

function parse<T>(status: number, statusText: string, text: string): T {
  if (status < 200 || status > 299) throw new HttpError(status, text || statusText);
  if (text === '') return undefined as T;
  try {
    return JSON.parse(text) as T;
  } catch {
    throw new HttpError(status, 'The server sent an answer that is not JSON.');
  }
}

/** Whether a text is HTML or XML. */
function isMarkup(text: string): boolean {
  return text.trimStart().startsWith('<');
}

function errorBody(text: string): Partial<ErrorBody> | undefined {
  try {
    const body: unknown = JSON.parse(text);
    return typeof body === 'object' && body !== null ? (body as Partial<ErrorBody>) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the server refused a change because somebody else had changed the same record. */
export function isEditConflict(error: unknown): boolean {
  return error instanceof HttpError && (error.code === 'EDITED_MEANWHILE' || error.code === 'SECTION_CHANGED');
}

/** Whether there was no response from the server. */
export function isUnreachable(error: unknown): boolean {
  return error instanceof HttpError && error.status === 0;
}

/** Whether the server refused a sign-in because the code of a second factor is missing. */
export function needsSecondFactor(error: unknown): boolean {
  return error instanceof HttpError && error.code === 'SECOND_FACTOR_REQUIRED';
}

/** Whether the server answered 404. */
export function isNotFound(error: unknown): boolean {
  return error instanceof HttpError && error.status === 404;
}

/** The sentence to show for any failure. */
export function reasonOf(error: unknown): string {
  if (error instanceof HttpError) return error.reason;
  if (error instanceof PageError) return error.message;
  return 'Something went wrong on this page. Reload it and try again.';
}

/** The status and the sentence of a failure: `409: The image was changed.` */
export function messageOf(error: unknown): string {
  const reason = reasonOf(error);
  return error instanceof HttpError && error.status ? `${error.status}: ${reason}` : reason;
}
