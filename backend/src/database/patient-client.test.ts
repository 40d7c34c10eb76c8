import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../test/database.js';
import { startProxy, type Proxy } from '../../test/proxy.js';
import { isDatabaseDown } from './outage.js';
import { PatientClient } from './patient-client.js';

const SILENCE_MS = 300;

describe('a connection whose other end falls silent', () => {
  let database: TestDatabase;
  let way: Proxy;
  let db: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    way = await startProxy(database.url);
    const extra = { Client: PatientClient, silenceMs: SILENCE_MS, connectionTimeoutMillis: SILENCE_MS };
    db = await new DataSource({ type: 'postgres', url: way.url, poolSize: 2, extra }).initialize();
  });
  afterAll(async () => {
    await db.destroy();
    await way.cut();
    await database.drop();
  });

  const failureOf = (work: Promise<unknown>): Promise<unknown> => work.then(String, (error: unknown) => error);

  it('is given up, within a transaction as well, and replaced as soon as there is a way again', async () => {
    await db.query('SELECT 1');
    const silent = db.transaction(async (manager) => {
      await manager.query('SELECT 1');
      way.hang();
      await manager.query('SELECT 2');
    });
    expect(isDatabaseDown(await failureOf(silent))).toBe(true);
    expect(isDatabaseDown(await failureOf(db.query('SELECT 3')))).toBe(true);
    await way.mend();
    expect(await db.query('SELECT 4 AS four')).toEqual([{ four: 4 }]);
  });

  it('is kept while parts of an answer come in, and while nothing is asked', async () => {
    const parts = `SELECT pg_sleep(0.01), repeat('x', 10000) FROM generate_series(1, 100)`;
    expect(await db.query(parts)).toHaveLength(100);
    const client = new PatientClient({ connectionString: way.url, silenceMs: 20 });
    await client.connect();
    await client.query('SELECT 1');
    // Longer than its patience, over another connection.
    await db.query('SELECT pg_sleep(0.1)');
    expect((await client.query('SELECT 2 AS two')).rows).toEqual([{ two: 2 }]);
    await client.end();
  });

  it('is given up when the answer takes too long', async () => {
    expect(isDatabaseDown(await failureOf(db.query('SELECT pg_sleep(5)')))).toBe(true);
  });
});
