import { isUUID } from 'class-validator';

/** A token: 128 bits, in base64url or, in unsubscribe URLs, in hexadecimal digits. */
const TOKEN = /^(?:[\w-]{22}|[\da-f]{32})$/;

/**
 * Whether a text has the shape of an id. Other texts are not looked up, since PostgreSQL would refuse some of them
 * (NUL).
 */
export function isId(text: string): boolean {
  return isUUID(text, '4');
}

/** Whether a text has the shape of a token. */
export function isToken(text: string): boolean {
  return TOKEN.test(text);
}
