import { createHash, randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { invalid } from '../platform/http/errors.js';
import { keyRefused } from './key-refused.js';

const PREFIX = 'gmb_';
/** 256 bits as base64url. */
const TOKEN = /^gmb_[\w-]{43}$/;
const CREDENTIALS = /^bearer +(\S+) *$/i;

/** Creates a key: a prefix that scanners for leaked secrets recognize, and 256 random bits. */
export function newToken(): string {
  return `${PREFIX}${randomBytes(32).toString('base64url')}`;
}

/**
 * Returns the hash of a key for the database. A fast hash is enough, because 256 random bits cannot be guessed; a
 * slow one, as for passwords, would slow down each request.
 */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

/**
 * Returns the API key in the header `Authorization`; `undefined` if there is none. Other credentials, which a proxy
 * in front may add, are ignored.
 * @throws AppError 400 for several, 401 for a malformed one
 */
export function findToken({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): string | undefined {
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
