import { access, chmod, constants, mkdir, readdir, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, StartError } from './start-error.js';

/** Mode of folders with people's files: for the user that the product runs as, and no other. */
export const PRIVATE = 0o700;

/** What the product makes in DATA_DIR, and what a new volume holds. */
const OWN = /^(postgres|start\.|session-secret|media$|incoming$|lost\+found$)/;

/** Folder of stored files, where they are on the disk. */
export function mediaFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'media');
}

/** Folder of files on their way in. */
export function incomingFolder({ dataDir }: { dataDir: string }): string {
  return join(dataDir, 'incoming');
}

/** Makes DATA_DIR if it is missing and closes it to other users; answers its absolute path without symbolic links. */
export async function makeDataDir(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true, mode: PRIVATE });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    const dataDir = await realpath(folder);
    await closeToOthers(dataDir);
    return dataDir;
  } catch (error) {
    throw new StartError(
      `DATA_DIR: got "${folder}", which this user cannot make or write to (${messageOf(error)}): start as its owner, or choose another folder`,
    );
  }
}

/**
 * Takes the rights of other users from DATA_DIR and from the folders in it that earlier versions made for all. A DATA_DIR
 * that holds anything of others stays open to them. Never rejects: what cannot be changed stays as it is.
 */
export async function closeToOthers(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch(() => []);
  const folders = [mediaFolder({ dataDir }), incomingFolder({ dataDir })];
  if (names.every((name) => OWN.test(name))) folders.push(dataDir);
  for (const folder of folders) await close(folder).catch(() => undefined);
}

async function close(folder: string): Promise<void> {
  if (((await stat(folder)).mode & 0o777) !== PRIVATE) await chmod(folder, PRIVATE);
}
