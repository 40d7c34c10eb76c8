import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** How long somebody may take to sign in at the provider. */
export const ATTEMPT_MINUTES = 15;

/** What is kept of a sign-in while the person is at the provider, for whichever process they return to. */
export interface Attempt {
  nonce: string;
  codeVerifier: string;
  /** The origin at which it began, and to which the provider leads back. */
  origin: string;
  /** Path of the page to open afterwards. */
  returnTo: string;
}

/** What names an attempt: what the provider leads back with, and what the browser kept. Only digests of both are stored. */
export interface AttemptKey {
  state: string;
  browser: string;
}

export async function saveAttempt(
  manager: EntityManager,
  { state, browser }: AttemptKey,
  { nonce, codeVerifier, origin, returnTo }: Attempt,
): Promise<void> {
  await manager.query(
    `INSERT INTO sign_in_attempts ("stateHash", "browserHash", "nonce", "codeVerifier", "origin", "returnTo", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${ATTEMPT_MINUTES} minutes')`,
    [digest(state), digest(browser), nonce, codeVerifier, origin, returnTo],
  );
}

/** The attempt that this browser began, once, unless it took too long; otherwise `null`. */
export async function takeAttempt(manager: EntityManager, { state, browser }: AttemptKey): Promise<Attempt | null> {
  const [rows] = await manager.query<[Attempt[], number]>(
    `DELETE FROM sign_in_attempts WHERE "stateHash" = $1 AND "browserHash" = $2 AND "expiresAt" > now()
     RETURNING "nonce", "codeVerifier", "origin", "returnTo"`,
    [digest(state), digest(browser)],
  );
  return rows[0] ?? null;
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
