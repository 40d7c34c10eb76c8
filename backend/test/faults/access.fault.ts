import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { startFakeDns, type FakeDns } from '../fake-dns.js';
import { bodyFor } from './access-bodies.js';
import {
  createNamedLinks,
  fillIn,
  guessedPlaces,
  createSeed,
  rightPlaces,
  wrongPlaces,
  type Seed,
  type Places,
} from './access-seed.js';
import { STAFF_ASKERS } from './access-cells.js';
import { middlewareOf, routesOf } from './access-routes.js';
import { StaffCells } from './access-staff.js';
import {
  answered,
  MIDDLEWARE,
  NAMED,
  NAMED_ROUTES,
  PAGES,
  rowsFor,
  rowsOf,
  ROUTES,
  WHO,
  type Row,
  type Who,
} from './access-table.js';
import { fault } from './fault.js';
import { call, callEach, type Answer } from './http.js';

/** Routes after which a person or a session is not what it was. */
const ABOUT_ACCOUNTS = /^\/api\/(users?|sessions|factors|passkeys|login|logout|single-sign-on|register)\b/;

describe('who may call what', () => {
  let app: TestApp;
  let dns: FakeDns;
  let shared: Seed;

  beforeAll(async () => {
    dns = await startFakeDns();
    app = await startApp({ TRUST_PROXY: 'loopback', DNS_SERVERS: dns.address });
    const built = join(app.dataDir, 'no-frontend');
    await mkdir(join(built, 'assets'), { recursive: true });
    for (const file of ['index.html', 'theme.js', 'assets/main.js']) await writeFile(join(built, file), 'built');
    shared = await createSeed(app);
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
  });

  /** How each of them asks: what they know, and what their browser or program sends. */
  const asks: Record<Who, (path: string, seed: Seed) => { places: Places; headers: Record<string, string> }> = {
    guest: () => ({ places: guessedPlaces(), headers: {} }),
    otherLink: (path, seed) => ({ places: wrongPlaces(path, seed), headers: {} }),
    elsewhere: (path, seed) => ({
      places: rightPlaces(path, seed),
      headers: { 'X-Forwarded-Host': 'review.another-agency.example' },
    }),
    link: (path, seed) => ({ places: rightPlaces(path, seed), headers: {} }),
    staffAway: (path, seed) => ({
      places: rightPlaces(path, seed),
      headers: { 'X-Forwarded-Host': seed.host, Cookie: seed.cookie },
    }),
    crossSite: (path, seed) => ({
      places: rightPlaces(path, seed),
      headers: { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site', Cookie: seed.cookie },
    }),
    outside: (path, seed) => ({
      places: rightPlaces(path, seed),
      // From a network of their own, whose misses count against no other visitor.
      headers: { 'X-Forwarded-For': '203.0.113.9', Cookie: seed.outside },
    }),
    staff: (path, seed) => ({ places: rightPlaces(path, seed), headers: { Cookie: seed.cookie } }),
  };

  async function ask(who: Who, { route, method, path }: Row, seed: Seed): Promise<Answer> {
    const { places, headers } = asks[who](path, seed);
    const body = await bodyFor(route, seed);
    // No worker runs in this test.
    const all = { ...headers, Prefer: 'respond-async' };
    return call(`${app.url}${fillIn(path, places)}`, { method, headers: all, ...(body && { body }) });
  }

  /**
   * Sends the request as each of `WHO` in turn. Staff come last: their success shows that no earlier request changed
   * anything.
   */
  async function askAll(row: Row): Promise<Partial<Record<Who, Answer>>> {
    const isHarmless = row.method === 'GET' || !row.path.startsWith('/api/');
    const seed = isHarmless ? shared : await createSeed(app, ABOUT_ACCOUNTS.test(row.path) ? undefined : shared);
    const answers: Partial<Record<Who, Answer>> = {};
    for (const who of WHO) if (row.expected[who] !== '-') answers[who] = await ask(who, row, seed);
    return answers;
  }

  fault(
    {
      what: 'a row of the table whose route is gone, and what answers before the routes',
      done: 'the routes of the running application, of its documents and of the board are read from the router',
      checked: 'each row of the table of access has its route; nothing else stands before them',
    },
    async () => {
      expect(routesOf(app.express)).toEqual(expect.arrayContaining(rowsOf(ROUTES).map(({ route }) => route)));
      expect(middlewareOf(app.express)).toEqual(MIDDLEWARE);
    },
  );

  fault(
    {
      what: 'everybody at every route',
      done: 'a guest, a visitor with the link, with another link and at another agency’s domain, staff, staff at an agency’s domain, staff outside whose scope it lies, and another site with the cookies of staff send every request that the application knows',
      checked:
        'each is answered as the table says, all but staff refused where it says nothing, with one form of error, uncached, and closed to other sites',
    },
    async () => {
      const rows = [...rowsFor(routesOf(app.express)), ...rowsOf(PAGES)];
      const found = await callEach(
        rows,
        async (row) => {
          const answers = await askAll(row);
          for (const answer of Object.values(answers)) expectHardened(row, answer);
          return [row.route, ...WHO.map((who) => answered(row.expected[who], answers[who]?.status))].join(' ');
        },
        4,
      );
      expect(found).toEqual(rows.map((row) => [row.route, ...WHO.map((who) => row.expected[who])].join(' ')));
    },
  );

  fault(
    {
      what: 'each role, by session and by API key, at every route',
      done: 'what is refused, what lies outside of the scope and what is read inside is asked for at every route that the application knows',
      checked: 'each cell is as the permissions and the table say: 403 with what is needed, 404, or shown',
    },
    async () => {
      const cells = new StaffCells(app, shared);
      for (const asker of STAFF_ASKERS) {
        for (const play of [cells.refused, cells.outside, cells.inside]) {
          const { found, expected } = await play.call(cells, asker);
          expect(found).toEqual(expected);
        }
      }
    },
  );

  fault(
    {
      what: 'a reviewer’s own link in every state, at every public route',
      done: 'a link that may decide, one that only looks, one to all work of the client, an expired, a revoked and a locked one, one of another client, and one at another agency’s domain send each request',
      checked: 'each is answered as the table says',
    },
    async () => {
      const seed = await createSeed(app, shared);
      const tokenOf = await createNamedLinks(app, seed);
      const rows = rowsOf(NAMED_ROUTES, NAMED);
      const found = [];
      for (const row of rows) {
        const path = `${app.url}${fillIn(row.path, rightPlaces(row.path, seed))}`;
        const body = await bodyFor(row.route.replace('public/:id/', 'public/:publicLink/'), seed);
        const statuses = [];
        for (const who of NAMED) {
          const headers = {
            'X-Forwarded-Host': who === 'elsewhere' ? 'review.another.example' : seed.host,
            // From a network of their own, against which no misses of the other tests count.
            'X-Forwarded-For': '203.0.113.10',
          };
          const answer = await call(path, {
            method: row.method,
            headers: { ...headers, 'Review-Link': tokenOf(who, row.path) },
            ...(body && { body }),
          });
          statuses.push(answer.status);
        }
        found.push([row.route, ...statuses].join(' '));
      }
      expect(found).toEqual(rows.map((row) => [row.route, ...NAMED.map((who) => row.expected[who])].join(' ')));
    },
  );
});

/** Checks the headers and the error format that every response has. */
function expectHardened({ route, path }: Row, { status, headers, body }: Answer): void {
  const about = { route, status };
  expect({ ...about, open: headers.get('Access-Control-Allow-Origin') }).toEqual({ ...about, open: null });
  expect({ ...about, nosniff: headers.get('X-Content-Type-Options') }).toEqual({ ...about, nosniff: 'nosniff' });
  if (!path.startsWith('/api/')) return;
  expect({ ...about, cache: headers.get('Cache-Control') }).toEqual({ ...about, cache: 'no-store' });
  if (status >= 400)
    expect(body).toMatchObject({ statusCode: status, message: body['error'], code: expect.any(String) });
}
