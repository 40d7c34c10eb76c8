import { isUUID } from 'class-validator';

/** Shape of a token: 128 random bits, in base64url or, in the addresses that stop mails, in hexadecimal digits. */
const TOKEN = /^(?:[\w-]{22}|[\da-f]{32})$/;

/**
 * Whether a text of an address may be the id of a record. What has another shape names nothing, and is asked of no database, which
 * would refuse some of it (NUL) or look long for it.
 */
export function isId(text: string): boolean {
  return isUUID(text, '4');
}

/** The same for the token of a link. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
