import { existsSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ImageView } from '../src/contract/images.js';
import { DeletionsService } from '../src/platform/storage/deletions.service.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';

/** Every file that the app stores or is receiving, as paths below its data directory. */
export async function filesOf({ dataDir }: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['media', 'incoming']) {
    for (const entry of await entriesBelow(join(dataDir, folder)))
      if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(dataDir.length));
  }
  return found.sort();
}

// A folder that is removed during the listing makes it fail, so it is listed again.
async function entriesBelow(folder: string): Promise<Dirent[]> {
  for (;;) {
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true });
    } catch {
      if (!existsSync(folder)) return [];
    }
  }
}

/** The files that belong to images: those of their rows, and the picture for the AI. */
export function filesOfImages(images: ImageView[]): string[] {
  return images
    .flatMap(({ imageUrl, previewUrl, thumbnailUrl }) => [
      imageUrl,
      previewUrl,
      thumbnailUrl,
      previewUrl.replace('preview.webp', 'ai.jpg'),
    ])
    .sort();
}

/** The files that rows own: those that the worker leaves when all removals are due. */
export async function ownedFiles(app: TestApp): Promise<string[]> {
  await eventually(async () => {
    expect((await filesOf(app)).filter((path) => path.startsWith('/incoming'))).toEqual([]);
  });
  const worker = await app.startWorker();
  await app.db.query('UPDATE deletions SET "notBefore" = now()');
  await worker.get(DeletionsService, { strict: false }).runDue();
  // The worker's own sweep may be removing some of them.
  await eventually(async () => {
    expect(await app.db.query('SELECT "folder" FROM deletions WHERE "notBefore" <= now()')).toEqual([]);
  });
  return filesOf(app);
}

/** The files in storage, without uploads that are being received or removed. */
export async function keptFiles(app: TestApp): Promise<string[]> {
  return (await filesOf(app)).filter((file) => !file.startsWith('/incoming/'));
}

/** Waits until the app stores exactly these files, and receives none. */
export async function eventuallyFiles(app: TestApp, files: string[]): Promise<void> {
  await eventually(async () => expect(await filesOf(app)).toEqual(files));
}
