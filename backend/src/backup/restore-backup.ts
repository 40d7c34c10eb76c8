import type { PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../database/data-source.js';
import { migrate } from '../database/migrate.js';
import { holdRemovals } from '../storage/removals-lock.js';
import type { Storage } from '../storage/storage.js';
import { BackupError } from './backup-error.js';
import type { Manifest } from './manifest.js';
import { holdsData, refuseForeign, restoreDatabase } from './restore-database.js';
import { restoreFiles, type RestoredFiles } from './restore-files.js';
import { prepareConnection } from './snapshot.js';

interface RestoreOptions {
  databaseUrl: string;
  storage: Storage;
  /** The archive, which was verified. */
  file: string;
  manifest: Manifest;
  /** What happens to data that is there. */
  present: 'refuse' | 'replace';
  signal?: AbortSignal;
}

/**
 * Restores a verified archive: its files first, then its rows, so that no row ever shows a file that is not there.
 * @throws BackupError
 */
export async function restoreBackup(options: RestoreOptions): Promise<RestoredFiles> {
  const { databaseUrl, storage, file, manifest, signal } = options;
  const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 2 }).initialize();
  try {
    const runner = db.createQueryRunner();
    const client: PoolClient = await runner.connect();
    await prepareConnection(client);
    await holdRemovals(client);
    await checkTarget(client, options);
    await storage.check();
    const files = await restoreFiles(file, storage, signal);
    signal?.throwIfAborted();
    await restoreDatabase(db, runner, { file, manifest });
    await runner.release();
    await db.destroy();
    // The queue's tables, which come with the product and not with the data.
    await migrate(databaseUrl);
    return files;
  } finally {
    if (db.isInitialized) await db.destroy();
  }
}

async function checkTarget(client: PoolClient, { present }: RestoreOptions): Promise<void> {
  await refuseForeign(client);
  if (present === 'refuse' && (await holdsData(client))) {
    throw new BackupError(
      'The database holds data already. With --replace all of it is replaced by the archive; the API and all workers must be stopped then',
    );
  }
}
