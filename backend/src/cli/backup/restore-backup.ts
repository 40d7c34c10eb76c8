import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../database/data-source.js';
import { migrate } from '../../database/migrate.js';
import { OperatorError } from '../../platform/operator-error.js';
import { preventRemovals } from '../../platform/storage/removals-lock.js';
import type { Storage } from '../../platform/storage/storage.js';
import { WHOLE_TABLES } from '../rows.queries.js';
import { keyOf, readArchive, type Manifest } from './archive.js';
import { holdsData, refuseForeignTables, restoreDatabase } from './restore-database.js';
import { RetryingStorage } from './retrying-storage.js';
import { inBatches } from './snapshot.js';

const STORED_AT_ONCE = 4;
/** Files that are unpacked onto the disk before they are stored. */
const UNPACKED_AT_ONCE = 16;

interface RestoreOptions {
  databaseUrl: string;
  storage: Storage;
  /** The archive, which was verified. */
  file: string;
  manifest: Manifest;
  /** Whether existing data is replaced, or makes the restore fail. */
  present: 'refuse' | 'replace';
  signal?: AbortSignal;
}

/** How many files an archive had, and how many of them the storage had already. */
export interface RestoredFiles {
  files: number;
  bytes: number;
  there: number;
}

/**
 * Restores a verified archive: its files first, then its rows, so that no row ever names a file that is not stored.
 * @throws OperatorError if the database is not to be replaced
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredFiles> {
  const { databaseUrl, storage, file, manifest, present, signal } = options;
  const { extra, ...connection } = dataSourceOptions(databaseUrl);
  const session = { ...extra, session: WHOLE_TABLES };
  const db = await new DataSource({ ...connection, poolSize: 2, extra: session }).initialize();
  try {
    const runner = db.createQueryRunner();
    const client: PoolClient = await runner.connect();
    await preventRemovals(client);
    await refuseForeignTables(client);
    if (present === 'refuse' && (await holdsData(client))) {
      throw new OperatorError(
        'The database holds data already. With --replace all of it is replaced by the archive; the API and all workers must be stopped then',
      );
    }
    await storage.prepare({ create: true });
    const files = await restoreFiles(file, storage, signal);
    signal?.throwIfAborted();
    await restoreDatabase(db, runner, { file, manifest });
    await runner.release();
    await db.destroy();
    // Creates the queue's tables, which come with the product and not with the data.
    await migrate(databaseUrl);
    return files;
  } finally {
    if (db.isInitialized) await db.destroy();
  }
}

/** Stores the files of an archive, except those that are stored already: the content of a key never changes. */
async function restoreFiles(archive: string, target: Storage, signal?: AbortSignal): Promise<RestoredFiles> {
  const summary = { files: 0, bytes: 0, there: 0 };
  const storage = new RetryingStorage(target, signal);
  const folder = await mkdtemp(join(tmpdir(), 'gmb-restore-'));
  const limit = pLimit(STORED_AT_ONCE);
  try {
    for await (const batch of inBatches(unpackedFiles(archive, folder, signal), UNPACKED_AT_ONCE)) {
      await limit.map(batch, async ({ key, size, path }) => {
        if ((await storage.stat(key))?.size === size) summary.there += 1;
        else await storage.put(key, path);
        await rm(path);
        summary.files += 1;
        summary.bytes += size;
      });
    }
    return summary;
  } finally {
    limit.clearQueue();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Copies the files of an archive into a folder, one after the other. */
async function* unpackedFiles(archive: string, folder: string, signal?: AbortSignal) {
  for await (const { name, size, content } of readArchive(archive, signal)) {
    const key = keyOf(name);
    if (key === null) continue;
    const path = join(folder, randomUUID());
    await pipeline(content, createWriteStream(path));
    yield { key, size, path };
  }
}
