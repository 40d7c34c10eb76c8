import type { Client } from 'pg';
import { FILE_ROOTS } from '../../database/file-owners.js';
import type { Storage } from '../../platform/storage/storage.js';
import { filesOfRows, inBatches } from '../backup/snapshot.js';
import type { CheckContext } from './check.js';

const FILES_AT_ONCE = 1000;
const FOLDER = `split_part("key", '/', 1) || '/' || split_part("key", '/', 2)`;
const COLUMNS = `"key" text, "folder" text GENERATED ALWAYS AS (${FOLDER}) STORED`;

/**
 * Lists the stored files into `stored_files`, and then the files that rows own into `owned_files`: temporary tables of this
 * connection, so that millions of keys take no memory in this process. `dropListings` must follow in any case.
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
  // Rows are listed after files, since a file is stored before its row: what has no row now is an orphan, or belongs to an
  // upload that has reserved its folder (`deletions`).
  await client.query(`CREATE TEMP TABLE owned_files (${COLUMNS}, "owner" text, "bytes" bigint)`);
  const into = 'INSERT INTO owned_files ("key", "owner", "bytes")';
  for await (const files of inBatches(filesOfRows(client), FILES_AT_ONCE)) {
    signal?.throwIfAborted();
    await client.query(`${into} SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[])`, [
      files.map(({ key }) => key),
      files.map(({ owner }) => owner),
      files.map(({ size }) => size ?? null),
    ]);
  }
  await client.query('ANALYZE stored_files');
  await client.query('ANALYZE owned_files');
}

/** Removes the listings. Fails silently: a lost connection has removed them, and the error of the check is the one to report. */
export async function dropListings(client: Client): Promise<void> {
  await client.query('DROP TABLE IF EXISTS stored_files, owned_files').catch(() => undefined);
}

async function* storedFiles(storage: Storage): ReturnType<Storage['list']> {
  for (const root of FILE_ROOTS) yield* storage.list(root);
}
