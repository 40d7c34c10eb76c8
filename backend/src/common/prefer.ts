import type { Response } from 'express';

/** Whether the request's `Prefer` header asks for an answer before the work is done (RFC 7240). */
export function wantsAsync(prefer: string | undefined): boolean {
  return (prefer ?? '').split(',').some((wish) => wish.split(';')[0]!.trim().toLowerCase() === 'respond-async');
}

/** Answers 202: the work is queued. */
export function accepted<T>(response: Response, body: T): T {
  response.status(202).setHeader('Preference-Applied', 'respond-async');
  return body;
}
