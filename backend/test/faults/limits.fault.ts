import { randomBytes, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createAgency, createMomentWithImages } from '../factories.js';
import { connectLive } from '../live.js';
import { fault } from './fault.js';
import { address, call, callEach, expectRefused, many, statuses, type Answer } from './http.js';

describe('guesses of public links', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  fault(
    {
      what: 'somebody who guesses links',
      done: 'asks for 120 links and images that do not exist, or belong to another agency’s domain',
      checked:
        'each answer is the same 404; then 429, for a true link as for a guessed one; other addresses are not held up',
    },
    async () => {
      const agency = await createAgency(staff, { customDomain: 'review.guess.example' });
      await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
      const { moment, images } = await createMomentWithImages(staff, 1);
      const hidden = { headers: { 'X-Forwarded-Host': 'review.guess.example' }, from: '203.0.113.7' };
      const guesses = [
        () => call(`${app.url}/api/public/${randomUUID()}`, { from: '203.0.113.7' }),
        () => call(`${app.url}/api/public/${moment.id}`, hidden),
        () => call(`${app.url}/api/public/${randomUUID()}/opened`, { method: 'POST', from: '203.0.113.7' }),
        () => call(`${app.url}/api/images/${randomUUID()}/approve`, { body: {}, from: '203.0.113.7' }),
        () => call(`${app.url}/api/images/${images[0]!.id}/approve`, { body: {}, ...hidden }),
        () => call(`${app.url}/api/gmb-optimizations/public/${aLink()}`, { from: '203.0.113.7' }),
      ];
      const answers = await callEach(many(120), (index) => guesses[index % guesses.length]!());
      expect(statuses(answers)).toEqual({ 404: 120 });
      expect(new Set(answers.map(withoutId))).toEqual(new Set(['Moment', 'Image', 'Optimization'].map(aNotFound)));
      const page = `${app.url}/api/public/${moment.id}`;
      for (const guess of [...guesses, () => call(page, { from: '203.0.113.7' })]) {
        expectRefused(await guess(), /links that lead nowhere.+wait a minute/, 60);
      }
      expect((await call(page, { from: '203.0.113.8' })).status).toBe(200);
    },
  );

  fault(
    {
      what: 'somebody who guesses links over a socket',
      done: 'watches 120 links that do not exist, and reconnects to go on',
      checked:
        'then the answer is a sentence with the time to wait, the connection ends, and others still receive the events of their link',
    },
    async () => {
      const { moment } = await createMomentWithImages(staff, 1);
      const guesser = await connectLive(app, { 'X-Forwarded-For': '203.0.113.9' });
      const client = await connectLive(app, { 'X-Forwarded-For': '203.0.113.10' });
      try {
        const misses = await callEach(many(120), () => guesser.watch({ momentId: randomUUID() }));
        expect(misses.every((answer) => JSON.stringify(answer) === '{"ok":false}')).toBe(true);
        for (const request of [{ momentId: randomUUID() }, { publicLink: aLink() }, { momentId: moment.id }]) {
          const ended = new Promise((resolve) => guesser.socket.once('disconnect', resolve));
          const answer = await guesser.watch(request);
          expect(answer).toEqual({
            ok: false,
            error: expect.stringMatching(/links that lead nowhere.+wait a minute/),
            retryAfterSeconds: expect.any(Number),
          });
          await ended;
          await eventually(() => expect(guesser.socket.connected).toBe(true));
        }
        expect(await client.watch({ momentId: moment.id })).toEqual({ ok: true });
      } finally {
        for (const { socket } of [guesser, client]) socket.disconnect();
      }
    },
  );

  fault(
    {
      what: 'somebody who guesses by all ways at once',
      done: 'asks for 400 links, tokens and images that do not exist, over HTTP and over sockets, all at the same time',
      checked:
        'the answers to 120 say that there is nothing, all others 429; a true link that others open opens meanwhile',
    },
    async () => {
      const from = '203.0.113.12';
      const { moment } = await createMomentWithImages(staff, 1);
      const sockets = await callEach(many(20), () => connectLive(app, { 'X-Forwarded-For': from }));
      const watched = async (index: number, request: object): Promise<number> => {
        const answer = await sockets[index % sockets.length]!.watch(request).catch(() => ({ error: 'closed' }));
        return 'error' in answer ? 429 : 404;
      };
      const over = async (path: string, options: Parameters<typeof call>[1] = {}): Promise<number> =>
        (await call(`${app.url}${path}`, { from, ...options })).status;
      const ways: ((index: number) => Promise<number>)[] = [
        () => over(`/api/public/${randomUUID()}`),
        () => over(`/api/images/${randomUUID()}/approve`, { body: {} }),
        () => over(`/api/gmb-optimizations/public/${aLink()}`),
        () => over('/api/review-link', { headers: { 'Review-Link': aLink() } }),
        () => over('/api/password-links/check', { body: { token: aLink() } }),
        () => over(`/stop-mails/${randomBytes(16).toString('hex')}`),
        (index) => watched(index, { momentId: randomUUID() }),
        (index) => watched(index, { publicLink: aLink() }),
        (index) => watched(index, { reviewLink: aLink() }),
      ];
      const guesses = callEach(many(400), (index) => ways[index % ways.length]!(index), 400);
      const opened = await call(`${app.url}/api/public/${moment.id}`, { from: '203.0.113.13' });
      const answers = await guesses;
      for (const { socket } of sockets) socket.disconnect();
      expect(opened.status).toBe(200);
      expect(answers.filter((status) => status === 404)).toHaveLength(120);
      expect(answers.filter((status) => status === 429)).toHaveLength(280);
    },
  );

  fault(
    {
      what: 'an office behind one address in which one has guessed 119 links',
      done: 'opens a true link 200 times at once',
      checked: 'it opens each time',
    },
    async () => {
      const from = '203.0.113.14';
      const { moment } = await createMomentWithImages(staff, 1);
      await callEach(many(119), () => call(`${app.url}/api/public/${randomUUID()}`, { from }));
      const answers = await callEach(many(200), () => call(`${app.url}/api/public/${moment.id}`, { from }), 200);
      expect(statuses(answers)).toEqual({ 200: 200 });
    },
  );

  fault(
    {
      what: 'somebody who guesses the addresses of pictures',
      done: 'asks for 700 that do not exist, 100 at a time',
      checked: 'the storage is asked for 600, then 429, also for one that exists; for other addresses it opens',
    },
    async () => {
      const { images } = await createMomentWithImages(staff, 1);
      const guess = () => call(`${app.url}/media/images/${randomUUID()}/original.jpg`, { from: '203.0.113.15' });
      expect(statuses(await callEach(many(700), guess, 100))).toEqual({ 404: 600, 429: 100 });
      const picture = (from: string) => call(new URL(images[0]!.imageUrl, app.url).href, { from });
      expectRefused(await picture('203.0.113.15'), /pictures that do not exist.+wait a minute/, 60);
      expect((await picture('203.0.113.16')).status).toBe(200);
    },
  );

  fault(
    {
      what: 'somebody who sends what is no JSON',
      done: 'posts 300 bodies of 500 kB at once, from one address',
      checked: '60 are worked on and answered 400, all others 429',
    },
    async () => {
      const body = `{"email": "${'x'.repeat(500_000)}"`;
      const headers = { 'Content-Type': 'application/json' };
      const send = () => call(`${app.url}/api/login`, { body, headers, from: '203.0.113.18' });
      expect(statuses(await callEach(many(300), send, 300))).toEqual({ 400: 60, 429: 240 });
    },
  );

  fault(
    {
      what: 'somebody who fails to sign in without an end',
      done: 'sends 300 logins with wrong passwords, 30 at a time, from one address',
      checked: '10 are answered 401, all others 429; the database counts at most 120 of them',
    },
    async () => {
      const from = '203.0.113.17';
      const body = { email: 'nobody@example.com', password: 'a wrong password' };
      const login = () => call(`${app.url}/api/login`, { body, from });
      expect(statuses(await callEach(many(300), login, 30))).toEqual({ 401: 10, 429: 290 });
      const [counted] = await app.db.query<{ points: number }[]>(
        `SELECT max("points")::int AS points FROM rate_limits WHERE "key" LIKE 'login:%'`,
      );
      expect(counted!.points).toBeLessThan(120);
    },
  );

  fault(
    {
      what: 'somebody who guesses from all addresses of an IPv6 network',
      done: 'asks for 120 links, each from another address of one /64',
      checked: 'they count together, and those of the next network do not',
    },
    async () => {
      const guess = (from: string) => call(`${app.url}/api/public/${randomUUID()}`, { from });
      const answers = await callEach(many(130), (index) => guess(`2001:db8:1:2::${index.toString(16)}`), 1);
      expect(statuses(answers)).toEqual({ 404: 120, 429: 10 });
      expect((await guess('2001:db8:1:3::1')).status).toBe(404);
    },
  );

  fault(
    {
      what: 'somebody who guesses, and names another address in X-Forwarded-For each time',
      done: 'asks a server without a proxy for 130 links',
      checked: 'the header does not count: 429 after 120',
    },
    async () => {
      const bare = await startApp();
      const answers = await callEach(
        many(130),
        (index) => call(`${bare.url}/api/public/${randomUUID()}`, { from: address(index) }),
        1,
      );
      await bare.close();
      expect(statuses(answers)).toEqual({ 404: 120, 429: 10 });
    },
  );
});

function aLink(): string {
  return randomBytes(16).toString('base64url');
}

function withoutId({ body }: Answer): string {
  const { requestId: _its, ...rest } = body;
  return JSON.stringify(rest);
}

function aNotFound(what: string): string {
  const message = `${what} not found`;
  return JSON.stringify({ statusCode: 404, error: message, message, code: 'NOT_FOUND' });
}
