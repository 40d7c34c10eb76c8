import type { ClientBase, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { dataSourceOptions } from '../../database/data-source.js';
import type { Proxies } from '../../platform/http/proxies.js';
import type { Storage } from '../../platform/storage/storage.js';
import { WHOLE_TABLES } from '../rows.queries.js';

/** A problem that a check found, in one line for the operator. */
export interface Finding {
  /** The problem, with the ids of the records. */
  problem: string;
  /** The repair, or advice for the operator if there is no automatic repair. */
  action: string;
  /** Absent if there is no automatic repair. It takes the same locks as the product, and checks again under them. */
  repair?: () => Promise<void>;
}

/** Checks one aspect; yields each finding as soon as it is known. */
export type Check = (context: CheckContext) => AsyncGenerator<Finding>;

/** The stores of the product's data. */
export interface Stores {
  databaseUrl: string;
  storage: Storage;
  /** Set if the queue is on Redis. */
  redisUrl?: string;
  /** Set if single sign-on is configured; the provider is reached through `proxies`. */
  singleSignOn?: Config['singleSignOn'];
  proxies?: Proxies;
  signal?: AbortSignal;
}

/** The context that checks get. */
export interface CheckContext extends Stores {
  /** For rechecks and repairs, each in its own transaction. */
  db: DataSource;
  /** A separate connection for large reads. */
  client: ClientBase;
}

/** Connects to the database for some work, and disconnects afterwards. */
export async function withContext<T>(stores: Stores, work: (context: CheckContext) => Promise<T>): Promise<T> {
  const { extra, ...options } = dataSourceOptions(stores.databaseUrl);
  const db = await new DataSource({
    ...options,
    poolSize: 3,
    extra: { ...extra, session: WHOLE_TABLES },
  }).initialize();
  try {
    const client: PoolClient = await db.createQueryRunner().connect();
    return await work({ ...stores, db, client });
  } finally {
    await db.destroy();
  }
}
