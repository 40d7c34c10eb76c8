import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { EVERYTHING } from '../../access/scope.js';
import { partsOf, type OwnedFile } from '../../database/file-owners.js';
import { lockMoment } from '../../moments/moment-status.queries.js';
import { readPicture } from '../../pictures/picture.js';
import { imageKeys } from '../../platform/storage/keys.js';
import { RetryingStorage } from '../backup/retrying-storage.js';
import type { CheckContext, Finding } from './check.js';
import { findPicture, isOwned, type Picture } from './files.queries.js';

/** A file, and a description of the row that owns it. */
export type FileOfRow = Pick<OwnedFile, 'key' | 'owner'>;

/** Returns the finding about a damaged original; `null` when it was replaced or deleted meanwhile. */
export async function damagedFile(
  { db }: CheckContext,
  { key, owner }: FileOfRow,
  difference: string,
): Promise<Finding | null> {
  const picture = await findPicture(db.manager, key);
  return picture && { problem: `${owner} has a damaged file: ${difference}`, action: adviceWithoutOriginal(picture) };
}

/** Checks a file again that was missing in the listing; `null` when it exists by now, or no row owns it any more. */
export async function missingFile(context: CheckContext, { key, owner }: FileOfRow): Promise<Finding | null> {
  const { manager } = context.db;
  const storage = new RetryingStorage(context.storage, context.signal);
  if ((await storage.stat(key))?.size) return null;
  // Files are removed after their rows, so a row that is still there has really lost its file.
  if (!(await isOwned(manager, key))) return null;
  const problem = `${owner} has lost its file ${key}`;
  const { root, fileId } = partsOf(key);
  if (root === 'logos') return { problem, action: 'upload the logo again, or restore a backup' };
  const picture = await findPicture(manager, key);
  if (!picture) return null;
  const { original } = imageKeys(fileId, picture.extension);
  if (key === original || !(await storage.stat(original))?.size)
    return { problem, action: adviceWithoutOriginal(picture) };
  return {
    problem,
    action: 'create it again from the original',
    repair: () => recreateDerivative(context, picture, key),
  };
}

/** Returns the advice for a picture whose original is lost or damaged. */
function adviceWithoutOriginal({ isEarlier }: Picture): string {
  return isEarlier ? 'restore a backup' : 'replace the image, or restore a backup';
}

async function recreateDerivative({ db, storage, signal }: CheckContext, owned: Picture, key: string): Promise<void> {
  const { fileId, fileName, extension, momentId } = owned;
  const folder = await mkdtemp(join(tmpdir(), 'gmb-doctor-'));
  try {
    const { original, preview } = imageKeys(fileId, extension);
    const path = join(folder, 'original');
    const file = await new RetryingStorage(storage, signal).open(original);
    if (!file) throw new Error(`${original} is missing as well`);
    await pipeline(file.content, createWriteStream(path));
    const picture = await readPicture(path, fileName, folder);
    await db.transaction(async (manager) => {
      // This lock prevents that the image, and with it the folder, is deleted or replaced meanwhile.
      await lockMoment(manager, momentId, EVERYTHING);
      if (!(await isOwned(manager, key))) return;
      await storage.put(key, key === preview ? picture.previewPath : picture.thumbnailPath);
    });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
