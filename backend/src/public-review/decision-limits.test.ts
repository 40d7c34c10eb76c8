import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createMomentWithImages, createSuggestedOptimization } from '../../test/factories.js';
import { connectLive, waitForEvent, sessionCookie } from '../../test/live.js';
import { readOptimization } from '../../test/optimizations.js';
import { sendUntilTaken } from '../../test/send-until-taken.js';
import type { HistoryEntry } from '../contract/history.js';
import type { OptimizationView } from '../contract/optimizations.js';
import type { Section } from '../contract/statuses.js';

const FROM_ONE = 10;
const FROM_ALL = 40;
const WINDOW_SECONDS = 15 * 60;

describe('changes of a decision on one section', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const decide = (
    { publicLink }: OptimizationView,
    body: object,
    {
      section = 'services',
      from = '198.51.100.1',
      by = app.visitor(),
    }: { section?: Section; from?: string; by?: Agent } = {},
  ) =>
    by.post(`/api/gmb-optimizations/public/${publicLink}/approve/${section}`).set('X-Forwarded-For', from).send(body);
  /** Rejects the section that many times, each time with another feedback. */
  const flip = async (optimization: OptimizationView, times: number, how: Parameters<typeof decide>[2] = {}) => {
    const statuses: number[] = [];
    for (let time = 1; time <= times; time += 1) {
      const body = { status: 'rejected', feedback: `Wish ${time} from ${how.from ?? 'here'}` };
      statuses.push((await decide(optimization, body, how)).status);
    }
    return statuses;
  };
  const historyOf = async ({ id }: OptimizationView): Promise<HistoryEntry[]> =>
    (await staff.get(`/api/gmb-optimizations/${id}/history`).expect(200)).body;
  const decisionsOn = async (optimization: OptimizationView): Promise<HistoryEntry[]> =>
    (await historyOf(optimization)).filter(({ action }) => /approved|rejected/.test(action));
  const taken = (count: number): number[] => Array.from({ length: count }, () => 200);

  it('limits changes of a decision per address, with the waiting time in the answer', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect(await flip(optimization, 1 + FROM_ONE)).toEqual(taken(1 + FROM_ONE));
    const refused = await decide(optimization, { status: 'approved' }).expect(429);
    expect(refused.body).toMatchObject({
      code: 'SECTION_THROTTLED',
      message:
        'The decision on Services was changed too often in a short time. Please wait 15 minutes, then change it again.',
    });
    const retryAfter = Number(refused.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(WINDOW_SECONDS - 120);
    expect(retryAfter).toBeLessThanOrEqual(WINDOW_SECONDS);
    expect(await readOptimization(staff, optimization)).toMatchObject({
      servicesApproved: 'rejected',
      servicesFeedback: `Wish ${1 + FROM_ONE} from here`,
    });
    expect(await decisionsOn(optimization)).toHaveLength(1 + FROM_ONE);
  });

  it('a limit does not apply to other addresses, other sections or other links', async () => {
    const [optimization, other] = [await createSuggestedOptimization(staff), await createSuggestedOptimization(staff)];
    expect((await flip(optimization, 2 + FROM_ONE)).at(-1)).toBe(429);
    expect(await flip(optimization, 2, { section: 'faqs' })).toEqual([200, 200]);
    expect(await flip(optimization, 2, { from: '198.51.100.2' })).toEqual([200, 200]);
    expect(await flip(other, 2)).toEqual([200, 200]);
  });

  it('limits changes of a decision for all addresses together', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await decide(optimization, { status: 'approved' }).expect(200);
    const addresses = Array.from({ length: FROM_ALL / FROM_ONE }, (_none, index) => `203.0.113.${index}`);
    for (const from of addresses) expect(await flip(optimization, FROM_ONE, { from })).toEqual(taken(FROM_ONE));
    expect(await flip(optimization, 1, { from: '203.0.113.200' })).toEqual([429]);
    expect(await decisionsOn(optimization)).toHaveLength(1 + FROM_ALL);
  });

  it('limits changes to the same number when they come at once', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await decide(optimization, { status: 'approved' }).expect(200);
    const bodies = Array.from({ length: 4 * FROM_ONE }, (_none, index) => ({
      status: 'rejected',
      feedback: `${index}`,
    }));
    const answers = await Promise.all(bodies.map((body) => sendUntilTaken(() => decide(optimization, body))));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(FROM_ONE);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(3 * FROM_ONE);
    expect(await decisionsOn(optimization)).toHaveLength(1 + FROM_ONE);
  });

  it('does not count decisions that change nothing', async () => {
    const optimization = await createSuggestedOptimization(staff);
    for (let click = 0; click < 2 * FROM_ONE; click += 1) {
      await decide(optimization, { status: 'approved' }).expect(200);
    }
    expect(await flip(optimization, 1)).toEqual([200]);
  });

  it('never limits the first decision on a suggestion', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect((await flip(optimization, 2 + FROM_ONE)).at(-1)).toBe(429);
    await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ servicesSuggestion: 'More' }).expect(200);
    await decide(optimization, { status: 'approved' }).expect(200);
    await decide(optimization, { status: 'rejected', feedback: 'No' }).expect(429);
  });

  it('accepts changes again after the time limit', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect((await flip(optimization, 2 + FROM_ONE)).at(-1)).toBe(429);
    await app.db.query(`UPDATE rate_limits SET "expire" = 0 WHERE "key" LIKE 'decision:%'`);
    await decide(optimization, { status: 'approved' }).expect(200);
  });

  it('does not limit staff, and the history names them', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect((await flip(optimization, 2 + FROM_ONE)).at(-1)).toBe(429);
    expect(await flip(optimization, 2 * FROM_ONE, { by: staff })).toEqual(taken(2 * FROM_ONE));
    const [last] = await decisionsOn(optimization);
    expect(last).toMatchObject({ action: 'section.rejected', actor: 'staff', actorName: 'Ada' });
  });

  it('refused changes show on the pages of staff at once, and once in the history', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect(optimization.throttledUntil).toBeNull();
    const desk = await connectLive(app, { Cookie: await sessionCookie(app) });
    expect((await flip(optimization, 4 + FROM_ONE)).slice(-3)).toEqual([429, 429, 429]);
    await waitForEvent(desk, 'optimization.changed', ({ throttledUntil }: OptimizationView) => throttledUntil !== null);
    desk.socket.disconnect();
    const { throttledUntil } = await readOptimization(staff, optimization);
    const leftMs = Date.parse(throttledUntil!) - Date.now();
    expect(leftMs).toBeGreaterThan((WINDOW_SECONDS - 120) * 1000);
    expect(leftMs).toBeLessThanOrEqual(WINDOW_SECONDS * 1000 + 1000);
    const [last, ...others] = await historyOf(optimization);
    expect(last).toMatchObject({ action: 'section.throttled', section: 'services', actor: 'visitor', feedback: '' });
    expect(others.filter(({ action }) => action === 'section.throttled')).toEqual([]);
  });

  it('records changes that are refused after that time again', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await flip(optimization, 2 + FROM_ONE);
    await app.db.query(`UPDATE optimizations SET "throttledUntil" = now() - interval '1 second' WHERE id = $1`, [
      optimization.id,
    ]);
    await flip(optimization, 1);
    const entries = (await historyOf(optimization)).filter(({ action }) => action === 'section.throttled');
    expect(entries).toHaveLength(2);
  });

  it('does not show refused changes on the pages of visitors', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await flip(optimization, 2 + FROM_ONE);
    const { body } = await app.visitor().get(`/api/gmb-optimizations/public/${optimization.publicLink}`).expect(200);
    expect(JSON.stringify(body)).not.toContain('throttled');
  });
});

describe('decisions on images', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  it('accepts decisions on images however often the link was opened', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await app.db.query(
      `INSERT INTO history ("reviewId", action, actor, at)
       SELECT $1, 'moment.opened', 'visitor', now() - interval '2 hours' FROM generate_series(1, 2000)`,
      [moment.id],
    );
    const { body } = await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
    expect(body.status).toBe('approved');
  });
});
