import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, startApp, type Agent, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createClient } from '../factories.js';
import { connectLive, waitForEvent, sessionCookie, type Live } from '../live.js';
import { fault } from './fault.js';
import { call, callEach, many, statuses, type Answer } from './http.js';

const WRONG = 'a wrong password';

describe('sign-ins', () => {
  let app: TestApp;
  let staff: Agent;
  const connections: Live[] = [];

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
  });
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
  });
  afterAll(() => app.close());

  const login = (email: string, password: string, more: Parameters<typeof call>[1] = {}): Promise<Answer> =>
    call(`${app.url}/api/login`, { body: { email, password }, ...more });
  const cookieOf = ({ headers }: Answer): string => headers.getSetCookie()[0]!.split(';')[0]!;
  const whoIs = async (cookie: string): Promise<number> =>
    (await call(`${app.url}/api/user`, { headers: { Cookie: cookie } })).status;
  const addColleague = async (): Promise<{ id: string; email: string }> => {
    const colleague = { email: `${randomUUID()}@example.com`, password: STAFF_PASSWORD };
    return (await staff.post('/api/register').send(colleague).expect(201)).body as { id: string; email: string };
  };
  const connect = async (cookie: string): Promise<Live> => {
    const live = await connectLive(app, { Cookie: cookie });
    connections.push(live);
    return live;
  };
  /** Whether this connection, or the one that its page made instead, receives the events of staff; a refused one does not. */
  const hearsStaff = async (live: Live): Promise<boolean> => {
    await eventually(() => expect(live.socket.connected || !live.socket.active).toBe(true));
    const control = await connect(await sessionCookie(app));
    const client = await createClient(staff);
    const isIt = ({ id }: { id: string }) => id === client.id;
    await waitForEvent(control, 'client.changed', isIt);
    if (live.socket.connected) await live.flush();
    return live.all('client.changed').some(isIt);
  };
  const ending = (live: Live): Promise<unknown> => new Promise((resolve) => live.socket.once('disconnect', resolve));

  fault(
    {
      what: 'session fixation',
      done: 'somebody signs in with a cookie that an attacker planted: made up, signed wrongly, or of the attacker’s own session',
      checked: 'the session is a new one; the planted cookie gives no access, and the attacker’s own session is over',
    },
    async () => {
      const attacker = cookieOf(await login((await addColleague()).email, STAFF_PASSWORD));
      for (const planted of ['gmb.sid=chosen', 'gmb.sid=s%3Achosen.signature', `${attacker}x`, attacker]) {
        const own = cookieOf(await login(STAFF_EMAIL, STAFF_PASSWORD, { headers: { Cookie: planted } }));
        expect(own).not.toBe(planted);
        expect([await whoIs(own), await whoIs(planted)]).toEqual([200, 401]);
      }
    },
  );

  fault(
    {
      what: 'a logout in one of two browsers',
      done: 'with a page of each open; afterwards its cookie is sent again, as a thief would',
      checked: 'cookie and live connection of that session end at once, and the other browser goes on',
    },
    async () => {
      const [left, kept] = [await sessionCookie(app), await sessionCookie(app)];
      const [leftPage, keptPage] = [await connect(left), await connect(kept)];
      const ended = ending(leftPage);
      const logout = await call(`${app.url}/api/logout`, { method: 'POST', headers: { Cookie: left } });
      expect(logout.status).toBe(204);
      await ended;
      expect([await whoIs(left), await whoIs(kept)]).toEqual([401, 200]);
      expect([await hearsStaff(leftPage), await hearsStaff(keptPage)]).toEqual([false, true]);
    },
  );

  fault(
    {
      what: 'a password that somebody else knows',
      done: 'its owner changes it while the thief and a colleague have pages open',
      checked:
        'the thief’s session and live connection end, the old password is worth nothing, owner and colleague stay',
    },
    async () => {
      const { email } = await addColleague();
      const [owner, thief] = [
        cookieOf(await login(email, STAFF_PASSWORD)),
        cookieOf(await login(email, STAFF_PASSWORD)),
      ];
      const page = await connect(thief);
      const ended = ending(page);
      const body = { currentPassword: STAFF_PASSWORD, newPassword: 'a quite new password' };
      const change = await call(`${app.url}/api/user/password`, { body, headers: { Cookie: owner } });
      expect(change.status).toBe(204);
      await ended;
      expect(await hearsStaff(page)).toBe(false);
      expect([await whoIs(owner), await whoIs(thief), await whoIs(await sessionCookie(app))]).toEqual([200, 401, 200]);
      expect((await login(email, STAFF_PASSWORD)).status).toBe(401);
      expect((await login(email, body.newPassword)).status).toBe(200);
    },
  );

  fault(
    {
      what: 'a colleague who is removed',
      done: 'with two sessions and a page open; afterwards they try to sign in, and to stay',
      checked: 'sessions, live connection and password are invalid at once; no other person is signed out',
    },
    async () => {
      const { id, email } = await addColleague();
      const sessions = [cookieOf(await login(email, STAFF_PASSWORD)), cookieOf(await login(email, STAFF_PASSWORD))];
      const other = await connect(await sessionCookie(app));
      const page = await connect(sessions[0]!);
      expect(await hearsStaff(page)).toBe(true);
      const ended = ending(page);
      await staff.delete(`/api/users/${id}`).expect(204);
      await ended;
      expect(await Promise.all(sessions.map(whoIs))).toEqual([401, 401]);
      expect([await hearsStaff(page), await hearsStaff(other)]).toEqual([false, true]);
      expect((await login(email, STAFF_PASSWORD)).body.code).toBe('WRONG_CREDENTIALS');
    },
  );

  fault(
    {
      what: 'a session that runs out while its page stays open, and one whose row is removed by hand',
      done: 'the rows are made to expire, and to go, below live connections',
      checked: 'both connections end within seconds and receive no more events for staff; a third one stays open',
    },
    async () => {
      const sid = (cookie: string): string => decodeURIComponent(cookie).slice('gmb.sid=s:'.length).split('.')[0]!;
      const [old, removed, kept] = [await sessionCookie(app), await sessionCookie(app), await sessionCookie(app)];
      const [oldPage, removedPage, keptPage] = [await connect(old), await connect(removed), await connect(kept)];
      const ended = [ending(oldPage), ending(removedPage)];
      await app.db.query(`UPDATE sessions SET "expire" = now() - interval '1 second' WHERE "sid" = $1`, [sid(old)]);
      await app.db.query('DELETE FROM sessions WHERE "sid" = $1', [sid(removed)]);
      await Promise.all(ended);
      expect([await whoIs(old), await whoIs(removed), await whoIs(kept)]).toEqual([401, 401, 200]);
      expect(await Promise.all([oldPage, removedPage, keptPage].map(hearsStaff))).toEqual([false, false, true]);
    },
  );

  fault(
    {
      what: 'passwords guessed for one account from one address',
      done: '30 logins in the same moment, then the right password from there, from elsewhere, and for another account',
      checked:
        'ten are looked at; then 429 with Retry-After, the right password included; its owner signs in elsewhere',
    },
    async () => {
      const [victim, other] = [await addColleague(), await addColleague()];
      const from = '192.0.2.1';
      const guesses = await callEach(many(30), () => login(victim.email, WRONG, { from }), 30);
      expect(statuses(guesses)).toEqual({ 401: 10, 429: 20 });
      const right = await login(victim.email.toUpperCase(), STAFF_PASSWORD, { from });
      expect(right).toMatchObject({ status: 429, body: { code: 'TOO_MANY_REQUESTS' } });
      expect(Number(right.headers.get('Retry-After'))).toBeGreaterThan(800);
      expect((await login(victim.email, STAFF_PASSWORD, { from: '192.0.2.99' })).status).toBe(200);
      expect((await login(other.email, STAFF_PASSWORD, { from: '192.0.2.99' })).status).toBe(200);
    },
  );

  fault(
    {
      what: 'passwords guessed for one account from 120 addresses',
      done: 'each address guesses once; then the owner signs in, at home and on a journey, and changes the password',
      checked: '100 are looked at, then 429; the owner signs in from the network of an earlier sign-in alone',
    },
    async () => {
      const [victim, other] = [await addColleague(), await addColleague()];
      const [home, journey] = ['2001:db8:1:1::1', '2001:db8:2:2::1'];
      const cookie = cookieOf(await login(victim.email, STAFF_PASSWORD, { from: home }));
      const guess = (index: number) => login(victim.email, WRONG, { from: `198.51.100.${index}` });
      expect(statuses(await callEach(many(120), guess, 30))).toEqual({ 401: 100, 429: 20 });
      expect((await login(victim.email, STAFF_PASSWORD, { from: journey })).status).toBe(429);
      expect((await login(victim.email, STAFF_PASSWORD, { from: '2001:db8:1:1:ffff::2' })).status).toBe(200);
      expect((await login(other.email, STAFF_PASSWORD, { from: home })).status).toBe(200);
      const body = { currentPassword: STAFF_PASSWORD, newPassword: 'a quite new password' };
      const change = call(`${app.url}/api/user/password`, { body, headers: { Cookie: cookie }, from: journey });
      expect((await change).status).toBe(204);
    },
  );

  fault(
    {
      what: 'one password tried on 30 accounts from one network',
      done: 'each login from another IPv6 address of the same /64',
      checked: 'ten are looked at, then 429; a login from the next network is not held up',
    },
    async () => {
      const colleague = await addColleague();
      const spray = (index: number) => login(`${index}@example.com`, WRONG, { from: `2001:db8:7:7::${index + 1}` });
      expect(statuses(await callEach(many(30), spray, 1))).toEqual({ 401: 10, 429: 20 });
      expect((await login(colleague.email, STAFF_PASSWORD, { from: '2001:db8:7:7:ffff::1' })).status).toBe(429);
      expect((await login(colleague.email, STAFF_PASSWORD, { from: '2001:db8:7:8::1' })).status).toBe(200);
    },
  );

  fault(
    {
      what: 'somebody who wants to know who works here',
      done: 'logs in and registers with known and unknown e-mails, also past the limit of guesses',
      checked: 'the answers are equal to the letter, and an unknown e-mail takes as long as a known one',
    },
    async () => {
      const known = await addColleague();
      const unknown = { email: `${randomUUID()}@example.com` };
      const texts = async (send: (email: string) => Promise<Answer>) =>
        (await Promise.all([known, unknown].map(({ email }) => send(email)))).map(withoutChance);
      const [register, registerUnknown] = await texts((email) =>
        call(`${app.url}/api/register`, { body: { email, password: STAFF_PASSWORD } }),
      );
      expect(register).toEqual({ ...registerUnknown!, status: 403 });
      const times = { known: [] as number[], unknown: [] as number[] };
      // The shortest ones: what other work on the machine adds tells nothing, so a busy one is measured more often.
      const differ = () => {
        const [ofKnown, ofUnknown] = [Math.min(...times.known), Math.min(...times.unknown)];
        return Math.abs(ofKnown - ofUnknown) > Math.max(ofKnown, ofUnknown) * 0.5;
      };
      for (let index = 0; index < 12 || (index < 100 && differ()); index += 1) {
        const from = `198.18.${index}.1`;
        await app.db.query('DELETE FROM rate_limits');
        for (const [kind, { email }] of [['known', known] as const, ['unknown', unknown] as const]) {
          const start = performance.now();
          expect((await login(email, WRONG, { from })).status).toBe(401);
          times[kind].push(performance.now() - start);
        }
      }
      expect([times, differ()]).toEqual([times, false]);
      await app.db.query('DELETE FROM rate_limits');
      const fromOwn = (email: string) => (email === known.email ? '198.19.1.1' : '198.19.1.2');
      for (const index of many(11)) {
        const [asKnown, asUnknown] = await texts((email) => login(email, WRONG, { from: fromOwn(email) }));
        expect(asKnown).toEqual({ ...asUnknown!, status: index < 10 ? 401 : 429 });
      }
      await app.db.query(`UPDATE rate_limits SET "points" = 100 WHERE "key" LIKE 'loginByAll:%'`);
      const [asKnown, asUnknown] = await texts((email) => login(email, WRONG, { from: '198.19.1.3' }));
      expect(asKnown).toEqual({ ...asUnknown!, status: 429 });
    },
  );

  fault(
    {
      what: 'a cookie on its way',
      done: 'somebody signs in over http, over https behind a proxy of ours, and over http behind a proxy that is not',
      checked: 'never readable by scripts nor sent along by other sites’ forms; over https it never travels without',
    },
    async () => {
      const flagsOf = async (to: TestApp, headers: Record<string, string> = {}): Promise<string[]> => {
        const body = { email: STAFF_EMAIL, password: STAFF_PASSWORD };
        const [cookie] = (await call(`${to.url}/api/login`, { body, headers })).headers.getSetCookie();
        const [, ...flags] = cookie!.split('; ');
        return flags.filter((flag) => !flag.startsWith('Expires=')).toSorted();
      };
      const bare = await startApp();
      await bare.staff();
      expect(await flagsOf(app)).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
      expect(await flagsOf(app, { 'X-Forwarded-Proto': 'https' })).toEqual([
        'HttpOnly',
        'Path=/',
        'SameSite=Lax',
        'Secure',
      ]);
      expect(await flagsOf(bare, { 'X-Forwarded-Proto': 'https' })).toEqual(['HttpOnly', 'Path=/', 'SameSite=Lax']);
      await bare.close();
    },
  );
});

function withoutChance({ status, body }: Answer): { status: number; body: object } {
  const { requestId: _its, ...rest } = body;
  return { status, body: rest };
}
