import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  constants,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { failedWith, messageOf, OperatorError, unlessMissing } from '../operator-error.js';

/** File mode of folders with stored files: only the user that the product runs as may list, read or write them. */
export const PRIVATE_MODE = 0o700;

/** Names of what the product creates in DATA_DIR, and of `lost+found`, which a new volume contains. */
const OWN_ENTRIES = /^(postgres|start\.|session-secret|media$|incoming$|lost\+found$)/;

/** Folder of stored files, when they are stored on disk and not in S3. */
export function mediaFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'media');
}

/** Folder of uploads that are being received. */
export function incomingFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'incoming');
}

/**
 * Creates DATA_DIR if it is missing, and restricts it to its owner (see `restrictToOwner`).
 * @returns its absolute path without symbolic links
 * @throws OperatorError when this user cannot create it, read it or write to it
 */
export async function createDataDir(folder: string): Promise<string> {
  try {
    await makeFolder(folder);
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const dataDir = await realpath(folder);
    await restrictToOwner(dataDir);
    return dataDir;
  } catch (error) {
    throw new OperatorError(
      `DATA_DIR: got "${folder}", which this user cannot make or write to (${messageOf(error)}): start as its owner, or choose another folder`,
    );
  }
}

// With `recursive`, Node.js tries for ever below /proc, where nothing can be made.
async function makeFolder(folder: string): Promise<void> {
  if ((await unlessMissing(stat(folder)))?.isDirectory()) return;
  if (dirname(folder) !== folder) await makeFolder(dirname(folder));
  await mkdir(folder, { mode: PRIVATE_MODE }).catch(async (error: unknown) => {
    // Another process may have made it meanwhile.
    if (!failedWith(error, 'EEXIST') || !(await stat(folder)).isDirectory()) throw error;
  });
}

/**
 * Removes the rights of other users on the media and incoming folders, which earlier versions created with the default
 * mode, and on DATA_DIR itself unless it also holds files of other programs. Never rejects: a folder whose mode cannot
 * be changed stays as it is.
 */
async function restrictToOwner(dataDir: string): Promise<void> {
  const entries = await readdir(dataDir).catch(() => []);
  const folders = [mediaFolder({ dataDir }), incomingFolder({ dataDir })];
  if (entries.every((entry) => OWN_ENTRIES.test(entry))) folders.push(dataDir);
  for (const folder of folders) await restrict(folder).catch(() => undefined);
}

async function restrict(folder: string): Promise<void> {
  if (((await stat(folder)).mode & 0o777) !== PRIVATE_MODE) await chmod(folder, PRIVATE_MODE);
}

/** The text of a file; undefined when the file does not exist. */
export function readIfExists(path: string): Promise<string | undefined> {
  return unlessMissing(readFile(path, 'utf8'));
}

/** Writes a file that only its owner may read. After a crash it is either complete or absent. */
export async function writePrivateFile(path: string, text: string): Promise<void> {
  const temporary = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeFile(temporary, text, { mode: 0o600, flag: 'wx', flush: true });
    await rename(temporary, path);
  } finally {
    await rm(temporary, { force: true });
  }
}

/**
 * Returns the secret that signs the session cookies. The first call creates and stores it, so that sessions survive a
 * restart.
 * @throws OperatorError when the stored secret has fewer than 16 characters
 */
export async function ensureSessionSecret(dataDir: string): Promise<string> {
  const file = join(dataDir, 'session-secret');
  const stored = (await readIfExists(file))?.trim();
  if (stored === undefined) {
    const secret = randomBytes(32).toString('base64url');
    await writePrivateFile(file, `${secret}\n`);
    return secret;
  }
  if (stored.length >= 16) return stored;
  throw new OperatorError(
    `${file} holds less than 16 characters: remove it (everybody must sign in again) or restore it`,
  );
}
