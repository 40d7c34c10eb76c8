import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { readIfThere, writePrivate } from './private-file.js';
import { StartError } from './start-error.js';

/** The secret that signs the session cookies: made at the first start and kept, so that sign-ins outlive a restart. */
export async function keptSessionSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  const kept = (await readIfThere(file))?.trim();
  if (kept === undefined) {
    const secret = randomBytes(32).toString('base64url');
    await writePrivate(file, `${secret}\n`);
    return secret;
  }
  if (kept.length >= 16) return kept;
  throw new StartError(`${file} holds less than 16 characters: remove it (everybody must sign in again) or restore it`);
}
