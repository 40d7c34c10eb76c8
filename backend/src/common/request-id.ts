import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const HEADER = 'X-Request-Id';
const WELL_FORMED = /^[\w-]{8,64}$/;

/** Gives every request an id, or keeps a well-formed one from a proxy, and answers it. */
export function requestId(request: Request, response: Response, next: NextFunction): void {
  const given = request.get(HEADER);
  const id = given && WELL_FORMED.test(given) ? given : randomUUID();
  response.setHeader(HEADER, id);
  response.locals['requestId'] = id;
  next();
}

export function requestIdOf(request: Request): string {
  return (request.res?.locals['requestId'] as string | undefined) ?? randomUUID();
}
