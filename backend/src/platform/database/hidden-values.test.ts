import { format, inspect } from 'node:util';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { startProxy, type Proxy } from '../../../test/proxy.js';
import { ProductLogger } from '../logging/logger.js';
import { TimeoutClient } from './timeout-client.js';

const SECRET = 'a-secret-token';

describe('errors of the database', () => {
  let database: TestDatabase;
  let proxy: Proxy;
  let db: DataSource;

  beforeAll(async () => {
    database = await createDatabase();
    proxy = await startProxy(database.url);
    const extra = { Client: TimeoutClient };
    db = await new DataSource({ type: 'postgres', url: proxy.url, poolSize: 1, extra }).initialize();
    await db.query(`CREATE TABLE kept ("name" text UNIQUE, "note" text NOT NULL, "size" int CHECK ("size" > 0))`);
    await db.query(`INSERT INTO kept VALUES ('${SECRET}', '', 1)`);
    await db.query(`CREATE FUNCTION fail(text) RETURNS int LANGUAGE sql AS 'SELECT $1::int'`);
  });
  afterAll(async () => {
    await db.destroy();
    await proxy.cut();
    await database.drop();
  });

  const failureOf = (work: Promise<unknown>): Promise<Error> =>
    work.then(
      () => Promise.reject(new Error('It did not fail')),
      (error: Error) => error,
    );

  /** All that is printed of an error: by the product's logger in both forms, by Node itself, and as JSON. */
  function printed(error: Error): string {
    const lines: string[] = [];
    const write = process.stdout.write.bind(process.stdout);
    const writeError = process.stderr.write.bind(process.stderr);
    process.stdout.write = process.stderr.write = (text: string | Uint8Array) => lines.push(String(text)) > 0;
    try {
      for (const production of [true, false]) {
        const logger = new ProductLogger({ production, logLevel: 'debug' });
        logger.error(error, 'Test');
        logger.error({ error }, 'Test');
        logger.error(error.stack, 'Test');
        logger.warn(`It failed: ${String(error)}`, 'Test');
      }
      Logger.error(error);
    } finally {
      process.stdout.write = write;
      process.stderr.write = writeError;
    }
    const unmasked = inspect(error, { customInspect: false, depth: 9, showHidden: true });
    return [...lines, format(error), unmasked, JSON.stringify(error)].join('\n');
  }

  it.each<[string, string, unknown[], RegExp]>([
    ['a value of another type', 'SELECT $1::uuid', [SECRET], /invalid input syntax for type uuid: "…"/],
    ['a value with quotes', 'SELECT $1::uuid', [`"${SECRET}" "x"`], /invalid input syntax for type uuid: "…"/],
    ['a value of several lines', 'SELECT $1::int', [`1\n${SECRET}`], /invalid input syntax for type integer: "…"/],
    ['a number that is too big', 'SELECT $1::int', ['73519482736'], /value "…" is out of range for type integer/],
    ['no JSON', 'SELECT $1::jsonb', [`{"a": ${SECRET}`], /invalid input syntax for type json/],
    ['NUL', 'SELECT $1::text', [`${SECRET}\0`], /invalid byte sequence/],
    ['a taken name', `INSERT INTO kept VALUES ($1, '', 1)`, [SECRET], /duplicate key .+ "kept_name_key"/],
    ['a missing note', 'INSERT INTO kept VALUES ($1, NULL, 1)', [`${SECRET}2`], /null value in column "note"/],
    [
      'a wrong size',
      `INSERT INTO kept VALUES ($1, '', 0)`,
      [`${SECRET}3`],
      /violates check constraint "kept_size_check"/,
    ],
    ['a failure in a function', 'SELECT fail($1)', [SECRET], /invalid input syntax for type integer: "…"/],
    ['no such table', 'SELECT * FROM nothing WHERE x = $1', [SECRET], /relation "nothing" does not exist/],
  ])('name %s without the value', async (_what, statement, values, expected) => {
    const error = await failureOf(db.query(statement, values));
    expect(printed(error)).not.toMatch(new RegExp(`${SECRET}|73519482736`));
    expect(error.message).toMatch(expected);
    expect(error).toMatchObject({ name: 'QueryFailedError', query: statement, code: expect.stringMatching(/^\w{5}$/) });
  });

  it('name no value when the connection breaks', async () => {
    const waiting = failureOf(db.query('SELECT pg_sleep(10), $1::text', [SECRET]));
    await proxy.cut();
    const error = await waiting;
    await proxy.restore();
    expect(printed(error)).not.toContain(SECRET);
    expect(error.message).toMatch(/terminated|ECONNRESET/);
  });
});
