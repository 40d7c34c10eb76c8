import { createHash, randomInt } from 'node:crypto';
import { Secret, TOTP } from 'otpauth';
import { RECOVERY_CODES } from '../contract/limits.js';
import type { SignedTokens } from '../platform/tokens/signed-tokens.js';

/** Seconds for which an app shows a code (RFC 6238). */
const PERIOD = 30;
/** Number of codes before and after the current one that are accepted: the clock of a phone may be 30 seconds off. */
const WINDOW = 1;
/** Bytes of a secret: the output size of SHA-1, which apps expect. */
const SECRET_BYTES = 20;

/** 32 letters and digits that are not easily confused, so 5 bits each. */
const LETTERS = 'abcdefghjkmnpqrstuvwxyz023456789';
const RECOVERY_LETTERS = 16;

/**
 * Returns the parameters for an authenticator app. The secret is derived from the installation's secret, so it is not
 * stored.
 */
export function createAuthenticator(
  tokens: SignedTokens,
  { userId, key, issuer = '', email = '' }: { userId: string; key: string; issuer?: string; email?: string },
): TOTP {
  const bytes = tokens.sign(`authenticator ${userId} ${key}`).subarray(0, SECRET_BYTES);
  const secret = new Secret({ buffer: new Uint8Array(bytes).buffer });
  return new TOTP({ issuer, label: email, secret, algorithm: 'SHA1', digits: 6, period: PERIOD });
}

/**
 * Returns the step (30 seconds, counted from 1970) that a code belongs to, if it is the current or a neighbouring
 * one; else `null`.
 */
export function findStep(authenticator: TOTP, code: string): number | null {
  const timestamp = Date.now();
  const delta = authenticator.validate({ token: normalizeCode(code), timestamp, window: WINDOW });
  return delta === null ? null : Math.floor(timestamp / 1000 / PERIOD) + delta;
}

/** Creates ten codes of 80 random bits, such as `k7pw-3mxa-9dtq-h2re`. */
export function newRecoveryCodes(): string[] {
  const randomLetters = (): string =>
    Array.from({ length: RECOVERY_LETTERS }, () => LETTERS[randomInt(LETTERS.length)]).join('');
  return Array.from({ length: RECOVERY_CODES }, () => randomLetters().replaceAll(/(.{4})(?=.)/g, '$1-'));
}

/** Returns the hash of a recovery code for the database; case, spaces and dashes of the code do not matter. */
export function hashCode(code: string): string {
  return createHash('sha256').update(normalizeCode(code)).digest('base64url');
}

function normalizeCode(code: string): string {
  return code.replaceAll(/[\s-]/g, '').toLowerCase();
}
