import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { ATTEMPT_MINUTES } from './attempts.queries.js';

const COOKIE = 'gmb.sso';
const VALUE = /(?:^|;\s*)gmb\.sso=([\w-]{43})(?:;|$)/;

/**
 * What a browser is known by while its user is at the provider, so that nobody else's sign-in is finished in it. Several tabs share
 * it. Sends the cookie (again).
 */
export function keepBrowser(request: Request): string {
  const browser = browserOf(request) ?? randomBytes(32).toString('base64url');
  request.res!.cookie(COOKIE, browser, {
    httpOnly: true,
    sameSite: 'strict',
    secure: request.secure,
    path: '/api/single-sign-on',
    maxAge: ATTEMPT_MINUTES * 60 * 1000,
  });
  return browser;
}

/** `null` where no sign-in began, or long ago. */
export function browserOf({ headers }: Request): string | null {
  return VALUE.exec(headers.cookie ?? '')?.[1] ?? null;
}
