import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient } from '../../test/factories.js';

const STATUSES = ['draft', 'generated', 'pending', 'approved', 'rejected'];

describe('the requests of the dashboard, with 10,000 moments', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    const { id } = await createClient(staff, { business: 'Busy' });
    // Moment n is n minutes old; a fifth of all has each status.
    await app.db.query(
      `INSERT INTO moments (title, "clientId", status, "createdAt")
       SELECT 'Moment ' || n, $1, ($2::text[])[1 + n % 5], now() - n * interval '1 minute'
       FROM generate_series(1, 10000) AS n`,
      [id, STATUSES],
    );
  });
  afterAll(() => app.close());

  it.each(STATUSES)('counts all %s moments, and sends only one', async (status) => {
    const answer = await staff.get('/api/moments').query({ status, limit: 1 }).expect(200);
    expect(answer.get('X-Total-Count')).toBe('2000');
    expect(answer.body).toHaveLength(1);
  });

  it('counts the active moments, which are those generated and pending, and lists exactly these', async () => {
    const answer = await staff.get('/api/moments').query({ status: 'active', limit: 100 }).expect(200);
    expect(answer.get('X-Total-Count')).toBe('4000');
    const shown = (answer.body as { title: string; status: string }[]).map(({ title, status }) => [title, status]);
    expect(shown.slice(0, 3)).toEqual([
      ['Moment 1', 'generated'],
      ['Moment 2', 'pending'],
      ['Moment 6', 'generated'],
    ]);
    expect(new Set(shown.map(([, status]) => status))).toEqual(new Set(['generated', 'pending']));
    const found = await staff.get('/api/moments').query({ status: 'active', search: 'Moment 1', limit: 1 }).expect(200);
    const [generated, pending] = await Promise.all(
      ['generated', 'pending'].map((status) =>
        staff.get('/api/moments').query({ status, search: 'Moment 1', limit: 1 }),
      ),
    );
    const total = Number(generated!.get('X-Total-Count')) + Number(pending!.get('X-Total-Count'));
    expect(found.get('X-Total-Count')).toBe(String(total));
  });

  it('sends the five newest, each with the business of its client', async () => {
    const answer = await staff.get('/api/moments').query({ limit: 5, sort: '-createdAt' }).expect(200);
    const shown = (answer.body as { title: string; client: object }[]).map(({ title, client }) => ({ title, client }));
    expect(shown.map(({ title }) => title)).toEqual([1, 2, 3, 4, 5].map((n) => `Moment ${n}`));
    expect(shown.every(({ client }) => (client as { business: string }).business === 'Busy')).toBe(true);
  });
});
