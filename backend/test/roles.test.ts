import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { permissionsOf, ROLES, type Permission, type Role } from '../src/contract/roles.js';
import { startApp, type TestApp } from './app.js';
import { addColleague } from './colleagues.js';
import { bodyFor } from './faults/access-bodies.js';
import { routesOf } from './faults/access-routes.js';
import { createSeed, fillIn, guessedPlaces, rightPlaces, type Seed } from './faults/access-seed.js';
import { rowsFor, type Row } from './faults/access-table.js';
import { call, callEach, type Answer } from './faults/http.js';

const PERMISSIONS = fileURLToPath(new URL('../../docs/permissions.txt', import.meta.url));

/** What each route needs, by `docs/permissions.txt`, which `documents.test.ts` keeps current. */
function neededPermissions(): Map<string, string> {
  const lines = readFileSync(PERMISSIONS, 'utf8').matchAll(/^([A-Z]+) +(\/\S+) +(.+)$/gm);
  return new Map([...lines].map(([, method, path, needs]) => [`${method} ${path}`, needs!]));
}

/** Each role at each route for staff that the router knows, those of a new domain too, inside and outside the scope. */
describe('every route for staff', () => {
  let app: TestApp;
  let seed: Seed;
  let rows: (Row & { needs: Permission })[];
  let colleagues: Record<Role, { inside: string; outside: string }>;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    seed = await createSeed(app);
    const needs = neededPermissions();
    const forStaff = rowsFor(routesOf(app.express)).filter(
      ({ path, route }) => path.startsWith('/api/') && !needs.get(route)?.startsWith('everybody'),
    );
    rows = forStaff
      .filter(({ path }) => !/^\/api\/(docs|openapi\.json|asyncapi\.json)/.test(path))
      .map((row) => ({ ...row, needs: needs.get(row.route) as Permission }));
    const added = ROLES.map(async (role) => {
      const inside = await addColleague(app, { role, agencyIds: [seed.agencies] });
      const outside = await addColleague(app, { role, agencyIds: [] });
      return [role, { inside: inside.cookie, outside: outside.cookie }];
    });
    colleagues = Object.fromEntries(await Promise.all(added)) as typeof colleagues;
  });
  afterAll(() => app.close());

  async function ask({ route, method, path }: Row, cookie: string, places: Record<string, string>): Promise<Answer> {
    const body = await bodyFor(route, seed);
    const headers = { Cookie: cookie, Prefer: 'respond-async' };
    return call(`${app.url}${fillIn(path, places)}`, { method, headers, ...(body && { body }) });
  }

  it('says what it needs', () => {
    expect(rows.filter(({ needs }) => needs === undefined).map(({ route }) => route)).toEqual([]);
    expect(rows.length).toBeGreaterThan(90);
  });

  it.each(ROLES)('lets %s do what the role allows, and refuses the rest before anything is looked up', async (role) => {
    const allowed = permissionsOf(role);
    const { inside } = colleagues[role];
    const refused = rows.filter(({ needs }) => !allowed.has(needs));
    const found = await callEach(refused, (row) => ask(row, inside, guessedPlaces()), 4);
    const expected = refused.map(({ route, needs }) => [route, 403, 'NOT_PERMITTED', true, needs]);
    expect(
      found.map(({ status, body }, index) => {
        const { route, needs } = refused[index]!;
        return [
          route,
          status,
          body.code,
          body.message?.includes(`Your role, ${role}, does not allow this (${needs})`),
          needs,
        ];
      }),
    ).toEqual(expected);
    // Whether what changes something is allowed, an id that does not exist shows as well.
    const others = rows.filter(({ needs, path }) => allowed.has(needs) && path.includes('/:id'));
    const answers = await callEach(others, (row) => ask(row, inside, guessedPlaces()), 4);
    expect(answers.map(({ status }, index) => [others[index]!.route, status])).toEqual(
      others.map(({ route }) => [route, 404]),
    );
  });

  it.each(ROLES)(
    'shows %s what is inside the scope, and answers what is outside as what does not exist',
    async (role) => {
      const allowed = permissionsOf(role);
      const { inside, outside } = colleagues[role];
      const ofRecords = rows.filter(({ needs, expected }) => allowed.has(needs) && expected.outside === '404');
      expect(ofRecords.length).toBeGreaterThan(20);
      const found = await callEach(ofRecords, (row) => ask(row, outside, rightPlaces(row.path, seed)), 4);
      expect(found.map(({ status }, index) => [ofRecords[index]!.route, status])).toEqual(
        ofRecords.map(({ route }) => [route, 404]),
      );
      const reads = ofRecords.filter(({ method }) => method === 'GET');
      const shown = await callEach(reads, (row) => ask(row, inside, rightPlaces(row.path, seed)), 4);
      // A delivery has a certificate once it was sent, which the first of them does.
      const missed = shown.map(({ status }, index) => [reads[index]!.route, status] as const);
      expect(missed.filter(([, status]) => status !== 200 && status !== 409)).toEqual([]);
    },
  );
});
