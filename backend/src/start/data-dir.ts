import { access, constants, mkdir, realpath } from 'node:fs/promises';
import { messageOf, StartError } from './start-error.js';

/** Makes DATA_DIR if it is missing; answers its absolute path without symbolic links. */
export async function makeDataDir(folder: string): Promise<string> {
  try {
    await mkdir(folder, { recursive: true });
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return await realpath(folder);
  } catch (error) {
    throw new StartError(
      `DATA_DIR: got "${folder}", which this user cannot make or write to (${messageOf(error)}): start as its owner, or choose another folder`,
    );
  }
}
