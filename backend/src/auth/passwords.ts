import { hash, verify } from '@node-rs/argon2';

/** Hashes with argon2id, the library's default. */
export function hashPassword(password: string): Promise<string> {
  return hash(password);
}

// Checked when there is no such account, so that an unknown e-mail takes as long as a wrong password.
const NOBODY = hash('nobody has this password');

/** Whether the password belongs to the hash; without a hash it never does. */
export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), password);
  return matches && passwordHash !== undefined;
}
