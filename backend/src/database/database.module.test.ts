import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';

describe('the connection of all domains', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('lets PostgreSQL end the transaction and locks of a client that vanished without closing its connection', async () => {
    expect(await app.db.query('SHOW idle_in_transaction_session_timeout')).toEqual([
      { idle_in_transaction_session_timeout: '10s' },
    ]);
  });
});
