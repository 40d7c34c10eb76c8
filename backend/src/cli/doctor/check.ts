import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../../database/data-source.js';
import type { Storage } from '../../platform/storage/storage.js';
import { prepareConnection } from '../rows.queries.js';

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
  signal?: AbortSignal;
}

/** The context that checks get. */
export interface CheckContext extends Places {
  /** For rechecks and repairs, in transactions of its own. */
  db: DataSource;
  /** For large reads, on a connection of its own. */
  client: Client;
}

/** A backup may hold locks for hours. */
const LOCK_TIMEOUT = '-c lock_timeout=60s';

/** Connects to the database for some work, and disconnects afterwards. */
export async function withContext<T>(places: Places, work: (context: CheckContext) => Promise<T>): Promise<T> {
  const { databaseUrl } = places;
  const client = new Client({ connectionString: databaseUrl, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  // Thrown by the next query.
  client.on('error', () => undefined);
  const { extra, ...options } = dataSourceOptions(databaseUrl);
  const db = new DataSource({ ...options, poolSize: 2, extra: { ...extra, options: LOCK_TIMEOUT } });
  try {
    await client.connect();
    await prepareConnection(client);
    await db.initialize();
    return await work({ ...places, db, client });
  } finally {
    if (db.isInitialized) await db.destroy();
    await client.end().catch(() => undefined);
  }
}
