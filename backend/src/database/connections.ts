import type { ProcessRole } from '../config-values.js';
import type { Config } from '../config.js';
import { QUEUE_CONNECTIONS } from '../platform/queue/jobs.js';

/** The maximum number of database connections of processes. */
export interface Connections {
  /** The sum of all processes. */
  sum: number;
  processes: number;
  /** `DATABASE_POOL`. */
  pool: number;
}

/**
 * Counts the connections of processes with these roles: for requests and runs, for live events, and for the queue if
 * it is in PostgreSQL.
 */
export function connectionsOf({ databasePool, redisUrl }: Config, roles: readonly ProcessRole[]): Connections {
  const queue = redisUrl ? { process: 0, page: 0 } : QUEUE_CONNECTIONS;
  const beside = { api: queue.process + queue.page + 1, worker: queue.process };
  return {
    sum: roles.reduce((sum, role) => sum + databasePool + beside[role], 0),
    processes: roles.length,
    pool: databasePool,
  };
}

/** The processes that `npm start` runs. */
export function rolesOfStart({ workers }: Config): ProcessRole[] {
  return ['api', ...Array<ProcessRole>(workers).fill('worker')];
}
