import type { ClientBase, PoolClient } from 'pg';
import { DataSource } from 'typeorm';
import type { Config } from '../../config.js';
import { dataSourceOptions } from '../../database/data-source.js';
import type { Proxies } from '../../platform/http/proxies.js';
import type { Storage } from '../../platform/storage/storage.js';
import { WHOLE_TABLES } from '../rows.queries.js';

/** Something that is wrong, in one line for the operator. */
export interface Finding {
  /** The problem, with the ids of the records. */
  problem: string;
  /** The repair, or advice for the operator if there is no automatic repair. */
  action: string;
  /** Absent if only a person can help. It takes the locks that the product takes, and checks again under them. */
  repair?: () => Promise<void>;
}

/** Finds what is wrong in one respect; yields each finding as soon as it is known. */
export type Check = (context: CheckContext) => AsyncGenerator<Finding>;

/** The stores of the product's data. */
export interface Places {
  databaseUrl: string;
  storage: Storage;
  /** Set if the queue is on Redis. */
  redisUrl?: string;
  /** Set if people sign in by a provider, which is at the other end of these proxies. */
  singleSignOn?: Config['singleSignOn'];
  proxies?: Proxies;
  signal?: AbortSignal;
}

/** The context that checks get. */
export interface CheckContext extends Places {
  /** For rechecks and repairs, in transactions of its own. */
  db: DataSource;
  /** For large reads, on a connection of its own. */
  client: ClientBase;
}

/** Connects to the database for some work, and disconnects afterwards. */
export async function withContext<T>(places: Places, work: (context: CheckContext) => Promise<T>): Promise<T> {
  const { extra, ...options } = dataSourceOptions(places.databaseUrl);
  const db = await new DataSource({
    ...options,
    poolSize: 3,
    extra: { ...extra, session: WHOLE_TABLES },
  }).initialize();
  try {
    const client: PoolClient = await db.createQueryRunner().connect();
    return await work({ ...places, db, client });
  } finally {
    await db.destroy();
  }
}
