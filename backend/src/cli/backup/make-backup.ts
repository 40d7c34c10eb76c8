import { existsSync } from 'node:fs';
import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Client } from 'pg';
import type { OwnedFile } from '../../database/file-owners.js';
import { OperatorError } from '../../platform/operator-error.js';
import type { Storage } from '../../platform/storage/storage.js';
import { withoutRemovals } from '../database.js';
import { ArchiveWriter, fileEntry, FORMAT, MANIFEST, MISSING, PRODUCT, tableEntry } from './archive.js';
import { removeUnfinished } from './kept-archives.js';
import { RetryingStorage } from './retrying-storage.js';
import { inBatches, takeSnapshot } from './snapshot.js';

/** Files that are opened at a time, because small files mostly mean waiting for the storage. */
const CONCURRENT_READS = 8;

interface BackupOptions {
  databaseUrl: string;
  storage: Storage;
  /** Path of the archive; its folder must exist. */
  file: string;
  /** Version of this product. */
  version: string;
  signal?: AbortSignal;
}

/** Counts of an archive's contents. */
export interface BackupSummary {
  rows: number;
  files: number;
  /** Total size of the files. */
  bytes: number;
  /** Files of rows that the storage does not have: the key, and the row in parentheses. */
  missing: string[];
}

/**
 * Writes the rows of one database snapshot and their files into an archive. The product may run meanwhile, because
 * stored files never change and removals are prevented.
 */
export async function makeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { file, databaseUrl } = options;
  const parent = dirname(file);
  refuseToReplace(file);
  if (!existsSync(parent)) throw new OperatorError(`The folder ${parent} does not exist`);
  await access(parent, constants.W_OK).catch(() => {
    throw new OperatorError(notWritable(parent));
  });
  await removeUnfinished(parent);
  return withoutRemovals(databaseUrl, options.signal, async (client, signal) => {
    // Checked again, because this backup may have waited for another one that wrote the file.
    refuseToReplace(file);
    const folder = await mkdtemp(join(parent, `.${basename(file)}.`));
    try {
      return await writeArchive(client, folder, { ...options, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

function refuseToReplace(file: string): void {
  if (existsSync(file)) throw new OperatorError(`${file} exists already: choose another name, or move it away`);
}

function notWritable(folder: string): string {
  const user = process.getuid?.();
  return `The folder ${folder} cannot be written by user ${user}: give it to that user (chown ${user} ${folder}, on the host where it is mounted)`;
}

async function writeArchive(client: Client, folder: string, options: BackupOptions): Promise<BackupSummary> {
  const { file, version, storage, signal } = options;
  const at = new Date();
  const { migrations, tables, fileOf, files } = await takeSnapshot(client, folder, signal);
  const archive = new ArchiveWriter(file, folder, at, signal);
  try {
    const manifest = { product: PRODUCT, format: FORMAT, version, createdAt: at.toISOString(), migrations, tables };
    await archive.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    for (const { name } of tables) await archive.addFile(tableEntry(name), fileOf(name));
    const summary = await addFiles(archive, new RetryingStorage(storage, signal), files);
    // Fails if the connection was lost, and with it the lock that prevents removals of files.
    await client.query('SELECT 1');
    await archive.finish();
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), ...summary };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function addFiles(
  archive: ArchiveWriter,
  storage: RetryingStorage,
  files: AsyncIterable<OwnedFile>,
): Promise<Omit<BackupSummary, 'rows'>> {
  const summary = { files: 0, bytes: 0, missing: [] as string[] };
  for await (const batch of inBatches(files, CONCURRENT_READS)) {
    const opened = await Promise.allSettled(batch.map(({ key }) => storage.open(key)));
    try {
      for (const [index, { key, owner }] of batch.entries()) {
        const result = opened[index]!;
        if (result.status === 'rejected') throw result.reason;
        if (!result.value) summary.missing.push(`${key} (${owner})`);
        else {
          await archive.add(fileEntry(key), result.value.size, result.value.content);
          summary.files += 1;
          summary.bytes += result.value.size;
        }
      }
    } finally {
      for (const result of opened) if (result.status === 'fulfilled') result.value?.discard();
    }
  }
  if (summary.missing.length > 0) await archive.addText(MISSING, `${summary.missing.join('\n')}\n`);
  return summary;
}
