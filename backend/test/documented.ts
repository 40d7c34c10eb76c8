import { readFileSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

/** What an answer looked like, and how it differs from its description. */
interface Mismatch {
  request: string;
  status: number;
  problem: string;
  body: string;
}

interface Answer {
  $ref?: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: object; examples?: Record<string, object> }>;
}
interface Document {
  paths: Record<string, Record<string, { operationId: string; responses: Record<string, Answer> }>>;
  components: { responses: Record<string, Answer> };
}

interface EventsDocument {
  components: { messages: Record<string, { payload: object }> };
}

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8'));
const FORMATS: Record<string, RegExp> = {
  uuid: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/,
  'date-time': /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/,
  'uri-reference': /^\/media\/[\w./?=&-]+$/,
  uri: /^https?:\/\/[\w.:-]+$/,
  email: /^\S+@\S+$/,
};
/** To a conditional request; refused before a route is found, or with a method or a body that the operation lacks. */
const EVERYWHERE = [304, 405, 413, 415, 417];
/** Codes of a body that an operation does not read. */
const OF_ANY_BODY = ['JSON_INVALID', 'BODY_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE'];

/** Compares answers of the API with `docs/openapi.json`, and its live events with `docs/asyncapi.json`. */
export class Documented {
  readonly mismatches: Mismatch[] = [];
  /** The operations that were answered below 400, by their ids. */
  readonly succeeded = new Set<string>();
  readonly document = read('openapi.json') as Document;
  private readonly events = read('asyncapi.json') as EventsDocument;
  private readonly ajv = new Ajv2020({ strict: false, formats: FORMATS });
  private readonly checks = new Map<object, ValidateFunction>();
  private readonly paths = Object.keys(this.document.paths)
    // The words of a path count before its parameters.
    .toSorted((one, other) => (one.replaceAll('{', '~') < other.replaceAll('{', '~') ? -1 : 1))
    .map((path) => ({ path, pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}/?$`, 'i') }));

  constructor() {
    this.ajv.addSchema({ $id: 'document', ...this.document });
    this.ajv.addSchema({ $id: 'events', ...this.events });
  }

  /** Compares every JSON answer of this server. */
  watch(server: Server): this {
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
      const { url = '', method = '' } = request;
      const chunks: Buffer[] = [];
      const { write, end } = response;
      const keep = (chunk: unknown): void => {
        if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string));
      };
      response.write = ((chunk: unknown, ...rest: []) => {
        keep(chunk);
        return Reflect.apply(write, response, [chunk, ...rest]) as boolean;
      }) as typeof write;
      response.end = ((chunk: unknown, ...rest: []) => {
        keep(chunk);
        response.once('finish', () => this.compare(method, url, response, textOf(response, Buffer.concat(chunks))));
        return Reflect.apply(end, response, [chunk, ...rest]) as ServerResponse;
      }) as typeof end;
    });
    return this;
  }

  /** Compares an event that a browser received. */
  compareEvent(name: string, payload: unknown): void {
    const { messages } = this.events.components;
    const found = [messages[`staff.${name}`], messages[`visitor.${name}`]].flatMap((message) => message ?? []);
    const errors = found.map((message) => this.problemIn(payload, message.payload, 'events'));
    if (found.length > 0 && errors.includes(null)) return;
    const problem = errors.join(' or ') || 'is not described';
    this.mismatches.push({ request: `event ${name}`, status: 0, problem, body: JSON.stringify(payload) });
  }

  /** @throws where an answer was not as it is described */
  expectNoMismatch(): void {
    if (this.mismatches.length === 0) return;
    const few = JSON.stringify(this.mismatches.slice(0, 5), null, 2);
    throw new Error(
      `${this.mismatches.length} answers are not as docs/openapi.json and docs/asyncapi.json describe them: ${few}`,
    );
  }

  private compare(method: string, url: string, response: ServerResponse, text: string): void {
    const { pathname } = new URL(url, 'http://localhost');
    const found = this.paths.find(({ pattern }) => pattern.test(pathname));
    const operation = found && this.document.paths[found.path]![method.toLowerCase()];
    const type = String(response.getHeader('content-type') ?? '');
    if (!operation || (text !== '' && !type.startsWith('application/json'))) return;
    const { statusCode: status } = response;
    if (status < 400) this.succeeded.add(operation.operationId);
    const problem = this.problemOf(operation.responses, response, text);
    if (problem) this.mismatches.push({ request: `${method} ${url}`, status, problem, body: text.slice(0, 300) });
  }

  private problemOf(responses: Record<string, Answer>, response: ServerResponse, text: string): string | null {
    const { statusCode: status } = response;
    const given = responses[status];
    if (!given) return EVERYWHERE.includes(status) ? null : 'is not described with this status';
    const answer = given.$ref ? this.document.components.responses[given.$ref.split('/').at(-1)!]! : given;
    const { schema, examples } = answer.content?.['application/json'] ?? {};
    if (!schema) return text === '' ? null : 'has a body that is not described';
    const body = JSON.parse(text) as { code?: string } | null;
    const problem = this.problemIn(body, schema, 'document');
    if (problem) return problem;
    const code = String(body?.code);
    if (examples && !Object.hasOwn(examples, code) && !OF_ANY_BODY.includes(code)) return `${code} is not described`;
    const missing = Object.keys(answer.headers ?? {}).find((name) => !response.hasHeader(name));
    return missing && !(missing === 'Retry-After' && status === 503) ? `has no header ${missing}` : null;
  }

  private problemIn(value: unknown, schema: object, document: string): string | null {
    const local = JSON.stringify(schema).replaceAll('"#/', `"${document}#/`);
    const isValid = this.checks.get(schema) ?? this.ajv.compile(JSON.parse(local) as object);
    this.checks.set(schema, isValid);
    return isValid(value) ? null : this.ajv.errorsText(isValid.errors);
  }
}

function textOf(response: ServerResponse, body: Buffer): string {
  const encoding = response.getHeader('content-encoding');
  if (encoding === 'gzip') return gunzipSync(body).toString();
  return (encoding === 'br' ? brotliDecompressSync(body) : body).toString();
}
