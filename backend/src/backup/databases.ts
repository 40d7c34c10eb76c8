import { join } from 'node:path';
import { Client } from 'pg';
import type { Config } from '../config.js';
import { makeDataDir } from '../start/data-dir.js';
import { addressOf, startEmbeddedPostgres } from '../start/embedded-postgres.js';
import { HeldError, takeLock, type Lock } from '../start/lock.js';
import { readState } from '../start/postgres-state.js';
import { BackupError } from './backup-error.js';

/** A database that runs until it is closed. */
export interface OpenDatabase {
  url: string;
  close(): Promise<void>;
}

export interface Surroundings {
  config: Config;
  /** Where lines for the person go. */
  print: (line: string) => void;
  signal?: AbortSignal;
}

/** The product's database, whether or not the product runs. The embedded one is started for the time where it does not. */
export async function openDatabase({ config, print, signal }: Surroundings): Promise<OpenDatabase> {
  if (config.databaseUrl) return { url: config.databaseUrl, close: () => Promise.resolve() };
  const state = await readState(join(config.dataDir, 'postgres.json'));
  if (!state) {
    throw new BackupError(
      `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL to the one you mean`,
    );
  }
  const dataDir = await makeDataDir(config.dataDir);
  const lock = await lockUnlessHeld(dataDir);
  if (lock) return startDatabase(dataDir, lock, { print, signal });
  return { url: await runningDatabase(dataDir, addressOf(state)), close: () => Promise.resolve() };
}

/**
 * The product's database for nobody else: the embedded one is made where it is missing.
 * @throws HeldError while the product runs on this DATA_DIR
 */
export async function takeDatabase({ config, print, signal }: Surroundings): Promise<OpenDatabase> {
  const { databaseUrl, s3 } = config;
  if (databaseUrl && s3) return { url: databaseUrl, close: () => Promise.resolve() };
  const dataDir = await makeDataDir(config.dataDir);
  const lock = await takeLock(dataDir);
  return databaseUrl
    ? { url: databaseUrl, close: () => lock.release() }
    : startDatabase(dataDir, lock, { print, signal });
}

async function startDatabase(
  dataDir: string,
  lock: Lock,
  options: Pick<Surroundings, 'print' | 'signal'>,
): Promise<OpenDatabase> {
  try {
    const database = await startEmbeddedPostgres({ dataDir, ...options });
    return { url: database.url, close: () => database.stop().finally(() => lock.release()) };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function lockUnlessHeld(dataDir: string): Promise<Lock | null> {
  try {
    return await takeLock(dataDir);
  } catch (error) {
    if (error instanceof HeldError) return null;
    throw error;
  }
}

// Whoever holds the lock may be starting or stopping it, or use another database.
async function runningDatabase(dataDir: string, url: string): Promise<string> {
  const client = new Client({ connectionString: url });
  try {
    await client.connect();
  } catch {
    throw new BackupError(
      `Another process has taken ${dataDir}, but its database does not run: wait until the product has started or stopped, or set DATABASE_URL to the one it uses`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return url;
}
