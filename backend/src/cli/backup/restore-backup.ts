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
import { storageKeyOf, readArchive, type Manifest } from './archive.js';
import { holdsData, refuseForeignTables, restoreDatabase } from './restore-database.js';
import { RetryingStorage } from './retrying-storage.js';
import { inBatches } from './snapshot.js';

const STORED_AT_ONCE = 4;
/** Files that are unpacked to disk at a time, before they are stored. */
const UNPACKED_AT_ONCE = 16;

interface RestoreOptions {
  databaseUrl: string;
  storage: Storage;
  /** Path of the archive, which must be verified. */
  file: string;
  manifest: Manifest;
  /** Whether the restore fails if the database has data, or replaces it. */
  existingData: 'refuse' | 'replace';
  signal?: AbortSignal;
}

/** The number and total size of an archive's files, and the number that the storage had already. */
export interface RestoredFiles {
  files: number;
  bytes: number;
  existing: number;
}

/**
 * Restores a verified archive: first its files, then its rows, so that each row always finds its files.
 * @throws OperatorError if the database has data that must not be replaced, or tables of other programs
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredFiles> {
  const { databaseUrl, storage, file, manifest, existingData: present, signal } = options;
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
    // Creates the queue's tables, which are not part of an archive.
    await migrate(databaseUrl);
    return files;
  } finally {
    if (db.isInitialized) await db.destroy();
  }
}

/** Stores the files of an archive, except those that are stored already: the content of a key never changes. */
async function restoreFiles(archive: string, target: Storage, signal?: AbortSignal): Promise<RestoredFiles> {
  const summary = { files: 0, bytes: 0, existing: 0 };
  const storage = new RetryingStorage(target, signal);
  const folder = await mkdtemp(join(tmpdir(), 'gmb-restore-'));
  const limit = pLimit(STORED_AT_ONCE);
  try {
    for await (const batch of inBatches(unpackedFiles(archive, folder, signal), UNPACKED_AT_ONCE)) {
      await limit.map(batch, async ({ key, size, path }) => {
        if ((await storage.stat(key))?.size === size) summary.existing += 1;
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

/** Unpacks the files of an archive into a folder, one after the other. */
async function* unpackedFiles(archive: string, folder: string, signal?: AbortSignal) {
  for await (const { name, size, content } of readArchive(archive, signal)) {
    const key = storageKeyOf(name);
    if (key === null) continue;
    const path = join(folder, randomUUID());
    await pipeline(content, createWriteStream(path));
    yield { key, size, path };
  }
}
