import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from './app.js';
import { EVERYBODY, isKey, STAFF_ASKERS } from './faults/access-cells.js';
import { createSeed, type Seed } from './faults/access-seed.js';
import { StaffCells } from './faults/access-staff.js';
import { connectLive, waitForEvent } from './live.js';

/** All roles by session, and one by key; `faults/access.fault.ts` plays the others. */
const ASKERS = STAFF_ASKERS.filter((asker) => !isKey(asker) || asker.role === 'editor').map(
  (asker) => [`${asker.role} by ${asker.by}`, asker] as const,
);

/** Each role at each route that the router knows, those of a new domain too, inside and outside the scope. */
describe('every route, for staff and their programs', () => {
  let app: TestApp;
  let seed: Seed;
  let cells: StaffCells;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    seed = await createSeed(app);
    cells = new StaffCells(app, seed);
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

  it('emits events to staff of every role inside the scope alone, and connects nobody else as staff', async () => {
    const sessions = STAFF_ASKERS.filter((asker) => !isKey(asker));
    const connect = async (agencyIds: string[]) =>
      Promise.all(sessions.map(async (asker) => connectLive(app, await cells.headers(asker, agencyIds), AS_STAFF)));
    const [inside, outside] = [await connect([seed.agencies]), await connect([])];
    const [visitor, other] = [await connectLive(app), await connectLive(app)];
    const lives = [...inside, ...outside, visitor, other];
    try {
      expect(await visitor.watch({ momentId: seed.moments })).toEqual({ ok: true });
      expect(await other.watch({ publicLink: seed.publicLink })).toEqual({ ok: true });
      const staff = await app.staff();
      await staff.patch(`/api/moments/${seed.moments}`).send({ title: 'For those inside' }).expect(200);
      await Promise.all([...inside, visitor].map((live) => waitForEvent(live, 'moment.changed', isOf(seed.moments))));
      // Received by all, and after what was published before.
      await staff.patch('/api/settings').field('brandName', 'The last').expect(200);
      await Promise.all(lives.map((live) => waitForEvent(live, 'settings.changed')));
      for (const { received } of [...outside, other]) {
        expect(JSON.stringify(received)).not.toContain(seed.moments);
        expect(JSON.stringify(received)).not.toContain(seed.clients);
      }
    } finally {
      for (const { socket } of lives) socket.disconnect();
    }
    const [admin] = STAFF_ASKERS;
    const cookie = await cells.headers(admin!, [seed.agencies]);
    for (const headers of [
      {},
      await cells.headers({ role: 'admin', by: 'key' }, [seed.agencies]),
      { ...cookie, 'X-Forwarded-Host': seed.host },
    ])
      await expect(connectLive(app, headers, AS_STAFF)).rejects.toBeInstanceOf(Error);
  });
});

const AS_STAFF = { as: 'staff' } as const;
const isOf = (momentId: string) => (payload: unknown) => JSON.stringify(payload).includes(momentId);
