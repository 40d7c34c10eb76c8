import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { createDatabase } from '../../test/database.js';
import { eventually } from '../../test/eventually.js';
import { createMoment } from '../../test/factories.js';
import { startProxy, type Proxy } from '../../test/proxy.js';

/** Three times as many as the pool has connections. */
const REQUESTS = 60;
/** Three seconds until a connection, and seven until its query is given up. */
const LATEST_MS = 11_000;

describe('the connection of all domains', () => {
  let app: TestApp;
  let proxy: Proxy;

  beforeAll(async () => {
    const database = await createDatabase();
    proxy = await startProxy(database.url);
    app = await startApp({}, { ...database, url: proxy.url });
  });
  afterAll(async () => {
    await app.close();
    await proxy.cut();
  });

  it('lets PostgreSQL end the transaction and locks of a client that vanished without closing its connection', async () => {
    expect(await app.db.query('SHOW idle_in_transaction_session_timeout')).toEqual([
      { idle_in_transaction_session_timeout: '10s' },
    ]);
  });

  it('refuses all that waits for a silent database with 503, and works again once it answers', async () => {
    const staff = await app.staff();
    const { id } = await createMoment(staff);
    const read = () => app.visitor().get(`/api/public/${id}/images`);
    const timed = async () => {
      const begun = performance.now();
      const { status } = await read();
      return { status, isLate: performance.now() - begun > LATEST_MS };
    };
    proxy.hang();
    const answers = await Promise.all(Array.from({ length: REQUESTS }, timed));
    expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
      new Set([JSON.stringify({ status: 503, isLate: false })]),
    );
    await proxy.restore();
    await eventually(async () => expect((await read()).status).toBe(200));
  });
});
