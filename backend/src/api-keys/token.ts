import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { invalid } from '../platform/http/errors.js';
import { keyRefused } from './key-refused.js';

const PREFIX = 'gmb_';
/** 256 bits as base64url. */
const TOKEN = /^gmb_[\w-]{43}$/;
const CREDENTIALS = /^bearer +(\S+) *$/i;

/** A new key: the prefix, by which scanners of leaked secrets know it, and 256 random bits. */
export function newToken(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}

/**
 * What the database keeps of a key. A fast hash is right: slow ones make guessing expensive where there is little to guess, as with
 * passwords. 256 random bits cannot be guessed, and each request would pay for it.
 */
export function hashOfKey(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * The API key that a request names in its header `Authorization`; `undefined` where that names none. Credentials that are no key of
 * ours, as a proxy in front may add them, are not looked at.
 * @throws AppError 400 for several, 401 for a malformed one
 */
export function tokenOf({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
  const given = headersDistinct['authorization'] ?? [];
  if (!given.some((credentials) => credentials.includes(PREFIX))) return undefined;
  if (given.length > 1) throw severalGiven();
  const [, token = ''] = CREDENTIALS.exec(given[0]!) ?? [];
  if (TOKEN.test(token)) return token;
  throw keyRefused('This is no API key as they are made here. Send it whole: Authorization: Bearer gmb_…');
}

function severalGiven(): Error {
  const message = 'Authorization must be sent once, not several times';
  return invalid([{ field: 'Authorization', message }]);
}
