import express, { type NextFunction, type Request, type Response } from 'express';
import { AppError } from './errors.js';

const parse = express.json({ limit: '1mb' });

/** Reads a JSON body of at most 1 MB; what is not JSON is answered in our words. */
export function jsonBody(request: Request, response: Response, next: NextFunction): void {
  parse(request, response, (error?: unknown) => next(error instanceof Error ? asAppError(error) : error));
}

function asAppError(error: Error & { type?: string }): Error {
  if (error.type === 'entity.too.large') return new AppError(413, 'BODY_TOO_LARGE', 'The body is larger than 1 MB.');
  if (error.type === 'entity.parse.failed') return new AppError(400, 'JSON_INVALID', 'The body is not valid JSON.');
  return error;
}
