import type { OwnedFile } from './owned-files.js';
import type { OpenFile, PatientStorage } from './patient-storage.js';

const AHEAD = 8;

/** A file that some row shows; `found` is null when the storage does not have it. */
export interface OpenedFile extends OwnedFile {
  found: OpenFile | null;
}

/** Opens a few files ahead of whoever reads them one by one: with small files, most of the time goes by until a storage answers. */
export async function* openAhead(files: AsyncIterable<OwnedFile>, storage: PatientStorage): AsyncGenerator<OpenedFile> {
  const opening: Promise<OpenedFile>[] = [];
  try {
    for await (const file of files) {
      opening.push(startToOpen(file, storage));
      if (opening.length > AHEAD) yield await opening.shift()!;
    }
    while (opening.length > 0) yield await opening.shift()!;
  } finally {
    const left = await Promise.allSettled(opening);
    for (const result of left) if (result.status === 'fulfilled') result.value.found?.discard();
  }
}

function startToOpen(file: OwnedFile, storage: PatientStorage): Promise<OpenedFile> {
  const opened = storage.open(file.key).then((found) => ({ ...file, found }));
  // Told when its turn comes.
  opened.catch(() => undefined);
  return opened;
}
