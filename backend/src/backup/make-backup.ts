import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Client } from 'pg';
import type { Storage } from '../storage/storage.js';
import { ArchiveWriter } from './archive-writer.js';
import { BackupError } from './backup-error.js';
import { whileFilesStay } from './kept-files.js';
import { fileEntry, FORMAT, MANIFEST, MISSING, PRODUCT, tableEntry } from './manifest.js';
import { openAhead } from './open-ahead.js';
import { ownedFiles } from './owned-files.js';
import { PatientStorage } from './patient-storage.js';
import { takeSnapshot, type Snapshot } from './snapshot.js';

interface BackupOptions {
  databaseUrl: string;
  storage: Storage;
  /** Of the archive; its folder exists. */
  file: string;
  /** Of this product. */
  version: string;
  signal?: AbortSignal;
}

/** What an archive was filled with. */
export interface BackupSummary {
  rows: number;
  files: number;
  /** Of the files. */
  bytes: number;
  /** What rows show but the storage does not have: its keys, with their rows. */
  missing: string[];
}

/** Writes rows and files of one instant into an archive, while the product may run: stored files never change. */
export async function makeBackup(options: BackupOptions): Promise<BackupSummary> {
  const { file, databaseUrl } = options;
  await checkTarget(file);
  return whileFilesStay(databaseUrl, options.signal, async (client, signal) => {
    const folder = await mkdtemp(join(dirname(file), `.${basename(file)}.`));
    try {
      return await fill(client, folder, { ...options, signal });
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
}

async function checkTarget(file: string): Promise<void> {
  if (await isThere(file)) throw new BackupError(`${file} exists already: choose another name, or move it away`);
  if (!(await isThere(dirname(file)))) throw new BackupError(`The folder ${dirname(file)} does not exist`);
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

async function fill(client: Client, folder: string, options: BackupOptions): Promise<BackupSummary> {
  const { file, version, storage, signal } = options;
  const at = new Date();
  const snapshot = await takeSnapshot(client, folder, signal);
  const archive = new ArchiveWriter(file, folder, at, signal);
  try {
    const { migrations, tables } = snapshot;
    const manifest = { product: PRODUCT, format: FORMAT, version, createdAt: at.toISOString(), migrations, tables };
    await archive.addText(MANIFEST, `${JSON.stringify(manifest, null, 2)}\n`);
    for (const { name } of tables) await archive.addFile(tableEntry(name), snapshot.fileOf(name));
    const files = await addFiles(archive, new PatientStorage(storage, signal), snapshot, folder);
    // Files may have been removed since the connection, and with it the hold on them, was lost.
    await client.query('SELECT 1');
    await archive.finish();
    return { rows: tables.reduce((sum, { rows }) => sum + rows, 0), ...files };
  } catch (error) {
    await archive.discard();
    throw error;
  }
}

async function addFiles(
  archive: ArchiveWriter,
  storage: PatientStorage,
  { ownersFile }: Snapshot,
  folder: string,
): Promise<Omit<BackupSummary, 'rows'>> {
  const count = { files: 0, bytes: 0 };
  const missingFile = join(folder, MISSING);
  await appendFile(missingFile, '');
  for await (const { key, owner, found } of openAhead(ownedFiles(ownersFile), storage)) {
    if (!found) {
      await appendFile(missingFile, `${key} (${owner})\n`);
      continue;
    }
    await archive.addContent(fileEntry(key), found.size, found.content);
    count.files += 1;
    count.bytes += found.size;
  }
  const missing = (await readFile(missingFile, 'utf8')).split('\n').filter(Boolean);
  if (missing.length > 0) await archive.addFile(MISSING, missingFile);
  return { ...count, missing };
}
