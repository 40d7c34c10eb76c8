import type { EntityManager } from 'typeorm';
import { ALL_OWNED_FOLDERS, FILE_ROOTS } from '../../database/file-owners.js';
import { Deletion } from '../../platform/storage/deletion.entity.js';
import { DeletionsService } from '../../platform/storage/deletions.service.js';
import { AI_PICTURE } from '../../platform/storage/keys.js';
import { mayRemoveFiles, waitUntilRemovalsAllowed } from '../../platform/storage/removals-lock.js';
import type { Check, CheckContext, Finding } from './check.js';
import { streamRows } from '../rows.queries.js';
import { StorageError } from '../../platform/storage/storage.js';
import {
  dropListings,
  isExpected,
  listFiles,
  looksForeign,
  ownedKeysIn,
  FOLDERS_WITHOUT_ROW,
  WRONG_FILES,
} from './files.queries.js';
import { damagedFile, missingFile, type FileOfRow } from './wrong-file.js';

/** Finds missing rights and other problems that prevent the product from using the storage. */
export const unusableStorage: Check = async function* check({ storage }) {
  try {
    await storage.prepare({ create: false });
  } catch (error) {
    if (!(error instanceof StorageError)) throw error;
    yield { problem: error.line, action: 'see to it, and run this again' };
  }
};

const OWNED = `"folder" IN (${ALL_OWNED_FOLDERS})`;

/** Finds scheduled removals of files that a row owns. */
export const unwantedRemovals: Check = async function* check({ client, db }) {
  const unwanted = `SELECT "id", "folder" FROM deletions WHERE ${OWNED}`;
  for await (const { id, folder } of await streamRows<{ id: string; folder: string }>(client, unwanted)) {
    const problem = `the files in ${folder} are to be removed, but a row shows them`;
    const keep = () => db.createQueryBuilder().delete().from(Deletion).where(OWNED).andWhere({ id }).execute();
    yield { problem, action: 'keep them', repair: async () => void (await keep()) };
  }
};

const OVERDUE = `
  SELECT "id", "folder", "notBefore"::text AS "dueAt", "attempts", "lastError" FROM deletions
  WHERE "notBefore" < now() - interval '15 minutes' OR "attempts" >= 5`;

/** Finds removals that are overdue or fail repeatedly. */
export const overdueRemovals: Check = async function* check({ client, db, storage }) {
  // A running backup may prevent removals for hours.
  if (!(await db.transaction(mayRemoveFiles))) return;
  type Row = { id: string; folder: string; dueAt: string; attempts: number; lastError: string | null };
  for await (const { id, folder, dueAt, attempts, lastError } of await streamRows<Row>(client, OVERDUE)) {
    const tried = attempts > 0 ? `tried ${attempts} times, last: ${lastError}` : 'not tried';
    yield {
      problem: `the files in ${folder} were to be removed at ${dueAt} (${tried})`,
      action: 'remove them now',
      repair: async () => {
        await db.manager.update(Deletion, { id }, { notBefore: () => 'now()' });
        await new DeletionsService(db, storage).runDue();
        const left = await db.manager.findOneBy(Deletion, { id });
        if (left) throw new Error(left.lastError ?? 'a backup prevents it');
      },
    };
  }
};

/** Names of the folders that the product creates. */
const PRODUCT_FOLDER = new RegExp(`^(${FILE_ROOTS.join('|')})/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`);

const REMOVE_BY_HAND = 'the product did not put that there: remove it by hand';

const CHECK_STORAGE =
  'there is more of that than rows show, as if this were the database of another storage: check that first';

/** A row of `WRONG_FILES`. */
interface WrongFile extends FileOfRow {
  bytes: string | null;
  /** `null` if it is missing. */
  size: string | null;
}

/**
 * Finds rows whose files are missing or damaged, and stored files that no row owns and that are not to be removed.
 */
export const mismatchedFiles: Check = async function* check(context) {
  const { client } = context;
  try {
    await listFiles(context);
    for await (const file of await streamRows<WrongFile>(client, WRONG_FILES)) {
      const { key, bytes, size } = file;
      const finding = await (size === null
        ? missingFile(context, file)
        : damagedFile(context, file, `${key} has ${size} bytes, and ${bytes} were uploaded`));
      if (finding) yield finding;
    }
    yield* filesWithoutRow(context);
  } finally {
    await dropListings(client);
  }
};

/** A folder with files that no row owns. */
interface FolderWithoutRow {
  folder: string;
  /** One of its files. */
  key: string;
  files: number;
  /** Whether a row owns other files of the folder. */
  isKnown: boolean;
}

async function* filesWithoutRow(context: CheckContext): AsyncGenerator<Finding> {
  const { client, db, storage } = context;
  const isForeign = await looksForeign(client);
  for await (const { folder, key, files, isKnown } of await streamRows<FolderWithoutRow>(client, FOLDERS_WITHOUT_ROW)) {
    const problem = `no row shows ${files === 1 ? key : `${files} files in ${folder}`}`;
    if (isKnown) yield* unknownFilesIn(folder, context);
    else if (!PRODUCT_FOLDER.test(folder)) yield { problem, action: REMOVE_BY_HAND };
    // Checked again, because uploads and removals continue after the listing.
    else if (!(await db.transaction((manager) => isOrphan(manager, context, folder)))) continue;
    else if (isForeign) yield { problem, action: CHECK_STORAGE };
    else {
      const schedule = async (manager: EntityManager): Promise<void> => {
        if (await isOrphan(manager, context, folder))
          await new DeletionsService(db, storage).schedule(manager, [folder]);
      };
      yield { problem, action: 'schedule its removal', repair: () => db.transaction(schedule) };
    }
  }
}

/**
 * Finds unknown files in a known folder. Lists it again, because a file has another name while it is being stored.
 */
async function* unknownFilesIn(folder: string, { client, storage }: CheckContext): AsyncGenerator<Finding> {
  const known = [`${folder}/${AI_PICTURE}`, ...(await ownedKeysIn(client, folder))];
  for await (const { key } of storage.list(folder)) {
    if (!known.includes(key)) yield { problem: `no row shows ${key}`, action: REMOVE_BY_HAND };
  }
}

async function isOrphan(manager: EntityManager, { storage }: CheckContext, folder: string): Promise<boolean> {
  // Waits for a running restore, which prevents removals and stores files before their rows.
  await waitUntilRemovalsAllowed(manager);
  if (await isExpected(manager, folder)) return false;
  // No folder is used twice, so it is an orphan if its files still exist now.
  for await (const file of storage.list(folder)) return Boolean(file);
  return false;
}
