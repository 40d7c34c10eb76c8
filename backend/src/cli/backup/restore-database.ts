import { pipeline } from 'node:stream/promises';
import { escapeIdentifier, type PoolClient } from 'pg';
import { from } from 'pg-copy-streams';
import { MigrationExecutor, type DataSource, type QueryRunner } from 'typeorm';
import { ALL_OWNED_FOLDERS, OWNED_FOLDERS } from '../../database/file-owners.js';
import { MIGRATIONS_LOCK } from '../../database/migrate.js';
import { OperatorError } from '../../platform/operator-error.js';
import { readArchive, tableEntry, type Manifest, type TableRecord } from './archive.js';
import { FORMER, KEPT, MIGRATIONS, migrationsOf, NOT_KEPT, OF_MIGRATIONS } from './snapshot.js';

/** Rows that a fresh installation has from the start: the settings, and its first user. */
const FROM_THE_START: Record<string, number> = { settings: 1, users: 1 };

/** Whether a database holds anything that a restore would remove and a fresh installation does not have. */
export async function holdsData(client: PoolClient): Promise<boolean> {
  const there = await tablesOf(client);
  for (const table of [...KEPT, ...FORMER].filter((name) => there.includes(name))) {
    const allowed = FROM_THE_START[table] ?? 0;
    const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT ${allowed + 1}`);
    if ((rowCount ?? 0) > allowed) return true;
  }
  return false;
}

/**
 * Refuses a database that other programs use too, since everything in it is replaced.
 * @throws OperatorError
 */
export async function refuseForeignTables(client: PoolClient): Promise<void> {
  const known = [...KEPT, ...FORMER, ...NOT_KEPT, ...OF_MIGRATIONS];
  const foreign = (await tablesOf(client)).filter((table) => !known.includes(table));
  const isNewer = (await migrationsOf(client)).some((name) => !MIGRATIONS.includes(name));
  // A newer version of this product has tables that this one does not know.
  if (foreign.length === 0 || isNewer) return;
  throw new OperatorError(
    `The database holds tables of something else (${foreign.join(', ')}): restore into a database of its own`,
  );
}

/**
 * Replaces all that the database holds by the rows of an archive, brought up to this version, in one transaction: the
 * database is either as it was, or restored. Files that only its old rows owned are scheduled for removal.
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
  for (const { table, query } of [...OWNED_FOLDERS, { table: 'deletions', query: 'SELECT "folder" FROM deletions' }]) {
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
  // The queue's own tables: workers enqueue every run again that has not ended.
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
  if (waiting.size > 0) throw new OperatorError(`${file} is damaged: ${[...waiting.keys()].join(', ')} is missing`);
}

async function copyIn(client: PoolClient, table: TableRecord, content: AsyncIterable<Uint8Array>): Promise<void> {
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

async function scheduleRemovals(client: PoolClient): Promise<void> {
  await client.query(
    `INSERT INTO deletions ("folder") SELECT folder FROM folders_before EXCEPT (${ALL_OWNED_FOLDERS})`,
  );
}
