import express, { type Request, type RequestHandler, type Response } from 'express';
import { AppError } from './errors.js';

// Far more than any request needs. What comes after reads bodies by recursion, and takes seconds for many thousand fields.
const MAX_DEPTH = 20;
const MAX_FIELDS = 200;

const READABLE = ['application/json', 'multipart/form-data'];

const parse = express.json({ limit: '1mb' });

/**
 * Reads a JSON body of at most 1 MB that comes in within that time; what is not JSON is answered in our words. Forms with
 * files pass unread.
 */
export function jsonBody({ withinMs }: { withinMs: number }): RequestHandler {
  return (request, response, next) => {
    if (isUnreadable(request)) return next(unreadable());
    let hasEnded = false;
    const end = (error?: unknown): void => {
      clearTimeout(late);
      if (!hasEnded) next(error);
      hasEnded = true;
    };
    const late = setTimeout(() => end(tooSlow(response)), withinMs).unref();
    parse(request, response, (error?: unknown) => {
      const problem = error instanceof Error ? asAppError(error) : shapeProblem(request.body);
      end(problem ?? error);
    });
  };
}

function tooSlow(response: Response): AppError {
  response.setHeader('Connection', 'close');
  return new AppError(408, 'VALIDATION_FAILED', 'The body of the request took too long to come in. Please try again.');
}

// Unread, it would count as no body: a decision would stand on another version than the one it names.
function isUnreadable(request: Request): boolean {
  const length = request.get('Content-Length');
  if (length === '0') return false;
  const isThere = length !== undefined || request.get('Content-Type') !== undefined;
  return isThere && request.is(READABLE) === false;
}

function unreadable(): AppError {
  const message =
    'The body has a Content-Type that is not accepted: send JSON as application/json, or a form as multipart/form-data.';
  return new AppError(415, 'UNSUPPORTED_MEDIA_TYPE', message);
}

function asAppError(error: Error & { type?: string }): Error {
  if (error.type === 'entity.too.large') return new AppError(413, 'BODY_TOO_LARGE', 'The body is larger than 1 MB.');
  if (error.type === 'entity.parse.failed') return new AppError(400, 'JSON_INVALID', 'The body is not valid JSON.');
  return error;
}

function shapeProblem(body: unknown): AppError | null {
  let level = [body].filter(isObject);
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth === MAX_DEPTH) return new AppError(400, 'JSON_INVALID', 'The body is nested too deeply.');
    if (level.some(isTooWide)) return new AppError(400, 'JSON_INVALID', 'The body has too many fields.');
    level = level.flatMap((value) => Object.values(value).filter(isObject));
  }
  return null;
}

function isTooWide(value: object): boolean {
  return !Array.isArray(value) && Object.keys(value).length > MAX_FIELDS;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
