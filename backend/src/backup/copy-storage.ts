import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { messageOf } from '../start/start-error.js';
import type { Storage } from '../storage/storage.js';
import { DiskStorage } from '../storage/disk.js';
import { FewAtATime } from './few-at-a-time.js';
import { whileFilesStay } from './kept-files.js';
import { ownedFiles, type OwnedFile } from './owned-files.js';
import { PatientStorage } from './patient-storage.js';
import { listOwners } from './snapshot.js';

interface CopyOptions {
  databaseUrl: string;
  /** Of the files on the disk. */
  folder: string;
  target: Storage;
  /** Where lines for the person go. */
  print: (line: string) => void;
  signal?: AbortSignal;
}

/** How many files were copied, were in the target already, and could not be copied. */
export interface CopySummary {
  copied: number;
  bytes: number;
  there: number;
  failed: number;
}

/** Copies the files of all rows from the disk to another storage, except those that it has. */
export async function copyStorage(options: CopyOptions): Promise<CopySummary> {
  await options.target.check();
  return whileFilesStay(options.databaseUrl, options.signal, async (client, signal) => {
    const work = await mkdtemp(join(tmpdir(), 'gmb-move-'));
    try {
      await listOwners(client, join(work, 'owners'), signal);
      return await copyAll(join(work, 'owners'), { ...options, signal });
    } finally {
      await rm(work, { recursive: true, force: true });
    }
  });
}

async function copyAll(ownersFile: string, options: CopyOptions): Promise<CopySummary> {
  const summary = { copied: 0, bytes: 0, there: 0, failed: 0 };
  const copies = new FewAtATime();
  const target = new PatientStorage(options.target, options.signal);
  for await (const file of ownedFiles(ownersFile)) {
    options.signal?.throwIfAborted();
    await copies.add(() => copyOne(file, { ...options, target }, summary));
  }
  await copies.settled();
  return summary;
}

type Copy = Pick<CopyOptions, 'folder' | 'print'> & { target: PatientStorage };

async function copyOne({ key, owner }: OwnedFile, options: Copy, summary: CopySummary): Promise<void> {
  const { folder, target, print } = options;
  try {
    const [source, present] = await Promise.all([new DiskStorage(folder).stat(key), target.stat(key)]);
    if (present && (!source || present.size === source.size)) {
      summary.there += 1;
      return;
    }
    if (!source) throw new Error('it is not in the folder');
    await target.put(key, join(folder, key));
    summary.copied += 1;
    summary.bytes += source.size;
  } catch (error) {
    // Where the target is away altogether, no other file could be copied either.
    await target.stat(key);
    summary.failed += 1;
    print(`${key} (${owner}) could not be copied: ${messageOf(error)}`);
  }
}
