import type { Response } from 'express';

/**
 * Whether the `Prefer` header contains `respond-async`: the client wants 202 at once, not the finished result (RFC
 * 7240).
 */
export function wantsAsync(prefer: string | undefined): boolean {
  return (prefer ?? '')
    .split(',')
    .some((preference) => preference.split(';')[0]!.trim().toLowerCase() === 'respond-async');
}

/** The body of a response with status 202, for routes that also have one with status 200. */
export type Accepted<T> = T;

/** Sets the status 202 (the work is queued), and returns the body for the controller to send. */
export function accepted<T>(response: Response, body: T): Accepted<T> {
  response.status(202).setHeader('Preference-Applied', 'respond-async');
  return body;
}

/** Answers a body that may be `null`, for which Nest itself would send an empty body, which is not JSON. */
export function sendJson<T>(response: Response, body: T): T {
  response.json(body);
  return body;
}
