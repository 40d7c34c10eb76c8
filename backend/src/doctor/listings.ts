import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from } from 'pg-copy-streams';
import { ownedFiles } from '../backup/owned-files.js';
import { listOwners } from '../backup/snapshot.js';
import type { Storage } from '../storage/storage.js';
import type { Patient } from './patient.js';

/** Where files are stored that rows show. */
const FOLDERS = ['images', 'logos'];
const LINES_AT_ONCE = 1000;

/**
 * Lists what is stored, and then what rows show, into two tables of this connection alone, which hold millions of keys
 * without any memory of this process.
 */
export async function listBoth({ client, storage, folder, signal }: Patient): Promise<void> {
  await client.query('CREATE TEMP TABLE stored_files ("key" text, "folder" text, "size" bigint)');
  await copyIn(client, 'stored_files', storedLines(storage), signal);
  // Files come before their rows: what was stored by now has its row, or the reservation of an upload.
  const owners = join(folder, 'owners');
  await listOwners(client, owners, signal);
  await client.query('CREATE TEMP TABLE shown_files ("key" text, "folder" text, "owner" text)');
  await copyIn(client, 'shown_files', shownLines(owners), signal);
  await client.query('ANALYZE stored_files');
  await client.query('ANALYZE shown_files');
}

/** Drops the tables of `listBoth`. */
export async function dropLists(client: Client): Promise<void> {
  await client.query('DROP TABLE IF EXISTS stored_files, shown_files');
}

async function* storedLines(storage: Storage): AsyncGenerator<string> {
  for (const folder of FOLDERS) {
    for await (const { key, size } of storage.list(folder)) yield line(key, folderOf(key), String(size));
  }
}

async function* shownLines(owners: string): AsyncGenerator<string> {
  for await (const { key, owner } of ownedFiles(owners)) yield line(key, folderOf(key), owner);
}

/** `images/<uuid>` of all that is in it. */
function folderOf(key: string): string {
  return key.split('/', 2).join('/');
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

// In the text format of COPY. On a disk a leftover may have any name.
function line(...values: string[]): string {
  const escaped = values.map((value) => value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character]!));
  return `${escaped.join('\t')}\n`;
}

async function copyIn(
  client: Client,
  table: string,
  lines: AsyncIterable<string>,
  signal?: AbortSignal,
): Promise<void> {
  await pipeline(Readable.from(together(lines)), client.query(from(`COPY ${table} FROM STDIN`)), { signal });
}

async function* together(lines: AsyncIterable<string>): AsyncGenerator<string> {
  let some: string[] = [];
  for await (const next of lines) {
    some.push(next);
    if (some.length < LINES_AT_ONCE) continue;
    yield some.join('');
    some = [];
  }
  yield some.join('');
}
