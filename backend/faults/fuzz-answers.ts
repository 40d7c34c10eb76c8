import { expect } from '@jest/globals';
import { ERROR_CODES, type ErrorBody, type ErrorCode } from '../src/contract/errors.js';
import type { Answered, Sent } from './fuzz-request.js';

/** Words of our insides: of stacks, of the database, of libraries. None of them belongs into an answer. */
const INSIDES = [
  /\n\s+at .+[:(]/,
  /node_modules|\.[jt]s:\d+/,
  /\b(Type|Reference|Range|Syntax|QueryFailed|EntityNotFound)Error\b/,
  /\b(SELECT|INSERT INTO|UPDATE|DELETE FROM)\s.+\b(FROM|VALUES|SET|WHERE)\b/,
  /invalid input syntax|violates .+ constraint|relation "|duplicate key|operator does not exist/,
  /passwordHash|\$argon2/,
  /ECONNREFUSED|ENOENT|EACCES|undefined is not|Cannot read prop/,
];

/** Says which request it was that went wrong. */
export function told({ method, path, headers, body }: Sent, { status, text }: Answered): string {
  const sent = [`${method} ${path}`.slice(0, 500), JSON.stringify(headers), body.toString().slice(0, 1000)];
  return [...sent, `was answered ${status}: ${text.slice(0, 2000)}`].join('\n');
}

/** No fault of ours, nothing of our insides, and from 400 up the agreed body with a sentence. */
export function expectWellAnswered(sent: Sent, answer: Answered): void {
  const problems = [...problemsOf(answer, sent.method)];
  if (problems.length > 0) throw new Error(`${problems.join('; ')}\n${told(sent, answer)}`);
}

function* problemsOf({ status, headers, text }: Answered, method: string): Generator<string> {
  const body = parsed(text) as Partial<ErrorBody> | undefined;
  if (status >= 500 || status < 200) yield 'a fault of the server';
  if (headers['x-content-type-options'] !== 'nosniff') yield 'without nosniff';
  if (headers['cache-control'] === undefined && status < 400) yield 'without Cache-Control';
  if (status >= 400 && method !== 'HEAD') yield* problemsOfError(status, headers['content-type'] ?? '', body);
  // What a person wrote may hold any words; what we say may not.
  const said = status >= 400 ? text : '';
  for (const inside of INSIDES) if (inside.test(said)) yield `tells of the inside (${String(inside)})`;
}

function* problemsOfError(status: number, type: string, body: unknown): Generator<string> {
  const { statusCode, error, message, code, requestId, details } = (body ?? {}) as Partial<ErrorBody>;
  if (!type.startsWith('application/json')) yield `an error of type ${type}`;
  if (statusCode !== status) yield `statusCode ${statusCode}`;
  if (!isSentence(message)) yield `no sentence: ${JSON.stringify(message)}`;
  if (error !== message) yield 'error and message differ';
  if (!ERROR_CODES.includes(code as ErrorCode)) yield `unknown code ${code}`;
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
