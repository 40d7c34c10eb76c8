import { setTimeout as delay } from 'node:timers/promises';
import { DataSource } from 'typeorm';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { failedWith, messageOf, OperatorError } from '../platform/operator-error.js';
import { MIGRATIONS, refuseUnreleased } from './applied-migrations.js';
import { dataSourceOptions } from './data-source.js';

const UNDEFINED_TABLE = '42P01';
const RETRY_MS = 1000;

/**
 * Names of this build's migrations that the database does not have yet, oldest first. Those of a later build do not count. Only
 * reads, also in a database that was never migrated.
 * @throws OperatorError if a version before 1.0.0 made the database
 */
export async function pendingMigrations(db: DataSource): Promise<string[]> {
  try {
    const done = await db.createQueryBuilder().select('name').from('migrations', 'done').getRawMany<{ name: string }>();
    const applied = done.map(({ name }) => name);
    refuseUnreleased(applied);
    return MIGRATIONS.filter((name) => !applied.includes(name));
  } catch (error) {
    if (failedWith(error, UNDEFINED_TABLE)) return [...MIGRATIONS];
    throw error;
  }
}

/**
 * Waits until the database has all migrations of this build, also while it cannot be reached, and logs why it waits.
 * Resolves early when the signal aborts.
 * @throws OperatorError if a version before 1.0.0 made the database
 */
export async function untilMigrated(
  databaseUrl: string,
  logger: ConstructorParameters<typeof ThrottledLogger>[0],
  signal: AbortSignal,
): Promise<void> {
  const log = new ThrottledLogger(logger);
  while (!signal.aborted) {
    const reason = await whyNotMigrated(databaseUrl);
    if (reason === null) return;
    log.warn(`Waiting for the migrations of this version: ${reason}`);
    await delay(RETRY_MS, undefined, { signal }).catch(() => undefined);
  }
}

async function whyNotMigrated(databaseUrl: string): Promise<string | null> {
  const db = new DataSource({ ...dataSourceOptions(databaseUrl), entities: [], poolSize: 1 });
  try {
    await db.initialize();
    const pending = await pendingMigrations(db);
    return pending.length > 0 ? `the database lacks ${pending.join(', ')}` : null;
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    return messageOf(error);
  } finally {
    if (db.isInitialized) await db.destroy().catch(() => undefined);
  }
}
