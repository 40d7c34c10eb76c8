import { hash, verify } from '@node-rs/argon2';

/** Hashes with argon2id and the library's default parameters. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

let hashForUnknownAccount: Promise<string> | undefined;

/**
 * Whether a password matches a hash. Without a hash the result is false but takes as long, so that the response time
 * does not tell whether an account exists.
 */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  hashForUnknownAccount ??= hash('the password of no account');
  const matches = await verify(passwordHash ?? (await hashForUnknownAccount), password);
  return matches && passwordHash !== undefined;
}
