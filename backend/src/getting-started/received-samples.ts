import { createHash, randomUUID } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../config.js';
import { readSamplePhoto, SAMPLE_PHOTOS } from '../pictures/sample-photos.js';
import type { ReceivedFile } from '../platform/requests/receive-files.js';
import { incomingFolder, PRIVATE_MODE } from '../platform/storage/data-dir.js';

/** Has copies of the sample's photos worked on as if a request had brought them, and removes them afterwards. */
export async function withSamplePhotos<T>(config: Config, work: (files: ReceivedFile[]) => Promise<T>): Promise<T> {
  const folder = join(incomingFolder(config), randomUUID());
  await mkdir(folder, { recursive: true, mode: PRIVATE_MODE });
  try {
    return await work(await Promise.all(SAMPLE_PHOTOS.map((name, index) => receive(folder, name, index))));
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function receive(folder: string, name: string, index: number): Promise<ReceivedFile> {
  const bytes = await readSamplePhoto(name);
  const path = join(folder, name);
  await writeFile(path, bytes);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  return { path, name, size: bytes.length, sha256, field: `images.${index}`, folder };
}
