import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import type { NextFunction, Request, Response } from 'express';

const HEADER = 'X-Request-Id';
const WELL_FORMED = /^[\w-]{8,64}$/;

const current = new AsyncLocalStorage<string | null>();

/** Assigns an id to every request, or keeps a well-formed one from a proxy, and returns it in a header. */
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

/**
 * Middleware that sets the request's id as context. Registered after the session, whose database driver loses the
 * context.
 */
export function traced(request: Request, _response: Response, next: NextFunction): void {
  onBehalfOf(requestIdOf(request), next);
}

/** Runs `work` in the context of a request: log lines, events and runs get the request's id. */
export function onBehalfOf<T>(id: string | null, work: () => T): T {
  return current.run(id, work);
}

/** Id of the request that caused the current work; `null` if no request did. */
export function currentRequestId(): string | null {
  return current.getStore() ?? null;
}
