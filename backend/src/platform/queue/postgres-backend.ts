import { createPostgresBackend } from 'bullmq';
import { Pool, type PoolConfig } from 'pg';
import { TimeoutClient } from '../database/timeout-client.js';

const CONNECT_MS = 10_000;
/**
 * The connection pool of all queues of one process; it closes with the last queue that uses it. BullMQ itself would
 * make a pool for each queue and worker, with startup parameters that PgBouncer refuses.
 */
export class QueuePool extends Pool {
  private users = 0;

  constructor(databaseUrl: string, max: number) {
    const options = { connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
    // The schema of BullMQ's tables.
    const session = { search_path: 'bullmq' };
    super({ ...options, max, Client: TimeoutClient, session } as PoolConfig);
  }

  /** Counts a user: the pool stays open until `release` was called as often. */
  use(): void {
    this.users += 1;
  }

  release(): void {
    this.users -= 1;
    if (this.users === 0) void this.end();
  }
}

/** BullMQ's backend in PostgreSQL, on the `QueuePool` that is given as the connection. */
export const postgresBackend: typeof createPostgresBackend = (name, options, factoryOptions) => {
  const backend = createPostgresBackend(name, options, factoryOptions);
  const pool: unknown = options.connection;
  if (pool instanceof QueuePool) {
    pool.use();
    backend.once('close', () => pool.release());
  }
  return backend;
};
