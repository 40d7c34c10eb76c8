import { runMigrations } from 'bullmq';
import { DataSource } from 'typeorm';
import { SessionClient } from '../platform/database/session-client.js';
import { migrationsOf, refuseUnreleased } from './applied-migrations.js';
import { dataSourceOptions } from './data-source.js';

/** Key of the advisory lock for commands that change tables, or need them unchanged. */
export const MIGRATIONS_LOCK = 7_251_000;

/**
 * Applies all pending migrations, including those of the queue. Safe to repeat, and to run from several hosts at
 * once. The queue's tables are created even if the queue is on Redis, so that the installation can switch to
 * PostgreSQL.
 * @throws OperatorError if a version before 1.0.0 made the database, which is left as it is
 */
export async function migrate(databaseUrl: string): Promise<void> {
  const client = new SessionClient({ connectionString: databaseUrl });
  await client.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATIONS_LOCK]);
    refuseUnreleased(await migrationsOf(client));
    const db = await new DataSource({ ...dataSourceOptions(databaseUrl), poolSize: 2 }).initialize();
    await db.runMigrations({ transaction: 'each' }).finally(() => db.destroy());
    await runMigrations(client);
  } finally {
    // Closing the connection releases the lock.
    await client.end();
  }
}
