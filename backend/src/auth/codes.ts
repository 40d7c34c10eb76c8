import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../contract/limits.js';
import type { SignedTokens } from '../platform/tokens/signed-tokens.js';

/** Seconds for which a code is shown (RFC 6238). */
const PERIOD = 30;
/** Codes before and after the current one that are taken: the clock of a phone may be 30 seconds off. */
const WINDOW = 1;
/** Bytes of a secret: as many as SHA-1, which apps expect, gives. */
const SECRET_BYTES = 20;

/** Letters and digits that are not taken for each other: 32 of them, so 5 bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';
const RECOVERY_LETTERS = 16;

/** What an app is set up with. The secret follows from the installation's secret, and so is stored nowhere. */
export function authenticatorOf(
  tokens: SignedTokens,
  { userId, key, issuer = '', email = '' }: { userId: string; key: string; issuer?: string; email?: string },
): TOTP {
  const bytes = tokens.sign(`authenticator ${userId} ${key}`).subarray(0, SECRET_BYTES);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  return new TOTP({ issuer, label: email, secret, algorithm: 'SHA1', digits: 6, period: PERIOD });
}

/** The step of 30 seconds since 1970 that a code belongs to, if that is the current one or next to it; else `null`. */
export function stepOf(authenticator: TOTP, code: string): number | null {
  const timestamp = Date.now();
  const delta = authenticator.validate({ token: plain(code), timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

/** Ten codes of 80 random bits, such as `k7pw-3mxa-9dtq-h2re`. */
export function newRecoveryCodes(): string[] {
  const letters = (): string =>
    Array.from({ length: RECOVERY_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => letters().replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** What the database keeps of a recovery code, however its letters are written. */
export function hashOfCode(code: string): string {
  return createHash('sha256').update(plain(code)).digest('base64url');
}

function plain(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
