import { createHash } from 'node:crypto';
import type { EntityManager } from 'typeorm';

/** Maximum minutes between the beginning of a sign-in and the return from the provider. */
export const ATTEMPT_MINUTES = 15;

/** A sign-in in progress, stored in the database because the person may return to another process. */
export interface SignInAttempt {
  nonce: string;
  codeVerifier: string;
  /** The origin at which it began, and to which the provider redirects back. */
  origin: string;
  /** Path of the page to open afterwards. */
  returnTo: string;
}

/**
 * Identifies an attempt: `state` returned by the provider, and the browser's cookie. Only digests of both are stored.
 */
export interface AttemptKey {
  state: string;
  browser: string;
}

export async function saveAttempt(
  manager: EntityManager,
  { state, browser }: AttemptKey,
  { nonce, codeVerifier, origin, returnTo }: SignInAttempt,
): Promise<void> {
  await manager.query(
    `INSERT INTO sign_in_attempts ("stateHash", "browserHash", "nonce", "codeVerifier", "origin", "returnTo", "expiresAt")
     VALUES ($1, $2, $3, $4, $5, $6, now() + interval '${ATTEMPT_MINUTES} minutes')`,
    [digest(state), digest(browser), nonce, codeVerifier, origin, returnTo],
  );
}

/** Removes and returns the attempt that this browser began; `null` if there is none, or it has expired. */
export async function consumeAttempt(
  manager: EntityManager,
  { state, browser }: AttemptKey,
): Promise<SignInAttempt | null> {
  const [rows] = await manager.query<[SignInAttempt[], number]>(
    `DELETE FROM sign_in_attempts WHERE "stateHash" = $1 AND "browserHash" = $2 AND "expiresAt" > now()
     RETURNING "nonce", "codeVerifier", "origin", "returnTo"`,
    [digest(state), digest(browser)],
  );
  return rows[0] ?? null;
}

function digest(secret: string): string {
  return createHash('sha256').update(secret).digest('base64url');
}
