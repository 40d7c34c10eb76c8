import type { ClientBase } from 'pg';
import type { EntityManager } from 'typeorm';
import { FILE_ROOTS, partsOf, rowsOwning } from '../../database/file-owners.js';
import { AI_PICTURE } from '../../platform/storage/keys.js';
import type { Storage } from '../../platform/storage/storage.js';
import { filesOfRows, inBatches } from '../backup/snapshot.js';
import type { CheckContext } from './check.js';

const FILES_AT_ONCE = 1000;
const FOLDER = `split_part("key", '/', 1) || '/' || split_part("key", '/', 2)`;
const COLUMNS = `"key" text, "folder" text GENERATED ALWAYS AS (${FOLDER}) STORED`;

/**
 * Lists the stored files into `stored_files`, and then the files that rows own into `owned_files`. Both are temporary
 * tables of this connection, so that millions of keys take no memory in this process. `dropListings` must be called
 * afterwards.
 */
export async function listFiles({ client, storage, signal }: CheckContext): Promise<void> {
  await client.query(`CREATE TEMP TABLE stored_files (${COLUMNS}, "size" bigint)`);
  for await (const files of inBatches(storedFiles(storage), FILES_AT_ONCE)) {
    signal?.throwIfAborted();
    await client.query('INSERT INTO stored_files ("key", "size") SELECT * FROM unnest($1::text[], $2::bigint[])', [
      files.map(({ key }) => key),
      files.map(({ size }) => size),
    ]);
  }
  // Rows are listed after files, because a file is stored before its row: a listed file without a row is an orphan,
  // or belongs to an upload that has reserved its folder (`deletions`).
  await client.query(`CREATE TEMP TABLE owned_files (${COLUMNS}, "owner" text, "bytes" bigint)`);
  const into = 'INSERT INTO owned_files ("key", "owner", "bytes")';
  for await (const files of inBatches(await filesOfRows(client), FILES_AT_ONCE)) {
    signal?.throwIfAborted();
    await client.query(`${into} SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])`, [
      files.map(({ key }) => key),
      files.map(({ owner }) => owner),
      files.map(({ size }) => size),
    ]);
  }
  await client.query('ANALYZE stored_files');
  await client.query('ANALYZE owned_files');
}

/**
 * Drops the listings. Ignores errors: if the connection was lost, they are gone, and the check reports its own error.
 */
export async function dropListings(client: ClientBase): Promise<void> {
  await client.query('DROP TABLE IF EXISTS stored_files, owned_files').catch(() => undefined);
}

async function* storedFiles(storage: Storage): ReturnType<Storage['list']> {
  for (const root of FILE_ROOTS) yield* storage.list(root);
}

/**
 * SQL: files of rows that are not stored, or whose size differs from that of the upload. Empty files count as
 * missing.
 */
export const WRONG_FILES = `
  SELECT "key", "owner", "bytes", nullif("size", 0) AS "size" FROM owned_files LEFT JOIN stored_files USING ("key")
  WHERE coalesce("size", 0) = 0 OR "bytes" <> "size"`;

/** SQL: folders with files that no row owns and whose removal is not scheduled. */
export const FOLDERS_WITHOUT_ROW = `
  SELECT found.*, EXISTS (SELECT FROM owned_files WHERE owned_files."folder" = found."folder") AS "isKnown"
  FROM (
    SELECT "folder", min("key") AS "key", count(*)::int AS files FROM stored_files
    WHERE NOT EXISTS (SELECT FROM owned_files WHERE owned_files."key" = stored_files."key")
      AND NOT ("key" = "folder" || '/${AI_PICTURE}'
        AND EXISTS (SELECT FROM owned_files WHERE owned_files."folder" = stored_files."folder"))
    GROUP BY "folder"
  ) AS found
  WHERE NOT EXISTS (SELECT FROM deletions WHERE deletions."folder" = found."folder")`;

/** Returns the keys of the files in a folder that rows own. */
export async function ownedKeysIn(client: ClientBase, folder: string): Promise<string[]> {
  const { rows } = await client.query<{ key: string }>('SELECT "key" FROM owned_files WHERE "folder" = $1', [folder]);
  return rows.map(({ key }) => key);
}

/**
 * If there are more unknown folders than this, and more than known ones, the storage probably belongs to another
 * database.
 */
const UNKNOWN_FOLDERS_MAX = 100;

/** Whether the storage probably belongs to another database. */
export async function looksForeign(client: ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ known: number; unknown: number }>(
    `SELECT (SELECT count(DISTINCT stored_files."folder")::int FROM stored_files JOIN owned_files USING ("key")) AS known,
       (SELECT count(*)::int FROM (${FOLDERS_WITHOUT_ROW}) AS found WHERE NOT "isKnown") AS unknown`,
  );
  const { known, unknown } = rows[0]!;
  return unknown > UNKNOWN_FOLDERS_MAX && unknown > known;
}

/** Whether a row owns the files of this folder, an upload has reserved it, or its removal is scheduled. */
export async function isExpected(manager: EntityManager, folder: string): Promise<boolean> {
  const { root, fileId } = partsOf(folder);
  // In one statement, because a commit can turn each of these states into another one.
  const query = `${rowsOwning(root)} UNION ALL SELECT 1 FROM deletions WHERE "folder" = $2 LIMIT 1`;
  return (await manager.query<unknown[]>(query, [fileId, folder])).length > 0;
}

/** The picture of an image, or of its earlier, rejected version. */
export interface Picture {
  fileId: string;
  fileName: string;
  extension: string;
  momentId: string;
  isEarlier: boolean;
}

const PICTURE = `
  SELECT "fileId", "fileName", "extension", "momentId", false AS "isEarlier" FROM images WHERE "fileId" = $1::uuid
  UNION ALL
  SELECT ("earlier"->>'fileId')::uuid, "earlier"->>'fileName', "earlier"->>'extension', "momentId", true FROM images
  WHERE "earlier" IS NOT NULL AND "earlier"->>'fileId' = ($1::uuid)::text LIMIT 1`;

/** Returns the picture that a file belongs to; `null` when no row has it. */
export async function findPicture(manager: EntityManager, key: string): Promise<Picture | null> {
  const [picture] = await manager.query<Picture[]>(PICTURE, [key.split('/')[1]]);
  return picture ?? null;
}

/** Whether a row owns this file. */
export async function isOwned(manager: EntityManager, key: string): Promise<boolean> {
  const { root, fileId } = partsOf(key);
  return (await manager.query<unknown[]>(`${rowsOwning(root)} LIMIT 1`, [fileId])).length > 0;
}
