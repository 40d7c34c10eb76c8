import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../test/app.js';
import { endedRun, generate } from '../../../test/captions.js';
import { administer, createDatabase, type TestDatabase } from '../../../test/database.js';
import { createMomentWithImages } from '../../../test/factories.js';
import { SessionClient } from './session-client.js';

/** What operators set on databases and roles for other programs. */
const OTHERWISE: [name: string, value: string][] = [
  ['DateStyle', 'German'],
  ['IntervalStyle', 'sql_standard'],
  ['TimeZone', 'Asia/Kathmandu'],
  ['standard_conforming_strings', 'off'],
  ['bytea_output', 'escape'],
  ['extra_float_digits', '0'],
  ['array_nulls', 'off'],
  ['default_transaction_isolation', 'serializable'],
  ['statement_timeout', '1s'],
  ['lock_timeout', '1ms'],
  ['idle_in_transaction_session_timeout', '1ms'],
  ['idle_session_timeout', '1h'],
];

describe('a database with settings for other programs', () => {
  let database: TestDatabase;
  let app: TestApp;

  beforeAll(async () => {
    database = await createDatabase();
    const name = new URL(database.url).pathname.slice(1);
    for (const [setting, value] of OTHERWISE) await administer(`ALTER DATABASE ${name} SET ${setting} TO '${value}'`);
    app = await startApp({}, database);
  });
  afterAll(() => app.close());

  it('is used as any other', async () => {
    const staff = await app.staff();
    await app.startWorker();
    const { moment } = await createMomentWithImages(staff, 1);
    await generate(staff, moment.id);
    expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 1 });
    const { body } = await staff.get(`/api/moments/${moment.id}`).expect(200);
    expect(Math.abs(Date.parse(body.createdAt) - Date.now())).toBeLessThan(600_000);
  });

  it.each(['DateStyle', 'IntervalStyle', 'bytea_output', 'idle_session_timeout', 'default_transaction_isolation'])(
    'has its own %s on no connection of the product',
    async (setting) => {
      const client = new SessionClient({ connectionString: database.url });
      await client.connect();
      const query = 'SELECT setting, reset_val FROM pg_settings WHERE name = $1';
      const { rows } = await client.query<{ setting: string; reset_val: string }>(query, [setting]);
      await client.end();
      expect(rows[0]!.setting).not.toBe(rows[0]!.reset_val);
    },
  );
});

it('fails to connect, and nothing more, when the connection ends before it is set up', async () => {
  const database = await createDatabase();
  const client = new SessionClient({ connectionString: database.url, session: { search_path: 'x' } });
  client.connection.once('readyForQuery', () => client.connection.stream.destroy());
  await expect(client.connect()).rejects.toThrow(/Connection terminated/);
  await database.drop();
});
