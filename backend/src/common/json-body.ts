import { isUtf8 } from 'node:buffer';
import express, { type Request, type Response } from 'express';
import { withDeadline } from './deadline.js';
import { AppError } from './errors.js';

// Far more than any request needs. What comes after walks through a body value by value: hundreds of thousands take seconds.
const MAX_DEPTH = 20;
const MAX_VALUES = 5000;

const receive = express.raw({ limit: '1mb', inflate: false, type: () => true });

/**
 * Receives the bytes of a body of at most 1 MB.
 * @param withinMs how long they may take to come in
 * @throws AppError 408, 413
 */
export async function receiveBody(request: Request, response: Response, withinMs: number): Promise<Buffer> {
  const received = new Promise<void>((resolve, reject) => {
    receive(request, response, (error?: unknown) => (error ? reject(asAppError(error)) : resolve()));
  });
  const late = new AppError(
    408,
    'VALIDATION_FAILED',
    'The body of the request took too long to come in. Please try again.',
  );
  await withDeadline(received, withinMs, late);
  return request.body as Buffer;
}

function asAppError(error: unknown): unknown {
  const { type } = error as { type?: string };
  return type === 'entity.too.large' ? new AppError(413, 'BODY_TOO_LARGE', 'The body is larger than 1 MB.') : error;
}

/**
 * Reads a body of JSON: an object in UTF-8 of a few thousand values.
 * @throws AppError 400 JSON_INVALID
 */
export function parseObject(body: Buffer): object {
  if (!isUtf8(body)) throw malformed('The body is not UTF-8 text.');
  // Leaves out the mark that some programs write at the beginning.
  const text = new TextDecoder().decode(body);
  refuseTooMuch(text);
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

// Counts brackets and commas outside texts: before anything is made of them, and no further than to the limit.
function refuseTooMuch(text: string): void {
  let depth = 0;
  let values = 1;
  let isInText = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (character === '"') isInText = !isInText;
    else if (isInText) index += character === '\\' ? 1 : 0;
    else if (character === ',') values += 1;
    else if (character === '[' || character === '{') {
      depth += 1;
      values += 1;
    } else if (character === ']' || character === '}') depth -= 1;
    if (depth > MAX_DEPTH) throw malformed('The body is nested too deeply.');
    if (values > MAX_VALUES) throw malformed(`The body holds too many values: at most ${MAX_VALUES} are accepted.`);
  }
}

function malformed(message: string): AppError {
  return new AppError(400, 'JSON_INVALID', message);
}
