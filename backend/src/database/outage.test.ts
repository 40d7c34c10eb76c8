import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource, type EntityManager } from 'typeorm';
import { administer, createDatabase, type TestDatabase } from '../../test/database.js';
import { eventually } from '../../test/eventually.js';
import { startProxy } from '../../test/proxy.js';
import { User } from '../users/user.entity.js';
import { dataSourceOptions } from './data-source.js';
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

  it.each<[string, (manager: EntityManager) => Promise<unknown>]>([
    ['a query', (manager) => manager.query('SELECT 1')],
    ['a search', (manager) => manager.find(User)],
  ])('takes a connection for one that was ended in a transaction, before %s', async (_what, next) => {
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
