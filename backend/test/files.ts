import { existsSync, type Dirent } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '@jest/globals';
import type { ImageView } from '../src/contract/images.js';
import { DeletionsService } from '../src/storage/deletions.service.js';
import type { TestApp } from './app.js';
import { eventually } from './eventually.js';

/** Every file that the app keeps or still receives, as paths below its data directory. */
export async function filesOf({ dataDir }: TestApp): Promise<string[]> {
  const found: string[] = [];
  for (const folder of ['media', 'incoming']) {
    for (const entry of await entriesBelow(join(dataDir, folder)))
      if (entry.isFile()) found.push(join(entry.parentPath, entry.name).slice(dataDir.length));
  }
  return found.sort();
}

// A folder that is removed while it is being read ends the reading: what else there is must not pass for gone.
async function entriesBelow(folder: string): Promise<Dirent[]> {
  for (;;) {
    try {
      return await readdir(folder, { recursive: true, withFileTypes: true });
    } catch {
      if (!existsSync(folder)) return [];
    }
  }
}

/** The files that belong to images: what their rows show, and what the AI gets. */
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

/** Files that the worker leaves when everything that nobody owns is due: those that rows own. */
export async function ownedFiles(app: TestApp): Promise<string[]> {
  await eventually(async () => {
    expect((await filesOf(app)).filter((path) => path.startsWith('/incoming'))).toEqual([]);
  });
  const worker = await app.work();
  await app.db.query('UPDATE deletions SET "notBefore" = now()');
  await worker.get(DeletionsService, { strict: false }).runDue();
  return filesOf(app);
}

/** The files that stay: without those of a request before, which may still be clearing its folder. */
export async function keptFiles(app: TestApp): Promise<string[]> {
  return (await filesOf(app)).filter((file) => !file.startsWith('/incoming/'));
}
