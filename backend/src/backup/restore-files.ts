import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../storage/storage.js';
import { readArchive, type ArchiveEntry } from './archive-reader.js';
import { FewAtATime } from './few-at-a-time.js';
import { keyOf } from './manifest.js';

/** How many files an archive had, and how many of them were where they belong already. */
export interface RestoredFiles {
  files: number;
  bytes: number;
  there: number;
}

/** Stores the files of an archive, except those that are stored already: a key never changes its content. */
export async function restoreFiles(archive: string, storage: Storage, signal?: AbortSignal): Promise<RestoredFiles> {
  const count = { files: 0, bytes: 0, there: 0 };
  const folder = await mkdtemp(join(tmpdir(), 'gmb-restore-'));
  const puts = new FewAtATime();
  try {
    for await (const entry of readArchive(archive, signal)) {
      const key = keyOf(entry.name);
      if (key === null) continue;
      count.files += 1;
      count.bytes += entry.size;
      if ((await storage.stat(key))?.size === entry.size) count.there += 1;
      else await putEntry(entry, { key, storage, puts, path: join(folder, String(count.files)) });
    }
  } finally {
    await puts.settled().finally(() => rm(folder, { recursive: true, force: true }));
  }
  return count;
}

interface Put {
  key: string;
  storage: Storage;
  puts: FewAtATime;
  path: string;
}

async function putEntry({ content }: ArchiveEntry, { key, storage, puts, path }: Put): Promise<void> {
  await pipeline(content, createWriteStream(path));
  await puts.add(() => storage.put(key, path).finally(() => rm(path)));
}
