import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { administer, createDatabase, type TestDatabase } from '../../test/database.js';
import { startProxy } from '../../test/proxy.js';
import { isDatabaseDown } from './outage.js';

describe('what is known as an outage of the database', () => {
  let database: TestDatabase;
  let db: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    db = await new DataSource({ type: 'postgres', url: database.url, poolSize: 1 }).initialize();
  });
  afterAll(async () => {
    await db.destroy();
    await database.drop();
  });

  const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
    promise.then(
      () => null,
      (error: unknown) => error,
    );

  it.each([
    'SELECT 1 / 0',
    `SELECT 'x'::uuid`,
    'SELECT * FROM nothing',
    `INSERT INTO settings DEFAULT VALUES`,
    `SELECT chr(0)`,
  ])('does not take the failure of %s for one', async (statement) => {
    const failure = await failureOf(db.query(statement));
    expect(failure).toBeInstanceOf(Error);
    expect(isDatabaseDown(failure)).toBe(false);
  });

  it('takes a connection for one that was ended while it worked', async () => {
    const working = failureOf(db.query('SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)'));
    expect(isDatabaseDown(await working)).toBe(true);
  });

  it('takes a refused connection for one, and a database that is closed', async () => {
    const way = await startProxy(database.url);
    await way.cut();
    const refused = new DataSource({ type: 'postgres', url: way.url });
    expect(isDatabaseDown(await failureOf(refused.initialize()))).toBe(true);
    const name = new URL(database.url).pathname.slice(1);
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const closed = new DataSource({ type: 'postgres', url: database.url });
    expect(isDatabaseDown(await failureOf(closed.initialize()))).toBe(true);
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  });
});
