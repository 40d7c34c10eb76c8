import { createPostgresBackend } from 'bullmq';
import { Pool, type PoolConfig } from 'pg';
import { TimeoutClient } from '../database/timeout-client.js';

const CONNECT_MS = 10_000;
/**
 * The connections of the queues of one process, which closes with the last queue that uses it. BullMQ's own pools would be one for
 * each queue and worker, and send their settings as parameters of the start, which PgBouncer refuses.
 */
export class QueuePool extends Pool {
  private users = 0;

  constructor(databaseUrl: string, max: number) {
    const options = { connectionString: databaseUrl, keepAlive: true, connectionTimeoutMillis: CONNECT_MS };
    // Where BullMQ's migrations make its tables.
    const session = { search_path: 'bullmq' };
    super({ ...options, max, Client: TimeoutClient, session } as PoolConfig);
  }

  /** Keeps the pool open until `release` was called as often. */
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
