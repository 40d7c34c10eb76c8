import { ERRORS, type ErrorBody, type ErrorCode } from '../src/contract/errors.js';
import { exampleOf } from './example.js';
import type { Route } from './routes.js';
import { refTo, type Schema, type Schemas } from './schema.js';
import type { Returned } from './views.js';

interface Header {
  description: string;
  schema: Schema;
  example?: unknown;
}

/** An answer of an operation. */
export interface Answer {
  description: string;
  headers: Record<string, Header>;
  content?: Record<string, { schema: Schema; example?: unknown; examples?: Record<string, { value: unknown }> }>;
}

/** What an operation takes, as far as its errors follow from it. */
export interface Takes {
  /** Whether it changes something, so that a body is read and other sites are refused. */
  writes: boolean;
  hasPath: boolean;
  isList: boolean;
  setsCookie: boolean;
}

const DESCRIPTIONS: Record<number, string> = {
  200: 'Done',
  201: 'Created',
  202: 'Begun: the work goes on, and live events tell of it',
  204: 'Done; there is nothing to say',
  400: 'The request is not valid',
  401: 'There is no session, or it has ended',
  403: 'Not from here',
  404: 'There is no such thing, or not for this caller',
  408: 'The request took too long to come in',
  409: 'The state forbids it',
  413: 'Too large',
  415: 'A type of body or file that is not taken',
  416: 'No part of it can be asked for',
  422: 'There is nothing to write about',
  429: 'Too often',
  500: 'A mistake on the side of the API',
  502: 'The AI provider failed',
  503: 'Something that the API depends on is not available; it is worth another try',
};

const REQUEST_ID: Header = {
  description: 'Names the request in the logs; one that the request brought is kept',
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{8,64}$' },
};
const RETRY_AFTER: Header = { description: 'Seconds to wait', schema: { type: 'integer', minimum: 1 } };
const TOTAL: Header = {
  description: 'Length of the whole list',
  schema: { type: 'integer', minimum: 0 },
};
const APPLIED: Header = { description: 'The preference that was applied', schema: { type: 'string' } };
const COOKIE: Header = { description: 'The session: `gmb.sid`', schema: { type: 'string' } };

const FILE: Schema = { type: 'string', format: 'binary' };

/** The answers when it goes well: what the method returns, or the file that it sends. */
export function successes(
  { now, accepted }: Returned,
  { status, takes, file, schemas }: { status: number; takes: Takes; file: string | undefined; schemas: Schemas },
): Record<number, Answer> {
  const headers = {
    'X-Request-Id': REQUEST_ID,
    ...(takes.isList && { 'X-Total-Count': TOTAL }),
    ...(takes.setsCookie && { 'Set-Cookie': COOKIE }),
  };
  const answer = (code: number, schema: Schema | null, type = 'application/json'): Answer => ({
    description: DESCRIPTIONS[code]!,
    headers,
    ...(schema && { content: { [type]: { schema, example: exampleOf(schema, schemas) } } }),
  });
  if (file) return { [status]: answer(status, FILE, file) };
  if (!accepted) return { [status]: answer(status, now) };
  const later = answer(202, accepted);
  return {
    [status]: answer(status, now),
    202: { ...later, headers: { ...headers, 'Preference-Applied': APPLIED } },
  };
}

/** The error codes that an operation may answer, by status. */
export function errorCodes(route: Route, takes: Takes): Record<number, ErrorCode[]> {
  const { isPublic, isForPersons, files } = route;
  const codes: ErrorCode[] = [
    'VALIDATION_FAILED',
    ...(isPublic ? [] : (['NOT_SIGNED_IN', 'NOT_PERMITTED', 'SECOND_FACTOR_MISSING'] as const)),
    'API_KEY_INVALID',
    ...(isForPersons || (isPublic && takes.writes) ? (['NOT_FOR_API_KEYS'] as const) : []),
    // Of public operations, for those who name an API key.
    'ADMIN_ON_AGENCY_DOMAIN',
    ...(takes.hasPath ? (['NOT_FOUND'] as const) : []),
    ...(takes.writes
      ? (['CROSS_SITE_REQUEST', 'JSON_INVALID', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'] as const)
      : []),
    // By an API key, or with refused bodies: one that is sent to a route which reads none counts as well.
    'TOO_MANY_REQUESTS',
    ...(files
      ? ([
          'FILE_TOO_LARGE',
          'PICTURE_TOO_LARGE',
          'PICTURE_UNREADABLE',
          'STORAGE_UNAVAILABLE',
          'MEMORY_UNAVAILABLE',
        ] as const)
      : []),
    'INTERNAL_ERROR',
    'DATABASE_UNAVAILABLE',
    ...route.errors,
  ];
  const byStatus: Record<number, ErrorCode[]> = {};
  for (const code of new Set(codes)) {
    for (const status of ERRORS[code].statuses) {
      if (status === 408 && !takes.writes) continue;
      byStatus[status] = [...(byStatus[status] ?? []), code];
    }
  }
  return byStatus;
}

/** The name under which operations share the answer with these codes. */
export function errorName(status: number, codes: ErrorCode[]): string {
  return `${status}.${codes.toSorted().join('.')}`;
}

/** The answer with these codes. */
export function errorAnswer(status: number, codes: ErrorCode[]): Answer {
  const examples = codes.map((code) => [code, { value: errorExample(status, code) }]);
  return {
    description: `${DESCRIPTIONS[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
    headers: { 'X-Request-Id': REQUEST_ID, ...([429, 503].includes(status) && { 'Retry-After': RETRY_AFTER }) },
    content: { 'application/json': { schema: refTo('ErrorBody'), examples: Object.fromEntries(examples) as never } },
  };
}

/** The body of an answer with this code. */
function errorExample(statusCode: number, code: ErrorCode): ErrorBody {
  const { message } = ERRORS[code];
  return { statusCode, error: message, message, code, requestId: '7c9e6679-7425-40de-944b-e07fc1f90ae7' };
}
