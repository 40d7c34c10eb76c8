import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type ClientBase } from 'pg';
import { from, to } from 'pg-copy-streams';
import { ALL_OWNED_FOLDERS, OWNED_FOLDERS } from '../../database/file-owners.js';
import { MIGRATIONS_LOCK } from '../../database/migrate.js';
import { OperatorError } from '../../platform/operator-error.js';
import type { TableRecord } from './archive.js';

// Queries for whole tables. They use no entities, because other versions of the product may have made the tables.

/** Returns the names of all tables, without those of extensions. */
export async function listTables(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`,
  );
  return rows.map(({ name }) => name);
}

/** Whether a table has more than this number of rows. */
export async function hasMoreRows(client: ClientBase, table: string, allowed: number): Promise<boolean> {
  const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT ${allowed + 1}`);
  return (rowCount ?? 0) > allowed;
}

/** Runs `read` in one database snapshot (REPEATABLE READ), while no migration runs. */
export async function inReadSnapshot<T>(client: ClientBase, read: () => Promise<T>): Promise<T> {
  await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  const result = await read();
  await client.query('COMMIT');
  await client.query('SELECT pg_advisory_unlock($1)', [MIGRATIONS_LOCK]);
  return result;
}

/** Writes all rows of a table into a file. @returns the table's record; `null` if there is no such table */
export async function copyTable(
  client: ClientBase,
  table: string,
  file: string,
  signal?: AbortSignal,
): Promise<TableRecord | null> {
  const columns = await findColumns(client, table);
  if (columns.length === 0) return null;
  const names = columns.map(({ name }) => name);
  const copy = client.query(to(`COPY (SELECT ${names.map(escapeIdentifier).join(', ')} FROM ${table}) TO STDOUT`));
  await pipeline(copy, createWriteStream(file, { mode: 0o600 }), { signal });
  // `rowCount` is set after the last row arrived; another query makes sure of that.
  await client.query('SELECT 1');
  const column = columns.find(({ identity }) => identity)?.name;
  const identity = column ? { column, next: await findNextIdentity(client, table, column) } : null;
  return { name: table, columns: names, rows: copy.rowCount, identity };
}

async function findColumns(client: ClientBase, table: string): Promise<{ name: string; identity: boolean }[]> {
  const { rows } = await client.query<{ name: string; identity: boolean }>(
    `SELECT attname AS name, attidentity <> '' AS identity FROM pg_attribute
     WHERE attrelid = to_regclass($1) AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [table],
  );
  return rows;
}

async function findNextIdentity(client: ClientBase, table: string, column: string): Promise<string> {
  const name = 'SELECT pg_get_serial_sequence($1, $2) AS name';
  const sequence = await client.query<{ name: string }>(name, [table, column]);
  const { rows } = await client.query<{ next: string }>(
    `SELECT last_value + is_called::int AS next FROM ${sequence.rows[0]!.name}`,
  );
  return rows[0]!.next;
}

/** Fills a table from COPY data. @throws OperatorError if the number of rows differs from its record */
export async function copyIn(
  client: ClientBase,
  table: TableRecord,
  content: AsyncIterable<Uint8Array>,
): Promise<void> {
  const { name, columns, rows, identity } = table;
  const stream = client.query(from(`COPY ${name} (${columns.map(escapeIdentifier).join(', ')}) FROM STDIN`));
  await pipeline(content, stream);
  if (stream.rowCount !== rows) {
    throw new OperatorError(`The table ${name} should have ${rows} rows, but the archive gave ${stream.rowCount}`);
  }
  if (identity) {
    const next = 'SELECT setval(pg_get_serial_sequence($1, $2), $3, false)';
    await client.query(next, [name, identity.column, identity.next]);
  }
}

/** Removes the rows of these tables. */
export async function emptyTables(client: ClientBase, names: string[]): Promise<void> {
  await client.query(`TRUNCATE ${names.join(', ')} CASCADE`);
}

/** Drops all tables and functions of a database, except those of extensions. */
export async function dropAll(client: ClientBase): Promise<void> {
  const tables = await listTables(client);
  if (tables.length > 0) await client.query(`DROP TABLE ${tables.map(escapeIdentifier).join(', ')} CASCADE`);
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure AS signature FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  );
  for (const { signature } of rows) await client.query(`DROP ROUTINE ${signature}`);
  // The queue's tables. Nothing is lost, because workers enqueue every unfinished run again.
  await client.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
}

/** Saves the folders that rows own now into a temporary table, for `scheduleRemovals` in the same transaction. */
export async function rememberFolders(client: ClientBase): Promise<void> {
  const existing = await listTables(client);
  await client.query('CREATE TEMP TABLE folders_before (folder text) ON COMMIT DROP');
  for (const { table, query } of [...OWNED_FOLDERS, { table: 'deletions', query: 'SELECT "folder" FROM deletions' }]) {
    if (existing.includes(table)) await client.query(`INSERT INTO folders_before ${query}`);
  }
}

/** Schedules the removal of the folders that rows owned at `rememberFolders` and do not own now. */
export async function scheduleRemovals(client: ClientBase): Promise<void> {
  await client.query(
    `INSERT INTO deletions ("folder") SELECT folder FROM folders_before EXCEPT (${ALL_OWNED_FOLDERS})`,
  );
}
