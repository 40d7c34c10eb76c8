import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { administer, createDatabase, type TestDatabase } from '../../../test/database.js';
import { eventually } from '../../../test/eventually.js';
import { startProxy } from '../../../test/proxy.js';
import { User } from '../../users/user.entity.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { isDatabaseDown, outageOf } from './outage.js';

describe('detecting an outage of the database', () => {
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
  ])('does not count the failure of %s', async (statement) => {
    const failure = await failureOf(db.query(statement));
    expect(failure).toBeInstanceOf(Error);
    expect(isDatabaseDown(failure)).toBe(false);
  });

  it('counts a connection that ends during a query', async () => {
    const working = failureOf(db.query('SELECT pg_terminate_backend(pg_backend_pid()), pg_sleep(5)'));
    expect(isDatabaseDown(await working)).toBe(true);
  });

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['a query', (manager) => manager.query('SELECT 1')],
    ['a search', (manager) => manager.find(User)],
  ])('counts a connection that ends in a transaction, before %s', async (_what, next) => {
    const own = await new DataSource(dataSourceOptions(database.url)).initialize();
    const broken = own.transaction(async (manager) => {
      const [backend]: { pid: number }[] = await manager.query('SELECT pg_backend_pid() AS pid');
      await db.query('SELECT pg_terminate_backend($1)', [backend!.pid]);
      await eventually(() => expect(manager.queryRunner!.isReleased).toBe(true));
      await next(manager);
    });
    expect(isDatabaseDown(await failureOf(broken))).toBe(true);
    await own.destroy();
  });

  it('counts a transaction that PostgreSQL ended because this process stood still', async () => {
    const extra = { idle_in_transaction_session_timeout: 50 };
    const own = await new DataSource({ type: 'postgres', url: database.url, extra }).initialize();
    const broken = own.transaction(async (manager) => {
      await manager.query('SELECT 1');
      const cell = new Int32Array(new SharedArrayBuffer(4));
      Atomics.wait(cell, 0, 0, 500);
      await manager.query('SELECT 2');
    });
    expect(isDatabaseDown(await failureOf(broken))).toBe(true);
    await own.destroy();
  });

  it.each([
    ['busy', `SELECT pg_advisory_lock(7)`],
    ['busy', 'SELECT pg_sleep(5)'],
    ['read-only', 'CREATE TABLE t ()'],
  ])('names what is %s after %s', async (outage, statement) => {
    await db.query('SELECT pg_advisory_lock(7)');
    const extra = { lock_timeout: 50, statement_timeout: 100 };
    const own = await new DataSource({ type: 'postgres', url: database.url, extra }).initialize();
    if (outage === 'read-only') await own.query('SET default_transaction_read_only = on');
    expect(outageOf(await failureOf(own.query(statement)))).toBe(outage);
    await own.destroy();
    await db.query('SELECT pg_advisory_unlock_all()');
  });

  it.each(['ENETUNREACH', 'EHOSTUNREACH', 'EAI_AGAIN', 'ENOTFOUND'])('takes %s for unreachable', (code) => {
    expect(outageOf(Object.assign(new Error('connect'), { code }))).toBe('unreachable');
  });

  it('counts a refused connection, and a database that shuts down', async () => {
    const proxy = await startProxy(database.url);
    await proxy.cut();
    const refused = new DataSource({ type: 'postgres', url: proxy.url });
    expect(isDatabaseDown(await failureOf(refused.initialize()))).toBe(true);
    const name = new URL(database.url).pathname.slice(1);
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS false`);
    const closed = new DataSource({ type: 'postgres', url: database.url });
    expect(isDatabaseDown(await failureOf(closed.initialize()))).toBe(true);
    await administer(`ALTER DATABASE ${name} ALLOW_CONNECTIONS true`);
  });
});
