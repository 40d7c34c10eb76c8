import { join } from 'node:path';
import pLimit from 'p-limit';
import type { OwnedFile } from '../../database/file-owners.js';
import { messageOf } from '../../platform/operator-error.js';
import { DiskStorage } from '../../platform/storage/disk.js';
import type { Storage } from '../../platform/storage/storage.js';
import { withoutRemovals } from '../database.js';
import { RetryingStorage } from './retrying-storage.js';
import { checkedMigrations, filesOfRows, inBatches } from './snapshot.js';

const CONCURRENT_COPIES = 4;
const BATCH = 64;

interface CopyOptions {
  databaseUrl: string;
  /** Folder with the stored files on disk. */
  folder: string;
  target: Storage;
  /** Prints a line for the operator. */
  print: (line: string) => void;
  signal?: AbortSignal;
}

/** Number of files that were copied, were in the target already (`present`), or could not be copied. */
export interface CopySummary {
  copied: number;
  bytes: number;
  present: number;
  failed: number;
}

/** Copies the files of all rows from disk to another storage, except those that are there already. */
export async function copyStorage(options: CopyOptions): Promise<CopySummary> {
  await options.target.prepare({ create: true });
  return withoutRemovals(options.databaseUrl, options.signal, async (client, signal) => {
    await checkedMigrations(client);
    const summary = { copied: 0, bytes: 0, present: 0, failed: 0 };
    const target = new RetryingStorage(options.target, signal);
    const limit = pLimit(CONCURRENT_COPIES);
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
    // Throws if the target is unavailable, because no other file could be copied either.
    await target.stat(key);
    summary.failed += 1;
    print(`${key} (${owner}) could not be copied: ${messageOf(error)}`);
  }
}
