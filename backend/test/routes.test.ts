import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './app.js';
import { bodyFor } from './faults/access-bodies.js';
import { createSeed, fillIn, guessedPlaces, rightPlaces, type Seed } from './faults/access-seed.js';
import { routesOf } from './faults/access-routes.js';
import { rowsFor, type Row } from './faults/access-table.js';
import { call } from './faults/http.js';
import { sessionCookie } from './live.js';

const UNKNOWN = randomUUID();
const IDS = [UNKNOWN, '1', 'null', `${UNKNOWN}x`, "'--", '..%2f..', '%00', '6ba7b810-9dad-11d1-80b4-00c04fd430c8'];

/** What every route does alike, for all routes that the router knows: those of a new domain too. */
describe('every route of the API', () => {
  let app: TestApp;
  let cookie: string;
  let rows: Row[];

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    cookie = await sessionCookie(app);
    rows = rowsFor(routesOf(app.express)).filter(({ path }) => path.startsWith('/api/'));
  });
  afterAll(() => app.close());

  it('that is for staff alone needs their session, and is closed at the domains of agencies', async () => {
    const forStaff = rows.filter(({ expected }) => expected.guest === '401' && expected.elsewhere === '403');
    expect(forStaff.length).toBeGreaterThan(40);
    for (const { route, method, path } of forStaff.filter((row) => row.path !== '/api/login')) {
      const url = `${app.url}${fillIn(path, guessedPlaces())}`;
      const { status, body } = await call(url, { method });
      expect([route, status, body.code]).toEqual([route, 401, 'NOT_SIGNED_IN']);
      const headers = { Cookie: cookie, 'X-Forwarded-Host': 'review.agency.example' };
      const away = await call(url, { method, headers });
      expect([route, away.status, away.body.code]).toEqual([route, 403, 'ADMIN_ON_AGENCY_DOMAIN']);
    }
  });

  it('finds nothing outside the scope of a colleague, who is answered as for an unknown id', async () => {
    const seed = await createSeed(app);
    const outside = rows.filter(({ expected }) => expected.outside === '404' && expected.guest === '401');
    expect(outside.length).toBeGreaterThan(60);
    for (const { route, method, path } of outside.filter((row) => row.path.includes('/:id'))) {
      const body = await bodyFor(route, seed);
      const ask = (places: Record<string, string>) =>
        call(`${app.url}${fillIn(path, places)}`, { method, headers: { Cookie: seed.outside }, ...(body && { body }) });
      const unknown = await ask({ ...guessedPlaces(), id: UNKNOWN });
      const found = await ask(rightPlaces(path, seed));
      expect([route, found.status, found.body.message]).toEqual([route, 404, unknown.body.message]);
    }
  });

  it('answers 404 alike for unknown and malformed ids, with the name of what is not there', async () => {
    const seed = { clients: UNKNOWN, moments: UNKNOWN, images: UNKNOWN, reviewers: UNKNOWN } as Seed;
    for (const { route, method, path } of rows.filter((row) => row.path.includes('/:id'))) {
      for (const id of IDS) {
        const body = await bodyFor(route, seed);
        const url = `${app.url}${fillIn(path, { ...guessedPlaces(), id })}`;
        const answer = await call(url, { method, headers: { Cookie: cookie }, ...(body && { body }) });
        const { status, body: refusal } = answer;
        expect([route, id, status, refusal.code]).toEqual([route, id, 404, 'NOT_FOUND']);
        expect(refusal.message).toMatch(/^[A-Z][a-z ]+ not found$/);
      }
    }
  });
});
