import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './app.js';
import { EVERYBODY, isKey, STAFF_ASKERS } from './faults/access-cells.js';
import { createSeed } from './faults/access-seed.js';
import { StaffCells } from './faults/access-staff.js';

/** All roles by session, and one by key; `faults/access.fault.ts` plays the others, and what changes something inside. */
const ASKERS = STAFF_ASKERS.filter((asker) => !isKey(asker) || asker.role === 'editor').map(
  (asker) => [`${asker.role} by ${asker.by}`, asker] as const,
);

/** Each role at each route that the router knows, those of a new domain too, inside and outside the scope. */
describe('every route, for staff and their programs', () => {
  let app: TestApp;
  let cells: StaffCells;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    cells = new StaffCells(app, await createSeed(app));
  });
  afterAll(() => app.close());

  it('says what it needs', () => {
    expect(cells.rows.filter(({ needs }) => needs === undefined).map(({ route }) => route)).toEqual([]);
    expect(cells.rows.filter(({ needs }) => needs !== EVERYBODY).length).toBeGreaterThan(90);
  });

  it.each(ASKERS)('refuses %s what is not allowed before anything is looked up', async (_who, asker) => {
    const { found, expected } = await cells.refused(asker);
    expect(found).toEqual(expected);
  });

  it('answers 404 about what does not exist to who may do everything', async () => {
    const { found, expected } = await cells.missing();
    expect(found).toEqual(expected);
  });

  it.each(ASKERS)('answers %s about what is outside the scope as about what does not exist', async (_who, asker) => {
    const { found, expected } = await cells.outside(asker);
    expect(expected.length).toBeGreaterThan(20);
    expect(found).toEqual(expected);
  });

  it.each(ASKERS)('shows %s what is inside the scope', async (_who, asker) => {
    const { found, expected } = await cells.inside(asker);
    expect(expected.length).toBeGreaterThan(20);
    expect(found).toEqual(expected);
  });
});
