import { isUtf8 } from 'node:buffer';
import { SetMetadata } from '@nestjs/common';
import express, { type Request, type Response } from 'express';
import { withDeadline } from '../async/end-early.js';
import { AppError } from '../http/errors.js';

// Limits far above the needs of any request, because class-validator visits every value: 100,000 values would take
// seconds.
const MAX_DEPTH = 20;
const MAX_VALUES = 5000;

const VALUES = 'maxValues';

/** Allows more values than usual in the JSON body of a route. */
export const MaxValues = (count: number): MethodDecorator => SetMetadata(VALUES, count);

/** Maximum number of values in the JSON body of a route. */
export function maxValuesOf(handler: object): number {
  return (Reflect.getMetadata(VALUES, handler) as number | undefined) ?? MAX_VALUES;
}

const receive = express.raw({ limit: '1mb', inflate: false, type: () => true });

/**
 * Receives the raw bytes of a request body.
 * @param timeoutMs limit for the whole body to arrive
 * @throws AppError 400 when the connection was closed before, 408 when it takes longer, 413 above 1 MB
 */
export async function receiveBody(request: Request, response: Response, timeoutMs: number): Promise<Buffer> {
  const received = new Promise<void>((resolve, reject) => {
    receive(request, response, (error?: unknown) => (error ? reject(asAppError(error)) : resolve()));
  });
  const timedOut = new AppError(
    408,
    'VALIDATION_FAILED',
    'The body of the request took too long to come in. Please try again.',
  );
  await withDeadline(received, timeoutMs, timedOut);
  // Express leaves the body of a closed connection unread.
  if (request.body === undefined) throw malformed('The connection was closed before the body was read.');
  return request.body as Buffer;
}

function asAppError(error: unknown): unknown {
  const { type } = error as { type?: string };
  return type === 'entity.too.large' ? new AppError(413, 'BODY_TOO_LARGE', 'The body is larger than 1 MB.') : error;
}

/**
 * Parses a JSON object, at most 20 levels deep.
 * @param maxValues how many values it may hold
 * @throws AppError 400 JSON_INVALID also for other encodings than UTF-8 and for other values than objects
 */
export function parseObject(body: Buffer, maxValues: number): object {
  if (!isUtf8(body)) throw malformed('The body is not UTF-8 text.');
  // Also removes a byte order mark.
  const text = new TextDecoder().decode(body);
  limitNestingAndValues(text, maxValues);
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value;
  throw malformed('The body must be a JSON object, such as {"field": "value"}.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw malformed('The body is not valid JSON.');
  }
}

// Counts brackets and commas outside strings, so that a body over the limits is refused before it is parsed.
function limitNestingAndValues(text: string, maxValues: number): void {
  let depth = 0;
  let values = 1;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isInString = !isInString;
    else if (isInString) index += character === '\\' ? 1 : 0;
    else if (character === ',') values += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH) throw malformed('The body is nested too deeply.');
    if (values > maxValues) throw malformed(`The body holds too many values: at most ${maxValues} are accepted.`);
  }
}

function malformed(message: string): AppError {
  return new AppError(400, 'JSON_INVALID', message);
}
