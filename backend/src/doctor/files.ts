import type { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { DeletionsService } from '../storage/deletions.service.js';
import { AI_PICTURE } from '../storage/keys.js';
import { untilFilesMayGo } from '../storage/removals-lock.js';
import type { Storage } from '../storage/storage.js';
import type { Finding } from './finding.js';
import { dropLists, listBoth } from './listings.js';
import { lostFile, type Shown } from './lost-file.js';
import type { Patient } from './patient.js';
import { rowsOf } from './rows.js';
import { isExpected } from './shown-folders.js';

// An empty file is none: no picture has no bytes.
const LOST = `
  SELECT "key", "owner" FROM shown_files
  WHERE NOT EXISTS (SELECT FROM stored_files WHERE stored_files."key" = shown_files."key" AND "size" > 0)`;

const UNSHOWN = `
  SELECT unshown.*, EXISTS (SELECT FROM shown_files WHERE shown_files."folder" = unshown."folder") AS "isKnown"
  FROM (
    SELECT "folder", min("key") AS "key", count(*)::int AS files FROM stored_files
    WHERE NOT EXISTS (SELECT FROM shown_files WHERE shown_files."key" = stored_files."key")
      AND NOT ("key" = "folder" || '/${AI_PICTURE}'
        AND EXISTS (SELECT FROM shown_files WHERE shown_files."folder" = stored_files."folder"))
    GROUP BY "folder"
  ) AS unshown
  WHERE NOT EXISTS (SELECT FROM deletions WHERE deletions."folder" = unshown."folder")`;

const KNOWN_FOLDERS = `SELECT count(DISTINCT stored_files."folder")::int FROM stored_files JOIN shown_files USING ("key")`;

/** A folder as the product makes them. */
const OURS = /^(images|logos)\/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

const BY_HAND = 'the product did not put that there: remove it by hand';

/** More unknown folders than this, and than known ones, look like the database of another storage. */
const SUSPICIOUS = 100;
const FOREIGN =
  'there is more of that than rows show, as if this were the database of another storage: check that first';

/** Rows whose files are not stored, and stored files that no row shows and nothing is about to remove. */
export async function* disagreeingFiles(patient: Patient): AsyncGenerator<Finding> {
  const { client } = patient;
  try {
    await listBoth(patient);
    for await (const shown of rowsOf<Shown>(client, LOST)) {
      const finding = await lostFile(patient, shown);
      if (finding) yield finding;
    }
    yield* orphans(patient);
  } finally {
    await dropLists(client).catch(() => undefined);
  }
}

interface Unshown {
  folder: string;
  /** One of its files. */
  key: string;
  files: number;
  /** Whether a row shows other files of the folder. */
  isKnown: boolean;
}

async function* orphans(patient: Patient): AsyncGenerator<Finding> {
  const { client, db, storage } = patient;
  const isForeign = await looksForeign(client);
  for await (const { folder, key, files, isKnown } of rowsOf<Unshown>(client, UNSHOWN)) {
    if (isKnown) {
      yield* strays(patient, folder);
      continue;
    }
    const what = `no row shows ${files === 1 ? key : `${files} files in ${folder}`}`;
    if (!OURS.test(folder)) {
      yield { what, cure: BY_HAND };
      continue;
    }
    // Uploads and removals went on since the lists were made.
    if (!(await db.transaction((manager) => isOrphan(manager, storage, folder)))) continue;
    if (isForeign) yield { what, cure: FOREIGN };
    else yield { what, cure: 'schedule its removal', mend: () => scheduleRemoval({ db, storage }, folder) };
  }
}

/** Further files in a folder of which a row shows some. While a file is being stored it has another name, so they are looked for again. */
async function* strays({ client, storage }: Patient, folder: string): AsyncGenerator<Finding> {
  const { rows } = await client.query<{ key: string }>('SELECT "key" FROM shown_files WHERE "folder" = $1', [folder]);
  for await (const { key } of storage.list(folder)) {
    const isOurs = key === `${folder}/${AI_PICTURE}` || rows.some((shown) => shown.key === key);
    if (!isOurs) yield { what: `no row shows ${key}`, cure: BY_HAND };
  }
}

async function looksForeign(client: Client): Promise<boolean> {
  const { rows } = await client.query<{ known: number; unknown: number }>(
    `SELECT (${KNOWN_FOLDERS}) AS known, (SELECT count(*)::int FROM (${UNSHOWN}) AS u WHERE NOT "isKnown") AS unknown`,
  );
  const { known, unknown } = rows[0]!;
  return unknown > SUSPICIOUS && unknown > known;
}

async function isOrphan(manager: EntityManager, storage: Storage, folder: string): Promise<boolean> {
  // A restore brings files before their rows.
  await untilFilesMayGo(manager);
  if (await isExpected(manager, folder)) return false;
  // No folder is used twice: it is an orphan if its files are still there now.
  const { done } = await storage.list(folder)[Symbol.asyncIterator]().next();
  return !done;
}

async function scheduleRemoval({ db, storage }: Pick<Patient, 'db' | 'storage'>, folder: string): Promise<void> {
  await db.transaction(async (manager) => {
    await untilFilesMayGo(manager);
    if (await isExpected(manager, folder)) return;
    await new DeletionsService(db, storage).schedule(manager, [folder]);
  });
}
