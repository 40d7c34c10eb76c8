import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { SignedTokens } from '../platform/tokens/signed-tokens.js';

/** How long a browser may take to answer. */
export const CHALLENGE_MS = 5 * 60 * 1000;
const TIME_BYTES = 6;
const CONTENT_BYTES = TIME_BYTES + 16;
const SIGNATURE_BYTES = 16;

/**
 * A challenge that only this installation can have made, for one purpose. It says itself when it expires, so that asking for one
 * stores nothing, and any process can check its answer.
 */
export function newChallenge(tokens: SignedTokens, purpose: string): Uint8Array<ArrayBuffer> {
  const content = randomBytes(CONTENT_BYTES);
  content.writeUIntBE(Date.now() + CHALLENGE_MS, 0, TIME_BYTES);
  return new Uint8Array(Buffer.concat([content, signatureOf(tokens, purpose, content)]));
}

/** Whether a challenge was made here for this purpose, and has not expired. @param challenge base64url */
export function isOpenChallenge(tokens: SignedTokens, purpose: string, challenge: string): boolean {
  const bytes = Buffer.from(challenge, 'base64url');
  // Each has one spelling alone, so that none is answered twice in two of them.
  if (bytes.length !== CONTENT_BYTES + SIGNATURE_BYTES || bytes.toString('base64url') !== challenge) return false;
  const content = bytes.subarray(0, CONTENT_BYTES);
  const isOwn = timingSafeEqual(bytes.subarray(CONTENT_BYTES), signatureOf(tokens, purpose, content));
  return isOwn && expiryOf(challenge).getTime() > Date.now();
}

/** Notes that a challenge was answered. @returns whether this is its first answer */
export async function takeAnswer(manager: EntityManager, challenge: string): Promise<boolean> {
  const rows = await manager.query<unknown[]>(
    'INSERT INTO answered_challenges ("challenge", "expiresAt") VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING 1',
    [challenge, expiryOf(challenge)],
  );
  return rows.length === 1;
}

function expiryOf(challenge: string): Date {
  return new Date(Buffer.from(challenge, 'base64url').readUIntBE(0, TIME_BYTES));
}

function signatureOf(tokens: SignedTokens, purpose: string, content: Buffer): Buffer {
  return tokens.sign(`challenge ${purpose} ${content.toString('base64url')}`).subarray(0, SIGNATURE_BYTES);
}
