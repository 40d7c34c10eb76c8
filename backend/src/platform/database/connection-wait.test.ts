import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { startApp, type TestApp } from '../../../test/app.js';
import { eventually } from '../../../test/eventually.js';
import { CONNECT_MS } from './connection-wait.js';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

it('refuses a request with 503 when all of its steps together waited too long for connections', async () => {
  const staff = await app.staff();
  const pool = (app.db.driver as unknown as { master: Pool }).master;
  const taken = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  const begun = performance.now();
  const answer = staff
    .get('/api/clients')
    .then(({ status, body }) => ({ status, body, ms: performance.now() - begun }));
  await eventually(() => expect(pool.waitingCount).toBe(1));
  // Gets the connection when the session has been read, before the user is.
  const next = pool.connect();
  await delay(CONNECT_MS * 0.7);
  taken.pop()!.release();
  taken.push(await next);
  const { ms, ...refusal } = await answer;
  for (const client of taken) client.release();
  expect(refusal).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
  expect(ms).toBeGreaterThan(CONNECT_MS * 0.9);
  expect(ms).toBeLessThan(CONNECT_MS * 1.4);
  await staff.get('/api/clients').expect(200);
});
