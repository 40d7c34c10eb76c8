import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { prepareConnection } from '../backup/snapshot.js';
import { dataSourceOptions } from '../database/data-source.js';
import { openQueues, type OpenQueues } from './queues.js';
import type { Storage } from '../storage/storage.js';
import type { Finding } from './finding.js';

/** Where the product keeps what is examined. */
export interface Premises {
  databaseUrl: string;
  storage: Storage;
  /** Where the queue is on Redis. */
  redisUrl?: string;
  signal?: AbortSignal;
}

/** The product's data while it is examined. */
export interface Patient {
  /** To look again and to mend, in transactions of its own. */
  db: DataSource;
  /** To read much, on a connection of its own. */
  client: Client;
  storage: Storage;
  queues: OpenQueues;
  /** For what does not fit into memory; removed afterwards. */
  folder: string;
  signal?: AbortSignal;
}

/** One thing to look at: each finding as soon as it is known. */
export type Check = (patient: Patient) => AsyncGenerator<Finding>;

/** Nobody is waited for longer: not for a backup, which holds the removal of files. */
const WAITS_END = '-c lock_timeout=60s';

/** Connects to everything for some work, and lets go of it afterwards. */
export async function withPatient<T>(premises: Premises, work: (patient: Patient) => Promise<T>): Promise<T> {
  const { databaseUrl, storage, redisUrl, signal } = premises;
  const client = new Client({ connectionString: databaseUrl, keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  // Whoever reads on it is told.
  client.on('error', () => undefined);
  const folder = await mkdtemp(join(tmpdir(), 'gmb-doctor-'));
  const { extra, ...options } = dataSourceOptions(databaseUrl);
  const db = new DataSource({ ...options, poolSize: 2, extra: { ...extra, options: WAITS_END } });
  try {
    await client.connect();
    await prepareConnection(client);
    await db.initialize();
    const queues = openQueues({ databaseUrl, redisUrl });
    return await work({ db, client, storage, queues, folder, signal }).finally(() => queues.close());
  } finally {
    if (db.isInitialized) await db.destroy();
    await client.end().catch(() => undefined);
    await rm(folder, { recursive: true, force: true });
  }
}
