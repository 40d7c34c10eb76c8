import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { TimeoutClient } from './timeout-client.js';
import { prepared } from './sql.js';

let database: TestDatabase;
let db: DataSource;

beforeAll(async () => {
  database = await createDatabase();
  const extra = { Client: TimeoutClient };
  db = await new DataSource({ type: 'postgres', url: database.url, poolSize: 1, extra }).initialize();
});
afterAll(async () => {
  await db.destroy();
  await database.drop();
});

it('lets PostgreSQL cache the plans of prepared statements only', async () => {
  const double = prepared('double', 'SELECT $1::int * 2 AS twice');
  expect(await db.query(double, [2])).toEqual([{ twice: 4 }]);
  expect(await db.query(double, [3])).toEqual([{ twice: 6 }]);
  expect(await db.query('SELECT $1::int * 3 AS thrice', [2])).toEqual([{ thrice: 6 }]);
  const kept = 'SELECT name, generic_plans + custom_plans AS uses FROM pg_prepared_statements';
  expect(await db.query(kept)).toEqual([{ name: 'double', uses: '2' }]);
});
