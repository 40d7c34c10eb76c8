import { createWriteStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { PatientStorage } from '../backup/patient-storage.js';
import { Image } from '../images/image.entity.js';
import { readPicture } from '../images/picture.js';
import { lockMoment } from '../moments/settle.js';
import { imageKeys } from '../storage/keys.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import { isShown } from './shown-folders.js';

/** A file that a row shows. */
export interface Shown {
  key: string;
  /** The row, in words. */
  owner: string;
}

/** Looks again for a file that was not listed; `null` when it is there by now, or nothing shows it any more. */
export async function lostFile(patient: Patient, { key, owner }: Shown): Promise<Finding | null> {
  const storage = new PatientStorage(patient.storage, patient.signal);
  if ((await storage.stat(key))?.size) return null;
  const [kind, fileId = ''] = key.split('/');
  // Files go after their rows: a row that still shows one has really lost it.
  if (!(await isShown(patient.db.manager, `${kind}/${fileId}`))) return null;
  const what = `${owner} has lost its file ${key}`;
  if (kind === 'logos') return { what, cure: 'upload the logo again, or restore a backup' };
  const image = await patient.db.manager.findOneBy(Image, { fileId });
  const original = image && imageKeys(fileId, image.extension).original;
  if (!original || key === original || !(await storage.stat(original))?.size) {
    return { what, cure: 'replace the image, or restore a backup' };
  }
  return { what, cure: 'make it anew from the original', mend: () => makeAnew(patient, image, key) };
}

async function makeAnew({ db, storage, folder, signal }: Patient, image: Image, key: string): Promise<void> {
  const { fileId, fileName, extension, momentId } = image;
  const work = await mkdtemp(join(folder, 'image-'));
  try {
    const { original, preview } = imageKeys(fileId, extension);
    const path = join(work, 'original');
    await fetchFile(new PatientStorage(storage, signal), original, path);
    const picture = await readPicture(path, fileName, work);
    await db.transaction(async (manager) => {
      // Under its lock the image can neither go nor be replaced, and with it this folder.
      await lockMoment(manager, momentId);
      if (!(await manager.existsBy(Image, { fileId }))) return;
      await storage.put(key, key === preview ? picture.previewPath : picture.thumbnailPath);
    });
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

async function fetchFile(storage: PatientStorage, key: string, path: string): Promise<void> {
  const file = await storage.open(key);
  if (!file) throw new Error(`${key} is gone as well`);
  await pipeline(file.content, createWriteStream(path));
}
