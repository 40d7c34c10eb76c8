import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { Storage } from '../storage/storage.js';
import { readArchive } from './archive-reader.js';
import { FewAtATime } from './few-at-a-time.js';
import { keyOf } from './manifest.js';
import { PatientStorage } from './patient-storage.js';

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
  const patient = new PatientStorage(storage, signal);
  try {
    for await (const { name, size, content } of readArchive(archive, signal)) {
      const key = keyOf(name);
      if (key === null) continue;
      const path = join(folder, String(count.files));
      await pipeline(content, createWriteStream(path));
      await puts.add(async () => {
        if (!(await putUnlessThere(patient, { key, path, size }))) count.there += 1;
        await rm(path);
      });
      count.files += 1;
      count.bytes += size;
    }
    await puts.settled();
  } finally {
    await puts.settled().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
  return count;
}

async function putUnlessThere(
  storage: PatientStorage,
  { key, path, size }: { key: string; path: string; size: number },
): Promise<boolean> {
  if ((await storage.stat(key))?.size === size) return false;
  await storage.put(key, path);
  return true;
}
