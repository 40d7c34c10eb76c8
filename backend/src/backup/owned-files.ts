import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { imageKeys, logoKey } from '../storage/keys.js';

/** A file that some row shows. */
export interface OwnedFile {
  key: string;
  /** The row, in words. */
  owner: string;
}

/** Query of what shows files, in the text format of COPY: no value holds a tab or a line break. */
export const OWNERS = `
  SELECT 'image', "fileId", "extension", 'image ' || "id" || ' of moment ' || "momentId" FROM images
  UNION ALL SELECT 'logo', "logoFileId", '', 'agency ' || "id" FROM agencies WHERE "logoFileId" IS NOT NULL
  UNION ALL SELECT 'logo', "logoFileId", '', 'settings' FROM settings WHERE "logoFileId" IS NOT NULL`;

/** The files of all owners that stand in a file, as `OWNERS` answered them. */
export async function* ownedFiles(path: string): AsyncGenerator<OwnedFile> {
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const [kind, fileId = '', extension = '', owner = ''] = line.split('\t');
    const keys = kind === 'image' ? Object.values(imageKeys(fileId, extension)) : [logoKey(fileId)];
    for (const key of keys) yield { key, owner };
  }
}
