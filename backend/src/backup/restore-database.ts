import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { MIGRATIONS_LOCK } from '../database/migrate.js';
import { readArchive } from './archive-reader.js';
import { BackupError } from './backup-error.js';
import { tableEntry, type Manifest, type TableRecord } from './manifest.js';
import { migrationsOf } from './snapshot.js';
import { KEPT, MIGRATIONS, NOT_KEPT, OF_MIGRATIONS } from './tables.js';

/** What shows stored files, or says that they are to be removed, as folders. */
const FOLDERS: Record<string, string> = {
  images: `SELECT 'images/' || "fileId" FROM images`,
  agencies: `SELECT 'logos/' || "logoFileId" FROM agencies WHERE "logoFileId" IS NOT NULL`,
  settings: `SELECT 'logos/' || "logoFileId" FROM settings WHERE "logoFileId" IS NOT NULL`,
};
const SCHEDULED = { deletions: 'SELECT "folder" FROM deletions' };

/** Whether a database holds anything that a restore would remove. */
export async function holdsData(client: PoolClient): Promise<boolean> {
  const there = await tablesOf(client);
  // The settings have a row from the start.
  for (const table of KEPT.filter((name) => name !== 'settings' && there.includes(name))) {
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
    if (rowCount) return true;
  }
  return false;
}

/**
 * Refuses a database that other programs use too: everything in it is replaced.
 * @throws BackupError
 */
export async function refuseForeign(client: PoolClient): Promise<void> {
  const known = [...KEPT, ...NOT_KEPT, ...OF_MIGRATIONS];
  const foreign = (await tablesOf(client)).filter((table) => !known.includes(table));
  const isNewer = (await migrationsOf(client)).some((name) => !MIGRATIONS.includes(name));
  // A newer version of this product has tables that this one does not know.
  if (foreign.length === 0 || isNewer) return;
  throw new BackupError(
    `The database holds tables of something else (${foreign.join(', ')}): restore into a database of its own`,
  );
}

/**
 * Replaces all that the database holds by the rows of an archive, brought up to this version, in one transaction: the
 * database is either as it was, or restored. Files that only its old rows showed are scheduled for removal.
 */
export async function restoreDatabase(
  db: DataSource,
  runner: QueryRunner,
  archive: { file: string; manifest: Manifest },
): Promise<void> {
  const client: PoolClient = await runner.connect();
  await runner.startTransaction();
  try {
    await client.query('SELECT pg_advisory_xact_lock($1)', [MIGRATIONS_LOCK]);
    await rememberFolders(client);
    await dropAll(client);
    await migrateTo(db, runner, archive.manifest.migrations);
    await copyAll(client, archive);
    await migrateTo(db, runner, MIGRATIONS);
    await scheduleRemovals(client);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

async function tablesOf(client: PoolClient): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p')
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_class.oid AND deptype = 'e')`,
  );
  return rows.map(({ name }) => name);
}

async function rememberFolders(client: PoolClient): Promise<void> {
  const there = await tablesOf(client);
  await client.query('CREATE TEMP TABLE folders_before (folder text) ON COMMIT DROP');
  for (const [table, query] of Object.entries({ ...FOLDERS, ...SCHEDULED })) {
    if (there.includes(table)) await client.query(`INSERT INTO folders_before ${query}`);
  }
}

async function dropAll(client: PoolClient): Promise<void> {
  const tables = await tablesOf(client);
  if (tables.length > 0) await client.query(`DROP TABLE ${tables.map(escapeIdentifier).join(', ')} CASCADE`);
  const { rows } = await client.query<{ signature: string }>(
    `SELECT oid::regprocedure AS signature FROM pg_proc WHERE pronamespace = current_schema()::regnamespace
       AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = pg_proc.oid AND deptype = 'e')`,
  );
  for (const { signature } of rows) await client.query(`DROP ROUTINE ${signature}`);
  // The queue's own tables: workers ring again for every run that has not ended.
  await client.query('DROP SCHEMA IF EXISTS bullmq CASCADE');
}

async function migrateTo(db: DataSource, runner: QueryRunner, names: string[]): Promise<void> {
  const executor = new MigrationExecutor(db, runner);
  for (const migration of await executor.getPendingMigrations()) {
    if (names.includes(migration.name)) await executor.executeMigration(migration);
  }
}

async function copyAll(client: PoolClient, { file, manifest }: { file: string; manifest: Manifest }): Promise<void> {
  const waiting = new Map(manifest.tables.map((table) => [tableEntry(table.name), table]));
  // Migrations may have filled tables.
  await client.query(`TRUNCATE ${manifest.tables.map(({ name }) => name).join(', ')} CASCADE`);
  for await (const { name, content } of readArchive(file)) {
    const table = waiting.get(name);
    if (table) await copyIn(client, table, content);
    waiting.delete(name);
    if (waiting.size === 0) break;
  }
  if (waiting.size > 0) throw new BackupError(`${file} is damaged: ${[...waiting.keys()].join(', ')} is missing`);
}

async function copyIn(client: PoolClient, table: TableRecord, content: AsyncIterable<Uint8Array>): Promise<void> {
  const { name, columns, rows, identity } = table;
  const stream = client.query(from(`COPY ${name} (${columns.map(escapeIdentifier).join(', ')}) FROM STDIN`));
  await pipeline(content, stream);
  if (stream.rowCount !== rows) {
    throw new BackupError(`The table ${name} should have ${rows} rows, but the archive gave ${stream.rowCount}`);
  }
  if (identity) {
    const next = 'SELECT setval(pg_get_serial_sequence($1, $2), $3, false)';
    await client.query(next, [name, identity.column, identity.next]);
  }
}

async function scheduleRemovals(client: PoolClient): Promise<void> {
  const shown = Object.values(FOLDERS).join(' UNION ALL ');
  await client.query(`INSERT INTO deletions ("folder") SELECT folder FROM folders_before EXCEPT (${shown})`);
}
