import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { startProxy, type Proxy } from '../../../test/proxy.js';
import { isDatabaseDown } from './outage.js';
import { TimeoutClient } from './timeout-client.js';

/** Far longer than a busy machine takes for the next part of a result. */
const SILENCE_MS = 2000;

describe('a connection whose server stops responding', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let db: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await startProxy(database.url);
    const extra = { Client: TimeoutClient, queryTimeoutMs: SILENCE_MS, connectionTimeoutMillis: SILENCE_MS };
    db = await new DataSource({ type: 'postgres', url: proxy.url, poolSize: 2, extra }).initialize();
  });
  afterAll(async () => {
    await db.destroy();
    await proxy.cut();
    await database.drop();
  });

  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error);

  it('is closed after a timeout, also within a transaction, and replaced when the server is reachable', async () => {
    await db.query('SELECT 1');
    const silent = db.transaction(async (manager) => {
      await manager.query('SELECT 1');
      proxy.hang();
      await manager.query('SELECT 2');
    });
    expect(isDatabaseDown(await failureOf(silent))).toBe(true);
    expect(isDatabaseDown(await failureOf(db.query('SELECT 3')))).toBe(true);
    await proxy.restore();
    expect(await db.query('SELECT 4 AS four')).toEqual([{ four: 4 }]);
  });

  it('is kept while a result still arrives, and while it is idle', async () => {
    const parts = `SELECT pg_sleep(0.03), repeat('x', 10000) FROM generate_series(1, 100)`;
    expect(await db.query(parts)).toHaveLength(100);
    const client = new TimeoutClient({ connectionString: proxy.url, queryTimeoutMs: SILENCE_MS });
    await client.connect();
    await client.query('SELECT 1');
    // Longer than its timeout, over another connection.
    await db.query(`SELECT pg_sleep(0.1), repeat('x', 10000) FROM generate_series(1, 25)`);
    expect((await client.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    await client.end();
  });

  it('is closed when a result takes too long', async () => {
    expect(isDatabaseDown(await failureOf(db.query('SELECT pg_sleep(20)')))).toBe(true);
  });
});
