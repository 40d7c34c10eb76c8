import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { SignedTokens } from '../platform/tokens/signed-tokens.js';

/** Validity of a challenge in milliseconds. */
export const CHALLENGE_MS = 5 * 60 * 1000;
const TIME_BYTES = 6;
const CONTENT_BYTES = TIME_BYTES + 16;
const SIGNATURE_BYTES = 16;

/**
 * Creates a signed challenge for one purpose. It contains its expiry, so that nothing is stored until it is answered,
 * and any process can check the answer.
 */
export function newChallenge(tokens: SignedTokens, purpose: string): Uint8Array<ArrayBuffer> {
  const content = randomBytes(CONTENT_BYTES);
  content.writeUIntBE(Date.now() + CHALLENGE_MS, 0, TIME_BYTES);
  return new Uint8Array(Buffer.concat([content, sign(tokens, purpose, content)]));
}

/**
 * Whether a challenge was signed by this installation for this purpose, and has not expired.
 * @param challenge base64url
 */
export function isOpenChallenge(tokens: SignedTokens, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  // Only the canonical base64url is accepted, so that no challenge is answered twice in two spellings.
  if (bytes.length !== CONTENT_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== challenge) return false;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const isOwn = timingSafeEqual(bytes.subarray(CONTENT_BYTES), sign(tokens, purpose, content));
  return isOwn && expiryOf(challenge).getTime() > Date.now();
}

/** Records that a challenge was answered. @returns whether this is the first answer */
export async function recordAnswer(manager: EntityManager, challenge: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'INSERT INTO answered_challenges ("challenge", "expiresAt") VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [challenge, expiryOf(challenge)],
  );
  return rows.length === 1;
}

function expiryOf(challenge: string): Date {
  return new Date(Buffer.from(challenge, 'base64url').readUIntBE(0, TIME_BYTES));
}

function sign(tokens: SignedTokens, purpose: string, content: Buffer): Buffer {
  return tokens.sign(`challenge ${purpose} ${content.toString('base64url')}`).subarray(0, SIGNATURE_BYTES);
}
