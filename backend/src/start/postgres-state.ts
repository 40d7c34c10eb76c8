import { z } from 'zod';
import { readIfThere, writePrivate } from './private-file.js';
import { failedWith, StartError } from './start-error.js';

const State = z.object({
  password: z.string(),
  /** Kept, so that the address stays the same as long as the port is free. */
  port: z.number().int().optional(),
  /** `system`: below /var/lib, since root's DATA_DIR was out of reach for the user that PostgreSQL runs as. */
  place: z.enum(['data-dir', 'system']),
});

/** What DATA_DIR remembers about its database. */
export type ClusterState = z.infer<typeof State>;

/** The remembered state, or undefined before the first start. */
export async function readState(file: string): Promise<ClusterState | undefined> {
  try {
    const text = await readIfThere(file);
    return text === undefined ? undefined : State.parse(JSON.parse(text));
  } catch (error) {
    if (failedWith(error, 'EACCES')) {
      throw new StartError(`${file} may not be read by this user: start as the user who started it first`);
    }
    throw new StartError(`${file} is damaged: restore it, for it holds the password of the database beside it`);
  }
}

export async function writeState(file: string, state: ClusterState): Promise<void> {
  await writePrivate(file, `${JSON.stringify(state, null, 2)}\n`);
}
