import { join } from 'node:path';
import pLimit from 'p-limit';
import type { OwnedFile } from '../../database/file-owners.js';
import { messageOf } from '../../platform/operator-error.js';
import { DiskStorage } from '../../platform/storage/disk.js';
import type { Storage } from '../../platform/storage/storage.js';
import { withoutRemovals } from '../database.js';
import { RetryingStorage } from './retrying-storage.js';
import { appliedMigrations, filesOfRows, inBatches } from './snapshot.js';

const AT_ONCE = 4;
const BATCH = 64;

interface CopyOptions {
  databaseUrl: string;
  /** Of the files on the disk. */
  folder: string;
  target: Storage;
  /** Prints a line for the operator. */
  print: (line: string) => void;
  signal?: AbortSignal;
}

/** How many files were copied, were in the target already, and could not be copied. */
export interface CopySummary {
  copied: number;
  bytes: number;
  present: number;
  failed: number;
}

/** Copies the files of all rows from the disk to another storage, except those that it has. */
export async function copyStorage(options: CopyOptions): Promise<CopySummary> {
  await options.target.prepare({ create: true });
  return withoutRemovals(options.databaseUrl, options.signal, async (client, signal) => {
    await appliedMigrations(client);
    const summary = { copied: 0, bytes: 0, present: 0, failed: 0 };
    const target = new RetryingStorage(options.target, signal);
    const limit = pLimit(AT_ONCE);
    try {
      for await (const batch of inBatches(await filesOfRows(client), BATCH)) {
        await limit.map(batch, async (file) => {
          signal.throwIfAborted();
          await copyFile(file, { ...options, target }, summary);
        });
      }
      return summary;
    } finally {
      limit.clearQueue();
    }
  });
}

type Copy = Pick<CopyOptions, 'folder' | 'print'> & { target: RetryingStorage };

async function copyFile({ key, owner }: OwnedFile, options: Copy, summary: CopySummary): Promise<void> {
  const { folder, target, print } = options;
  try {
    const [source, copy] = await Promise.all([new DiskStorage(folder).stat(key), target.stat(key)]);
    if (copy && (!source || copy.size === source.size)) {
      summary.present += 1;
      return;
    }
    if (!source) throw new Error('it is not in the folder');
    await target.put(key, join(folder, key));
    summary.copied += 1;
    summary.bytes += source.size;
  } catch (error) {
    // Where the target is unavailable, no other file can be copied either.
    await target.stat(key);
    summary.failed += 1;
    print(`${key} (${owner}) could not be copied: ${messageOf(error)}`);
  }
}
