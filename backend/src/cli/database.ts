import { DatabaseError, type Client } from 'pg';
import { checkDatabase } from '../database/check-database.js';
import { SessionClient } from '../platform/database/session-client.js';
import { OperatorError } from '../platform/operator-error.js';
import { createDataDir } from '../platform/storage/data-dir.js';
import { preventRemovals } from '../platform/storage/removals-lock.js';
import type { Command } from './command.js';
import { WHOLE_TABLES } from './rows.queries.js';
import { startEmbeddedPostgres } from './start/embedded-postgres.js';
import { LockHeldError, takeLock, type Lock } from './start/lock.js';
import { recordedAddress } from './start/postgres-cluster.js';

type Work<T> = (databaseUrl: string) => Promise<T>;

/**
 * Runs `work` with the product's database, whether or not the product runs. If it does not run, the embedded database
 * is started meanwhile.
 * @throws OperatorError if there is no database
 */
export async function withDatabase<T>(command: Command, work: Work<T>): Promise<T> {
  const { config } = command;
  if (config.databaseUrl) {
    await checkDatabase(config.databaseUrl);
    return work(config.databaseUrl);
  }
  const address = await recordedAddress(config.dataDir);
  if (!address) {
    throw new OperatorError(
      `There is no database in ${config.dataDir}: set DATA_DIR or DATABASE_URL to the one you mean`,
    );
  }
  const dataDir = await createDataDir(config.dataDir);
  const lock = await takeLock(dataDir).catch((error: unknown) => {
    if (error instanceof LockHeldError) return null;
    throw error;
  });
  if (lock) return withEmbedded(command, { dataDir, lock }, work);
  await checkRunning(dataDir, address);
  return work(address);
}

/**
 * Runs `work` with the product's database while the product does not run on this DATA_DIR. The embedded database is
 * created if it is missing.
 * @throws LockHeldError while the product runs on it
 */
export async function withIdleDatabase<T>(command: Command, work: Work<T>): Promise<T> {
  const { databaseUrl, s3, dataDir: folder } = command.config;
  if (databaseUrl) await checkDatabase(databaseUrl);
  if (databaseUrl && s3) return work(databaseUrl);
  const dataDir = await createDataDir(folder);
  const lock = await takeLock(dataDir);
  if (!databaseUrl) return withEmbedded(command, { dataDir, lock }, work);
  return work(databaseUrl).finally(() => lock.release());
}

async function withEmbedded<T>(
  { print, signal }: Command,
  { dataDir, lock }: { dataDir: string; lock: Lock },
  work: Work<T>,
): Promise<T> {
  try {
    const postgres = await startEmbeddedPostgres({ dataDir, print, signal });
    return await work(postgres.url).finally(() => postgres.stop());
  } finally {
    await lock.release();
  }
}

// Checked, because the process with the lock may be starting or stopping the database, or using another one.
async function checkRunning(dataDir: string, connectionString: string): Promise<void> {
  const client = new SessionClient({ connectionString });
  try {
    await client.connect();
  } catch {
    throw new OperatorError(
      `Another process uses ${dataDir}, but its database does not run: wait until the product has started or stopped, or set DATABASE_URL to the one it uses`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Runs `work` while no stored file is removed. The signal of `work` aborts when the connection that prevents removals
 * is lost. Removals are possible again as soon as this process ends, in whatever way.
 */
export async function withoutRemovals<T>(
  databaseUrl: string,
  stop: AbortSignal | undefined,
  work: (client: Client, signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const client = new SessionClient({
    connectionString: databaseUrl,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    session: WHOLE_TABLES,
  });
  client.on('error', (error) => lost.abort(error));
  try {
    await client.connect();
    await preventRemovals(client);
    return await work(client, AbortSignal.any(stop ? [stop, lost.signal] : [lost.signal]));
  } catch (error) {
    // An error of PostgreSQL itself is more precise than the loss of the connection that follows it.
    throw lost.signal.aborted && !(error instanceof DatabaseError) ? lost.signal.reason : error;
  } finally {
    await client.end().catch(() => undefined);
  }
}
