import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PROGRAM_PERMISSIONS, type Permission } from '../src/contract/roles.js';
import { createKey } from './api-keys.js';
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
/** They answer 401 to whoever gives the wrong thing, not to whoever has no session. */
const WAYS_IN = ['/api/login', '/api/login/passkey'];

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
    for (const { route, method, path } of forStaff.filter((row) => !WAYS_IN.includes(row.path))) {
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
        expect(refusal.message).toMatch(/^(API|[A-Z][a-z]+)[a-z ]* not found$/);
      }
    }
  });

  describe('takes an API key', () => {
    const FOREIGN = `gmb_${'x'.repeat(43)}`;
    /** What a route requires, by `docs/permissions.txt`. */
    const accessOf = new Map(
      readFileSync(new URL('../../docs/permissions.txt', import.meta.url), 'utf8')
        .split('\n')
        .map((line) => /^([A-Z]+) +(\S+) +(\S+)/.exec(line) ?? [])
        .map(([, method, path, access]) => [`${method} ${path}`, access!]),
    );
    const isForPrograms = (access: string) => PROGRAM_PERMISSIONS.has(access as Permission);
    let admin: string;
    let viewer: string;
    let blind: string;

    beforeAll(async () => {
      const staff = await app.staff();
      const nothing = { agencyIds: [], clientIds: [] };
      admin = (await createKey(staff)).token;
      viewer = (await createKey(staff, { role: 'viewer' })).token;
      blind = (await createKey(staff, { role: 'manager', scope: nothing })).token;
    });

    const ask = (
      { method, path }: Row,
      token: string,
      headers = {},
      places: Record<string, string> = guessedPlaces(),
    ) =>
      call(`${app.url}${fillIn(path, places)}`, { method, headers: { Authorization: `Bearer ${token}`, ...headers } });

    const routes = () =>
      rows.flatMap((row) => (accessOf.has(row.route) ? [{ row, access: accessOf.get(row.route)! }] : []));

    it('only if it is one, and only on the hosts where staff work', async () => {
      expect(routes().length).toBeGreaterThan(120);
      for (const { row } of routes()) {
        const unknown = await ask(row, FOREIGN, { 'X-Forwarded-For': `203.0.113.${rows.indexOf(row) % 250}` });
        const away = await ask(row, admin, { 'X-Forwarded-Host': 'review.agency.example' });
        expect([row.route, unknown.status, unknown.body.code]).toEqual([row.route, 401, 'API_KEY_INVALID']);
        expect([row.route, away.status, away.body.code]).toEqual([row.route, 403, 'ADMIN_ON_AGENCY_DOMAIN']);
      }
    });

    it('for what programs do, by its role', async () => {
      for (const { row, access } of routes()) {
        const isOpen = access === 'everybody' || access === 'everybody,';
        const isRead = row.method === 'GET';
        const isRefused = isOpen ? !isRead : !isForPrograms(access);
        const answer = await ask(row, isRefused || isRead ? admin : viewer);
        const isAllowed = !isRefused && isRead;
        const refusal = isRefused ? 'NOT_FOR_API_KEYS' : 'NOT_PERMITTED';
        const { code } = answer.body;
        // What is allowed finds nothing under a guessed id.
        const expected = isAllowed ? [row.route, false, false] : [row.route, true, refusal];
        const isForbidden = [401, 403].includes(answer.status);
        expect([row.route, isForbidden, isForbidden && code]).toEqual(expected);
      }
    });

    it('within its scope alone', async () => {
      const seed = await createSeed(app);
      for (const { row, access } of routes()) {
        const isAsked = isForPrograms(access) && row.path.includes('/:id') && row.expected.outside === '404';
        if (!isAsked || access === 'agency.manage') continue;
        const headers = { Authorization: `Bearer ${blind}` };
        const body = await bodyFor(row.route, seed);
        const url = `${app.url}${fillIn(row.path, rightPlaces(row.path, seed))}`;
        const { status } = await call(url, { method: row.method, headers, ...(body && { body }) });
        expect([row.route, status]).toEqual([row.route, 404]);
      }
    });
  });
});
