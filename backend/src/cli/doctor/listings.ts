import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { FILE_ROOTS } from '../../database/file-owners.js';
import type { Storage } from '../../platform/storage/storage.js';
import { inBatches, listOwners, ownedFiles } from '../backup/snapshot.js';
import type { CheckContext } from './check.js';

const LINES_AT_ONCE = 1000;
const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

/**
 * Lists the stored files into `stored_files`, and then the files that rows own into `owned_files`: temporary tables of this
 * connection, so that millions of keys take no memory in this process. `dropListings` must follow in any case.
 */
export async function listFiles({ client, storage, folder, signal }: CheckContext): Promise<void> {
  await client.query('CREATE TEMP TABLE stored_files ("key" text, "folder" text, "size" bigint)');
  await copyIn(client, 'stored_files', storedFiles(storage), signal);
  // Rows are listed after files, since a file is stored before its row: what has no row now is an orphan, or belongs to an
  // upload that has reserved its folder (`deletions`).
  const owners = join(folder, 'owners');
  await listOwners(client, owners, signal);
  await client.query('CREATE TEMP TABLE owned_files ("key" text, "folder" text, "owner" text, "bytes" text)');
  await copyIn(client, 'owned_files', filesOfRows(owners), signal);
  await client.query('ANALYZE stored_files');
  await client.query('ANALYZE owned_files');
}

/** Removes the listings. Fails silently: a lost connection has removed them, and the error of the check is the one to report. */
export async function dropListings(client: Client): Promise<void> {
  await client.query('DROP TABLE IF EXISTS stored_files, owned_files').catch(() => undefined);
}

async function* storedFiles(storage: Storage): AsyncGenerator<string[]> {
  for (const root of FILE_ROOTS) {
    for await (const { key, size } of storage.list(root)) yield [key, folderOf(key), String(size)];
  }
}

async function* filesOfRows(owners: string): AsyncGenerator<string[]> {
  for await (const { key, owner, size } of ownedFiles(owners)) yield [key, folderOf(key), owner, String(size ?? '')];
}

/** The folder of a file: the first two segments of its key. */
function folderOf(key: string): string {
  return key.split('/', 2).join('/');
}

async function copyIn(client: Client, table: string, rows: AsyncIterable<string[]>, signal?: AbortSignal) {
  await pipeline(Readable.from(copyText(rows)), client.query(from(`COPY ${table} FROM STDIN`)), { signal });
}

/** Formats rows in the text format of COPY, with escaping: a foreign file on the disk may have any name. */
async function* copyText(rows: AsyncIterable<string[]>): AsyncGenerator<string> {
  const escaped = (value: string): string => value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!);
  for await (const batch of inBatches(rows, LINES_AT_ONCE)) {
    yield batch.map((values) => `${values.map(escaped).join('\t')}\n`).join('');
  }
}
