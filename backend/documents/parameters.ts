import { withoutNull, type Bodies } from './bodies.js';
import { exampleOf } from './example.js';
import type { Route } from './routes.js';
import { mapSchema, type Schema } from './schema.js';

/** A parameter of an operation. */
export interface Parameter {
  name: string;
  in: string;
  required?: boolean;
  description?: string;
  schema: Schema;
  example?: unknown;
}

const ID: Schema = { type: 'string', format: 'uuid' };
const PUBLIC_LINK: Schema = { type: 'string', pattern: '^[A-Za-z0-9_-]{1,100}$' };
const IDEMPOTENCY_KEY: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A text that names this request, such as a UUID: sent again with it, the same request makes nothing twice, and is answered with what it made first',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
  example: '5b0c9f58-7d3e-4b55-8f6e-1f0f6a0a0b10',
};
const PREFER: Parameter = {
  name: 'Prefer',
  in: 'header',
  required: false,
  description:
    '`respond-async` (RFC 7240) is answered with 202 at once; without it, the answer comes when the work is done',
  schema: { type: 'string' },
  example: 'respond-async',
};
const REVIEW_LINK: Parameter = {
  name: 'Review-Link',
  in: 'header',
  required: false,
  description:
    "The token of a reviewer's own link, the end of its address `/r/{token}`; without it, the open link is used. An optimization is then named by its id.",
  schema: { type: 'string' },
  example: 'Zm9yYmlkZGVuLWxpbmstMQ',
};
const REQUEST_ID: Parameter = {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    'Names the request in the logs: 8 to 64 letters, digits, `-` or `_`. Another text is replaced by a new id.',
  schema: { type: 'string' },
  example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
};
const PAGE: Record<string, string> = {
  limit: 'At most this many entries; all without it',
  offset: 'How many entries to leave out at the beginning',
};

/** The parameters of an operation. Its headers follow from its errors, its answer and whether it writes. */
export function parametersOf(
  found: Parameter[],
  { route, bodies, writes, mayWait }: { route: Route; bodies: Bodies; writes: boolean; mayWait: boolean },
): Parameter[] {
  const own = found
    .filter((parameter) => parameter.in !== 'header')
    .map(({ name, in: place, required, description = describe(name, { route, bodies }), schema: given }) => {
      const schema = place === 'path' ? pathSchema(name, given) : mapSchema(given, withoutNull);
      const example = exampleOf(schema, bodies.all, name);
      return { name, in: place, required, ...(description && { description }), schema, example };
    });
  return [
    ...own,
    ...(route.errors.includes('IDEMPOTENCY_KEY_REUSED') ? [IDEMPOTENCY_KEY] : []),
    ...(mayWait ? [PREFER] : []),
    ...(route.errors.includes('LINK_CLOSED') ? [REVIEW_LINK] : []),
    ...(writes ? [REQUEST_ID] : []),
  ];
}

function describe(name: string, { route, bodies }: { route: Route; bodies: Bodies }): string | undefined {
  return PAGE[name] ?? bodies.descriptions.get(`${route.query}.${name}`);
}

function pathSchema(name: string, given: Schema): Schema {
  if (name === 'id') return ID;
  return name === 'publicLink' ? PUBLIC_LINK : given;
}
