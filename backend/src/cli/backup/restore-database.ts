import type { PoolClient } from 'pg';
import { MigrationExecutor, type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { MIGRATIONS, migrationsOf } from '../../database/applied-migrations.js';
import { MIGRATIONS_LOCK } from '../../database/migrate.js';
import { OperatorError } from '../../platform/operator-error.js';
import { appendAudit, becameAll, COMMAND_LINE } from '../../audit/audit.js';
import { readArchive, tableEntry, type Manifest } from './archive.js';
import { KEPT, NOT_KEPT, OF_MIGRATIONS } from './snapshot.js';
import {
  copyIn,
  dropAll,
  emptyTables,
  hasMoreRows,
  rememberFolders,
  scheduleRemovals,
  tablesOf,
} from './tables.queries.js';

/** Rows that a fresh installation has from the start: the settings, and its first user. */
const FROM_THE_START: Record<string, number> = { settings: 1, users: 1 };

/** A fresh installation has entries from its first user and sign-in on. */
const AUDIT_LOG = 'audit';

/** Whether a database holds anything that a restore would remove and a fresh installation does not have. */
export async function holdsData(client: PoolClient): Promise<boolean> {
  const there = await tablesOf(client);
  for (const table of KEPT.filter((name) => there.includes(name) && name !== AUDIT_LOG)) {
    if (await hasMoreRows(client, table, FROM_THE_START[table] ?? 0)) return true;
  }
  return false;
}

/**
 * Refuses a database that other programs use too, since everything in it is replaced.
 * @throws OperatorError
 */
export async function refuseForeignTables(client: PoolClient): Promise<void> {
  const known = [...KEPT, ...NOT_KEPT, ...OF_MIGRATIONS];
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
    await noteRestore(runner.manager, archive.manifest);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

/** The log of before is replaced as well, and says so. */
async function noteRestore(manager: EntityManager, { createdAt, version }: Manifest): Promise<void> {
  const target = { kind: 'system', id: null, name: 'All data' } as const;
  const changes = becameAll({ savedAt: createdAt, version });
  await appendAudit(manager, COMMAND_LINE, { action: 'backup.restored', target, changes });
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
  await emptyTables(
    client,
    manifest.tables.map(({ name }) => name),
  );
  for await (const { name, content } of readArchive(file)) {
    const table = waiting.get(name);
    if (table) await copyIn(client, table, content);
    waiting.delete(name);
    if (waiting.size === 0) break;
  }
  if (waiting.size > 0) throw new OperatorError(`${file} is damaged: ${[...waiting.keys()].join(', ')} is missing`);
}
