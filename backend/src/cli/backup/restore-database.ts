import type { PoolClient } from 'pg';
import { MigrationExecutor, type DataSource, type EntityManager, type QueryRunner } from 'typeorm';
import { MIGRATIONS, migrationsOf } from '../../database/applied-migrations.js';
import { MIGRATIONS_LOCK } from '../../database/migrate.js';
import { OperatorError } from '../../platform/operator-error.js';
import { appendAudit, becameAll, COMMAND_LINE } from '../../audit/audit.js';
import { readArchive, tableEntry, type Manifest } from './archive.js';
import { BACKED_UP_TABLES, LEFT_OUT_TABLES, MIGRATION_TABLES } from './snapshot.js';
import {
  copyIn,
  dropAll,
  emptyTables,
  hasMoreRows,
  rememberFolders,
  scheduleRemovals,
  listTables,
} from './tables.queries.js';

/** Number of rows that a new installation has: the settings, and its first user. */
const INITIAL_ROWS: Record<string, number> = { settings: 1, users: 1 };

/** Ignored by `holdsData`, because a new installation has entries about its first user and sign-in. */
const AUDIT_LOG = 'audit';

/** Whether a database has data beyond that of a new installation, which a restore would remove. */
export async function holdsData(client: PoolClient): Promise<boolean> {
  const existing = await listTables(client);
  for (const table of BACKED_UP_TABLES.filter((name) => existing.includes(name) && name !== AUDIT_LOG)) {
    if (await hasMoreRows(client, table, INITIAL_ROWS[table] ?? 0)) return true;
  }
  return false;
}

/**
 * Refuses a database with tables of other programs, because a restore replaces everything in it.
 * @throws OperatorError
 */
export async function refuseForeignTables(client: PoolClient): Promise<void> {
  const known = [...BACKED_UP_TABLES, ...LEFT_OUT_TABLES, ...MIGRATION_TABLES];
  const foreign = (await listTables(client)).filter((table) => !known.includes(table));
  const isNewer = (await migrationsOf(client)).some((name) => !MIGRATIONS.includes(name));
  // Unknown tables are allowed if a newer version of this product made them.
  if (foreign.length === 0 || isNewer) return;
  throw new OperatorError(
    `The database holds tables of something else (${foreign.join(', ')}): restore into a database of its own`,
  );
}

/**
 * Replaces everything in the database by the rows of an archive, and migrates them to this version, all in one
 * transaction. Files that only the old rows owned are scheduled for removal.
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
    await recordRestore(runner.manager, archive.manifest);
    await runner.commitTransaction();
  } catch (error) {
    await runner.rollbackTransaction().catch(() => undefined);
    throw error;
  }
}

/** Records the restore in the restored audit log, which has replaced the previous one. */
async function recordRestore(manager: EntityManager, { createdAt, version }: Manifest): Promise<void> {
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
  const remaining = new Map(manifest.tables.map((table) => [tableEntry(table.name), table]));
  // Migrations may have filled tables.
  await emptyTables(
    client,
    manifest.tables.map(({ name }) => name),
  );
  for await (const { name, content } of readArchive(file)) {
    const table = remaining.get(name);
    if (table) await copyIn(client, table, content);
    remaining.delete(name);
    if (remaining.size === 0) break;
  }
  if (remaining.size > 0) throw new OperatorError(`${file} is damaged: ${[...remaining.keys()].join(', ')} is missing`);
}
