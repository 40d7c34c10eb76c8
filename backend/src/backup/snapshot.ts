import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type ClientBase } from 'pg';
import { to } from 'pg-copy-streams';
import { MIGRATIONS_LOCK } from '../database/migrate.js';
import { BackupError } from './backup-error.js';
import type { Manifest, TableRecord } from './manifest.js';
import { OWNERS } from './owned-files.js';
import { KEPT, MIGRATIONS } from './tables.js';

/** The rows of one instant, in files. */
export interface Snapshot extends Pick<Manifest, 'migrations' | 'tables'> {
  /** The file of a table. */
  fileOf(table: string): string;
  /** Lists what shows stored files, for `ownedFiles`. */
  ownersFile: string;
}

/** Values are written alike, and waits end, whatever the server's own settings are. */
const SETTINGS = `
  SET DateStyle = 'ISO, YMD'; SET IntervalStyle = 'postgres'; SET TimeZone = 'UTC'; SET extra_float_digits = 1;
  SET bytea_output = 'hex'; SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0;
  SET idle_session_timeout = 0; SET lock_timeout = '60s'`;

/** Prepares a connection for a backup or a restore. */
export async function prepareConnection(client: ClientBase): Promise<void> {
  await client.query(SETTINGS);
}

/**
 * Copies all rows that are kept, as they are at one instant, into files of this folder.
 * @throws BackupError where the database is not one of ours, or of a newer version
 */
export async function takeSnapshot(client: ClientBase, folder: string, signal?: AbortSignal): Promise<Snapshot> {
  const fileOf = (name: string) => join(folder, `${name}.copy`);
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const migrations = await appliedMigrations(client);
  const tables: TableRecord[] = [];
  for (const table of KEPT) {
    const columns = await columnsOf(client, table);
    if (columns.length > 0) tables.push(await copyOut(client, { table, columns, file: fileOf(table), signal }));
  }
  const ownersFile = join(folder, 'owners');
  await copyTo(client, OWNERS, ownersFile, signal);
  await client.query('COMMIT');
  await client.query('SELECT pg_advisory_unlock($1)', [MIGRATIONS_LOCK]);
  return { migrations, tables, fileOf, ownersFile };
}

/** Lists what shows stored files right now, for `ownedFiles`. */
export async function listOwners(client: ClientBase, file: string, signal?: AbortSignal): Promise<void> {
  await appliedMigrations(client);
  await copyTo(client, OWNERS, file, signal);
}

/**
 * Names of the migrations that were applied to the product's database.
 * @throws BackupError where there are none, or some of a newer version
 */
export async function appliedMigrations(client: ClientBase): Promise<string[]> {
  const names = await migrationsOf(client);
  if (names.length === 0) throw new BackupError('The database holds nothing of GMB Moments yet');
  const unknown = names.filter((name) => !MIGRATIONS.includes(name));
  if (unknown.length === 0) return names;
  throw new BackupError(
    `The database is of a newer version of GMB Moments, which changed it by ${unknown.join(', ')}: use that version`,
  );
}

/** Names of the migrations that were applied to a database, in their order; none where it is not ours. */
export async function migrationsOf(client: ClientBase): Promise<string[]> {
  const found = await client.query<{ found: boolean }>(`SELECT to_regclass('migrations') IS NOT NULL AS found`);
  if (!found.rows[0]?.found) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
  return rows.map(({ name }) => name);
}

async function columnsOf(client: ClientBase, table: string): Promise<{ name: string; identity: boolean }[]> {
  const { rows } = await client.query<{ name: string; identity: boolean }>(
    `SELECT attname AS name, attidentity <> '' AS identity FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

interface CopyOut {
  table: string;
  columns: { name: string; identity: boolean }[];
  file: string;
  signal?: AbortSignal;
}

async function copyOut(client: ClientBase, { table, columns, file, signal }: CopyOut): Promise<TableRecord> {
  const names = columns.map(({ name }) => name);
  const rows = await copyTo(client, `SELECT ${names.map(escapeIdentifier).join(', ')} FROM ${table}`, file, signal);
  const column = columns.find(({ identity }) => identity)?.name;
  const identity = column ? { column, next: await nextOf(client, table, column) } : null;
  return { name: table, columns: names, rows, identity };
}

async function copyTo(client: ClientBase, query: string, file: string, signal?: AbortSignal): Promise<number> {
  const stream = client.query(to(`COPY (${query}) TO STDOUT`));
  await pipeline(stream, createWriteStream(file, { mode: 0o600 }), { signal });
  // The number of rows comes after the last of them, and before the answer to another query.
  await client.query('SELECT 1');
  return stream.rowCount;
}

async function nextOf(client: ClientBase, table: string, column: string): Promise<string> {
  const sequence = await client.query<{ name: string }>('SELECT pg_get_serial_sequence($1, $2) AS name', [
    table,
    column,
  ]);
  const { rows } = await client.query<{ next: string }>(
    `SELECT last_value + is_called::int AS next FROM ${sequence.rows[0]!.name}`,
  );
  return rows[0]!.next;
}
