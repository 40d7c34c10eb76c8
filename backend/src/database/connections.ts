import type { ProcessRole } from '../config-values.js';
import type { Config } from '../config.js';
import { QUEUE_CONNECTIONS } from '../platform/queue/jobs.js';

/** How many connections to the database processes open at most. */
export interface Connections {
  /** Of all together. */
  sum: number;
  processes: number;
  /** `DATABASE_POOL`. */
  pool: number;
}

/** The connections of these processes: for requests and runs, for the queue where it is in PostgreSQL, and for live events. */
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
