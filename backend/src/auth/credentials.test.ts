import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient } from '../../test/factories.js';
import { connectLive, waitForEvent, sessionCookie, type Live } from '../../test/live.js';
import { USERS_LOCK } from '../users/users.service.js';

const NEW_PASSWORD = 'a quite new password';
const PAUSE_LOCK = 4711;

describe('a changed password', () => {
  let app: TestApp;
  let staff: Agent;
  let holder: Client;
  const connections: Live[] = [];

  beforeEach(async () => {
    app = await startApp();
    staff = await app.staff();
    holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
  });
  afterEach(async () => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
    await holder.end();
    await app.close();
  });

  const login = async (password: string): Promise<string> => {
    const answer = await app.visitor().post('/api/login').send({ email: STAFF_EMAIL, password }).expect(200);
    return answer.get('Set-Cookie')![0]!.split(';')[0]!;
  };
  const change = async (agent = staff, from = STAFF_PASSWORD, to = NEW_PASSWORD): Promise<number> =>
    (await agent.post('/api/user/password').send({ currentPassword: from, newPassword: to })).status;
  const whoIs = async (cookie: string): Promise<number> =>
    (await app.visitor().get('/api/user').set('Cookie', cookie)).status;
  const register = async (cookie: string) =>
    app
      .visitor()
      .post('/api/register')
      .set('Cookie', cookie)
      .send({ email: 'mallory@example.com', password: 'another long password' });
  const connect = async (cookie: string): Promise<Live> => {
    const live = await connectLive(app, { Cookie: cookie });
    connections.push(live);
    return live;
  };
  const ending = ({ socket }: Live): Promise<unknown> => new Promise((resolve) => socket.once('disconnect', resolve));

  /** Takes a lock, and answers the way to wait until somebody wants it as well, and to let them have it. */
  async function hold(lock: number) {
    await holder.query('BEGIN');
    await holder.query('SELECT pg_advisory_xact_lock($1)', [lock]);
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = $1 AND NOT granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`;
    return {
      reached: () => eventually(async () => expect((await holder.query(waiting, [lock])).rowCount).toBe(1)),
      release: () => holder.query('COMMIT'),
    };
  }

  /** Makes every statement of this kind wait, in the middle of its transaction, until it is released. */
  async function pauseAt(event: 'BEFORE INSERT' | 'AFTER DELETE') {
    await app.db.query(
      `CREATE FUNCTION pause() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN PERFORM pg_advisory_xact_lock(${PAUSE_LOCK}); RETURN NEW; END $$;
       CREATE TRIGGER pause ${event} ON sessions FOR EACH ROW EXECUTE FUNCTION pause()`,
    );
    return hold(PAUSE_LOCK);
  }

  it('ends a sign-in that had verified the old one and opens its session afterwards', async () => {
    const pause = await pauseAt('BEFORE INSERT');
    const signIn = login(STAFF_PASSWORD);
    await pause.reached();
    expect(await change()).toBe(204);
    await pause.release();
    const cookie = await signIn;
    expect(await whoIs(cookie)).toBe(401);
    expect((await register(cookie)).body.code).toBe('REGISTRATION_CLOSED');
    await expect(connect(cookie)).rejects.toThrow('Please sign in');
    await staff.get('/api/user').expect(200);
  });

  it('ends a session that was opened, and its live connection, while the change was being committed', async () => {
    await sessionCookie(app);
    const pause = await pauseAt('AFTER DELETE');
    const changed = change();
    await pause.reached();
    const cookie = await login(STAFF_PASSWORD);
    const thief = await connect(cookie);
    const ended = ending(thief);
    await pause.release();
    expect(await changed).toBe(204);
    await ended;
    expect(await whoIs(cookie)).toBe(401);
    const control = await connect(await login(NEW_PASSWORD));
    await createClient(staff);
    await waitForEvent(control, 'client.changed');
    expect(thief.received).toEqual([]);
    expect(thief.socket.connected).toBe(false);
  });

  it('keeps the session that made the change, its live connection and its requests in progress', async () => {
    const cookie = await sessionCookie(app);
    const own = app.visitor().set('Cookie', cookie);
    const live = await connect(cookie);
    const ended: unknown[] = [];
    live.socket.on('disconnect', (reason) => ended.push(reason));
    let [from, to] = [STAFF_PASSWORD, NEW_PASSWORD];
    for (let round = 0; round < 5; round += 1) {
      const progress = { isOver: false };
      const changing = change(own, from, to).finally(() => (progress.isOver = true));
      const reads = [0, 1, 2, 3].map(async () => {
        const statuses: number[] = [];
        while (!progress.isOver) statuses.push(await whoIs(cookie));
        return [...statuses, await whoIs(cookie)];
      });
      expect(await changing).toBe(204);
      expect(new Set((await Promise.all(reads)).flat())).toEqual(new Set([200]));
      [from, to] = [to, from];
    }
    await createClient(own);
    await waitForEvent(live, 'client.changed');
    expect(ended).toEqual([]);
  });

  it('ends the live connection of the session that made the change before', async () => {
    const [first, second] = [await sessionCookie(app), await login(STAFF_PASSWORD)];
    const live = await connect(first);
    expect(await change(app.visitor().set('Cookie', first))).toBe(204);
    expect([await whoIs(first), await whoIs(second)]).toEqual([200, 401]);
    const ended = ending(live);
    const other = app.visitor().set('Cookie', await login(NEW_PASSWORD));
    expect(await change(other, NEW_PASSWORD, STAFF_PASSWORD)).toBe(204);
    await ended;
    expect(await whoIs(first)).toBe(401);
  });

  it('also ends sessions of the previous version, which store no credentials', async () => {
    const [own, other] = [await sessionCookie(app), await sessionCookie(app)];
    await app.db.query(`UPDATE sessions SET "sess" = ("sess"::jsonb - 'credentialVersion')::json`);
    expect([await whoIs(own), await whoIs(other)]).toEqual([200, 200]);
    const [ownPage, otherPage] = [await connect(own), await connect(other)];
    const ended = ending(otherPage);
    expect(await change(app.visitor().set('Cookie', own))).toBe(204);
    await ended;
    expect([await whoIs(own), await whoIs(other)]).toEqual([200, 401]);
    expect(ownPage.socket.connected).toBe(true);
  });

  it('refuses changes of the team that the old session requested and that are not committed yet', async () => {
    const colleague = (await register(await sessionCookie(app))).body as { id: string };
    const thief = await sessionCookie(app);
    for (const [ask, code] of [
      [
        () =>
          app
            .visitor()
            .post('/api/register')
            .set('Cookie', thief)
            .send({ email: 'eve@example.com', password: NEW_PASSWORD }),
        'REGISTRATION_CLOSED',
      ],
      [() => app.visitor().delete(`/api/users/${colleague.id}`).set('Cookie', thief), 'NOT_SIGNED_IN'],
    ] as const) {
      const lock = await hold(USERS_LOCK);
      const asked = ask().then((answer) => answer);
      await lock.reached();
      await holder.query('UPDATE users SET "credentialVersion" = "credentialVersion" + 1 WHERE email = $1', [
        STAFF_EMAIL,
      ]);
      await lock.release();
      expect((await asked).body.code).toBe(code);
      await app.db.query('UPDATE users SET "credentialVersion" = 1');
    }
    expect((await staff.get('/api/users')).body).toHaveLength(2);
  });
});
