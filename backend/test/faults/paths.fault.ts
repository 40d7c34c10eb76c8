import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type TestApp } from '../app.js';
import { startFakeDns, type FakeDns } from '../fake-dns.js';
import { bodyFor } from './access-bodies.js';
import { createSeed, fillIn, rightPlaces, type Seed } from './access-seed.js';
import { routesOf } from './access-routes.js';
import { PAGES, rowsOf } from './access-table.js';
import { fault } from './fault.js';
import { routesOf as documentedRoutes } from './fuzz-routes.js';
import { address, call, callEach } from './http.js';

/** What stands in place of an id or a token, as it goes over the wire. */
const ODD = [
  '%00',
  'x%00',
  'A'.repeat(21) + '%00',
  'a'.repeat(31) + '%00',
  '4f2b1c9e-2f1d-4a77-9d3e-2b1f0c9e5a6%00',
  '%ff',
  '%ed%a0%80',
  '%ed%b0%80',
  '%',
  'a'.repeat(10_000),
  '7'.repeat(10_000),
  '%f0%9f%8c%b7'.repeat(800),
  '%0d%0aSet-Cookie:%20x=y',
  '%27%22%5c%60',
  '..%2f..%2fetc%2fpasswd',
  '__proto__',
  '-1',
];
/** A place in a path: `:name`, or the rest of it, which may be optional. */
const PLACE = /:\w+|\{\/?\*\w+\}/g;

describe('odd texts in addresses', () => {
  let app: TestApp;
  let dns: FakeDns;
  let seed: Seed;
  let asked = 0;

  beforeAll(async () => {
    dns = await startFakeDns();
    app = await startApp({ TRUST_PROXY: 'loopback', DNS_SERVERS: dns.address });
    const built = join(app.dataDir, 'no-frontend');
    await mkdir(join(built, 'assets'), { recursive: true });
    const reviewPages = ['named', 'moment', 'optimization'].map((name) => `${name}-review.html`);
    for (const file of ['index.html', ...reviewPages]) await writeFile(join(built, file), 'built');
    seed = await createSeed(app);
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
  });

  /** Asks as a visitor and as staff; names what was answered as a fault of the server, or not at all. */
  async function faultsOf(method: string, path: string, route: string, headers: object = {}): Promise<string[]> {
    const faults: string[] = [];
    for (const Cookie of ['', seed.cookie]) {
      const body = await bodyFor(route, seed);
      const own = { Prefer: 'respond-async', ...(Cookie && { Cookie }), ...headers };
      // An address of their own, so that none is refused for those before.
      const from = address((asked += 1) % 40_000);
      const answer = await call(`${app.url}${path}`, { method, headers: own, from, ...(body && { body }) }).catch(
        String,
      );
      const status = typeof answer === 'string' ? answer : answer.status;
      if (typeof status === 'string' || status >= 500) {
        faults.push(`${route} as ${Cookie ? 'staff' : 'a visitor'}: ${path.slice(0, 200)} ${status}`);
      }
    }
    return faults;
  }

  fault(
    {
      what: 'NUL, bytes that are no UTF-8, halves of characters, 10 kB and more in place of an id or a token',
      done: 'in each place of the path of every route of the running application, of its pages and of the board, as a visitor and as staff',
      checked: 'never a 500, and never no answer',
    },
    async () => {
      const pages = rowsOf(PAGES).map(({ route }) => route);
      const routes = [...new Set([...routesOf(app.express), ...pages])];
      const tries = routes.flatMap((route) => {
        const [method, path] = route.split(' ') as [string, string];
        const places = [...path.matchAll(PLACE)];
        return places.flatMap(({ 0: place, index }) =>
          ODD.map((odd) => {
            const slash = place.startsWith('{/') ? '/' : '';
            const before = fillIn(path.slice(0, index), rightPlaces(path, seed));
            const after = fillIn(path.slice(index + place.length), rightPlaces(path, seed));
            return { method, route, path: `${before}${slash}${odd}${after.replace(PLACE, 'x')}` };
          }),
        );
      });
      expect(tries.length).toBeGreaterThan(ODD.length * 100);
      const found = await callEach(tries, ({ method, path, route }) => faultsOf(method, path, route), 8);
      expect(found.flat()).toEqual([]);
      // It was staff who asked until the end.
      expect((await call(`${app.url}/api/user`, { headers: { Cookie: seed.cookie } })).status).toBe(200);
    },
  );

  fault(
    {
      what: 'the same in a query, a cookie, and the header that names a reviewer’s link',
      done: 'in each query parameter that the document of the API names, and at a page, a public and a staff’s route',
      checked: 'never a 500, and never no answer',
    },
    async () => {
      const routes = await documentedRoutes(await app.staff());
      const queries = routes.flatMap(({ method, path, parameters }) => {
        const route = path.replace(/\{(\w+)\}/g, ':$1');
        const filled = fillIn(route, rightPlaces(route, seed));
        const names = parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name);
        return names.flatMap((name) =>
          ODD.map((odd) => ({ method, route: `${method} ${route}`, path: `${filled}?${name}=${odd}`, headers: {} })),
        );
      });
      const PLAIN = [
        '/login',
        `/public/${seed.moments}`,
        `/api/public/${seed.moments}`,
        '/api/clients',
        '/api/branding',
      ];
      const headers = ODD.filter((odd) => odd.length < 5000).flatMap((odd) => [
        { 'Review-Link': odd },
        { Cookie: `gmb.sid=${odd}` },
        { Cookie: `gmb.sid=s%3A${odd}.${odd}; gmb.language=${odd}` },
        { 'Accept-Language': odd },
      ]);
      const others = PLAIN.flatMap((path) => [
        ...headers.map((own) => ({ method: 'GET', route: `GET ${path}`, path, headers: own })),
        ...ODD.map((odd) => ({ method: 'GET', route: `GET ${path}`, path: `${path}?x=${odd}`, headers: {} })),
      ]);
      const tries = [...queries, ...others];
      const found = await callEach(tries, (one) => faultsOf(one.method, one.path, one.route, one.headers), 8);
      expect(found.flat()).toEqual([]);
    },
  );
});
