import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Client } from 'pg';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';

const MINUTE_MS = 60_000;

describe('a session that is in use', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterEach(() => void jest.restoreAllMocks());
  afterAll(() => app.close());

  async function hoursLeft(): Promise<number> {
    const [{ hours }] = await app.db.query('SELECT extract(epoch FROM "expire" - now()) / 3600 AS hours FROM sessions');
    return Number(hours);
  }
  const leaveOneHour = () => app.db.query(`UPDATE sessions SET "expire" = now() + interval '1 hour'`);
  const later = (minutes: number) => {
    const then = Date.now() + minutes * MINUTE_MS;
    jest.spyOn(Date, 'now').mockImplementation(() => then);
  };

  it('is prolonged to seven days, but not by each of many requests', async () => {
    await leaveOneHour();
    await staff.get('/api/user').expect(200);
    await eventually(async () => expect(await hoursLeft()).toBeGreaterThan(7 * 24 - 1));
    await leaveOneHour();
    later(4);
    for (let request = 0; request < 5; request += 1) await staff.get('/api/user').expect(200);
    expect(await hoursLeft()).toBeLessThanOrEqual(1);
    later(2);
    await staff.get('/api/user').expect(200);
    await eventually(async () => expect(await hoursLeft()).toBeGreaterThan(7 * 24 - 1));
  });

  it('has a cookie that each read of the user sends for another seven days, and no other answer', async () => {
    const [cookie, ...others] = (await staff.get('/api/user').expect(200)).get('Set-Cookie')!;
    expect(others).toEqual([]);
    const [value, ...flags] = cookie!.split('; ');
    expect((await app.visitor().get('/api/clients').set('Cookie', value!)).status).toBe(200);
    expect(flags.filter((flag) => !flag.startsWith('Expires=')).toSorted()).toEqual([
      'HttpOnly',
      `Max-Age=${7 * 24 * 60 * 60}`,
      'Path=/',
      'SameSite=Lax',
    ]);
    expect((await staff.get('/api/clients').expect(200)).get('Set-Cookie')).toBeUndefined();
    expect((await app.visitor().get('/api/user').expect(401)).get('Set-Cookie')).toBeUndefined();
  });

  /** Locks a table until the connection ends. */
  const lock = async (table: string): Promise<Client> => {
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query(`LOCK TABLE ${table}`);
    return holder;
  };
  const waiting = (count: number) =>
    eventually(async () => {
      const locked = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`;
      expect(await app.db.query(locked)).toHaveLength(count);
    });

  it('does not come back by an answer that is late for the next sign-in', async () => {
    const agent = app.visitor();
    const body = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
    const login = () => agent.post('/api/login').send(body).expect(200);
    const old = (await login()).get('Set-Cookie')![0]!.split(';')[0]!;
    // Checking the password takes a while: it is done before the others begin to wait, which they do for seconds at most.
    const sessions = await lock('sessions IN EXCLUSIVE MODE');
    const signedIn = login().then((answer) => answer);
    await waiting(1);
    const reviews = await lock('reviews');
    const late = ['/api/moments', '/api/moments'].map((path) => app.visitor().get(path).set('Cookie', old));
    const answers = Promise.all(late.map((request) => request.then((answer) => answer)));
    await waiting(3);
    await sessions.end();
    await signedIn;
    await reviews.end();
    for (const { status, headers } of await answers) {
      expect([status, headers['set-cookie']]).toEqual([200, undefined]);
    }
    const ended = await app.visitor().get('/api/user').set('Cookie', old).expect(401);
    expect(ended.get('Set-Cookie')).toBeUndefined();
    await agent.get('/api/user').expect(200);
  });
});
