import { randomBytes } from 'node:crypto';
import type { Request } from 'express';
import { ATTEMPT_MINUTES } from './attempts.queries.js';

const COOKIE = 'gmb.sso';
const VALUE = /(?:^|;\s*)gmb\.sso=([\w-]{43})(?:;|$)/;

/**
 * Sends the cookie that identifies a browser while its user is at the provider, so that nobody else's sign-in can be
 * finished in it. Several tabs share it.
 * @returns its value, that of an existing cookie if there is one
 */
export function sendBrowserCookie(request: Request): string {
  const browser = readBrowserCookie(request) ?? randomBytes(32).toString('base64url');
  request.res!.cookie(COOKIE, browser, {
    httpOnly: true,
    sameSite: 'strict',
    secure: request.secure,
    path: '/api/single-sign-on',
    maxAge: ATTEMPT_MINUTES * 60 * 1000,
  });
  return browser;
}

/** Returns the value of the cookie; `null` if the browser has none. */
export function readBrowserCookie({ headers }: Request): string | null {
  return VALUE.exec(headers.cookie ?? '')?.[1] ?? null;
}
