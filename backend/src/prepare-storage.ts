import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import type { Config } from './config.js';
import { HAS_FILES } from './database/file-owners.js';
import { SessionClient } from './platform/database/session-client.js';
import { failedWith, OperatorError } from './platform/operator-error.js';
import { configuredStorage } from './platform/storage/storage.module.js';
import { StorageError, type Storage } from './platform/storage/storage.js';

/** How long a new installation waits for a storage that starts at the same time. */
const WAIT_MS = 10_000;
const PAUSE_MS = 500;

/**
 * Checks, before a process starts, that the storage can be used in all ways that the product needs.
 *
 * - A new installation creates its bucket, and waits ten seconds for a storage that starts at the same time.
 * - An installation with files needs its existing bucket: creating an empty one would hide the loss. During an outage of
 *   the storage it starts all the same and logs the outage, since decisions and texts do not need the storage.
 * @throws OperatorError naming the variable that is wrong, or the outage in a new installation
 */
export async function prepareStorage(config: Config, databaseUrl: string): Promise<void> {
  const storage = await configuredStorage(config);
  try {
    if (await hasFiles(databaseUrl)) await checkStorage(storage);
    else await waitForStorage(storage);
  } catch (error) {
    throw error instanceof StorageError ? new OperatorError(error.line) : error;
  }
}

/** @throws StorageError except during an outage, which it logs */
async function checkStorage(storage: Storage): Promise<void> {
  try {
    await storage.prepare({ create: false });
  } catch (error) {
    if (!(error instanceof StorageError) || error.isLasting) throw error;
    new Logger('Storage').error(`${error.line}; pictures and uploads wait until it can be used`);
  }
}

/** Creates the bucket as soon as the storage answers. @throws StorageError when it does not in time */
async function waitForStorage(storage: Storage): Promise<void> {
  const until = performance.now() + WAIT_MS;
  for (;;) {
    try {
      await storage.prepare({ create: true });
      return;
    } catch (error) {
      if (!(error instanceof StorageError) || error.isLasting || performance.now() > until) throw error;
      await delay(PAUSE_MS);
    }
  }
}

/** True if the database cannot be asked: nothing is created then. */
async function hasFiles(databaseUrl: string): Promise<boolean> {
  const client = new SessionClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 5000,
    query_timeout: 5000,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ hasFiles: boolean }>(HAS_FILES);
    return rows[0]!.hasFiles;
  } catch (error) {
    // A missing table means that it was not migrated yet.
    return !failedWith(error, '42P01');
  } finally {
    await client.end().catch(() => undefined);
  }
}
