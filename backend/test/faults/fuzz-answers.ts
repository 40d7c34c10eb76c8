import { expect } from '@jest/globals';
import { ERRORS, type ErrorBody } from '../../src/contract/errors.js';
import type { Answered, Sent } from './fuzz-request.js';

/** Patterns of internals (stacks, SQL, libraries) that no response may contain. */
const INSIDES = [
  /\n\s+at .+[:(]/,
  /node_modules|\.[jt]s:\d+/,
  /\b(Type|Reference|Range|Syntax|QueryFailed|EntityNotFound)Error\b/,
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s.+\b(FROM|VALUES|SET|WHERE)\b/,
  /invalid input syntax|violates .+ constraint|relation "|duplicate key|operator does not exist/,
  /passwordHash|\$argon2/,
  /ECONNREFUSED|ENOENT|EACCES|undefined is not|Cannot read prop/,
];

/** Describes a request and its response for an error message. */
export function describeExchange({ method, path, headers, body }: Sent, { status, text }: Answered): string {
  const sent = [`${method} ${path}`.slice(0, 500), JSON.stringify(headers), body.toString().slice(0, 1000)];
  return [...sent, `was answered ${status}: ${text.slice(0, 2000)}`].join('\n');
}

/** Expects no 5xx, no internals, the required headers, and the error format from 400 up. */
export function expectWellAnswered(sent: Sent, answer: Answered): void {
  const problems = [...problemsOf(answer, sent.method)];
  if (problems.length > 0) throw new Error(`${problems.join('; ')}\n${describeExchange(sent, answer)}`);
}

function* problemsOf({ status, headers, text }: Answered, method: string): Generator<string> {
  const body = parsed(text) as Partial<ErrorBody> | undefined;
  if (status >= 500 || status < 200) yield 'a fault of the server';
  if (headers['x-content-type-options'] !== 'nosniff') yield 'without nosniff';
  if (headers['cache-control'] === undefined && status < 400) yield 'without Cache-Control';
  if (status >= 400 && method !== 'HEAD') yield* problemsOfError(status, headers['content-type'] ?? '', body);
  // Texts of users may contain anything, so only error messages are checked.
  const said = status >= 400 ? text : '';
  for (const inside of INSIDES) if (inside.test(said)) yield `reveals internals (${String(inside)})`;
}

function* problemsOfError(status: number, type: string, body: unknown): Generator<string> {
  const { statusCode, error, message, code, requestId, details } = (body ?? {}) as Partial<ErrorBody>;
  if (!type.startsWith('application/json')) yield `an error of type ${type}`;
  if (statusCode !== status) yield `statusCode ${statusCode}`;
  if (!isSentence(message)) yield `no sentence: ${JSON.stringify(message)}`;
  if (error !== message) yield 'error and message differ';
  if (!Object.hasOwn(ERRORS, code ?? '')) yield `unknown code ${code}`;
  if (typeof requestId !== 'string' || requestId === '') yield 'no requestId';
  for (const detail of details ?? []) {
    if (typeof detail.field !== 'string' || !isSentence(detail.message)) yield `odd detail ${JSON.stringify(detail)}`;
  }
}

function isSentence(message: unknown): boolean {
  return typeof message === 'string' && message.trim().split(/\s+/).length >= 2;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The agreed body of an error. */
export function errorOf({ text }: Answered): ErrorBody {
  const body = parsed(text);
  expect(body).toBeDefined();
  return body as ErrorBody;
}
