import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../test/app.js';
import { eventually } from '../test/eventually.js';
import { createAgency, createMomentWithImages, createSuggestedOptimization } from '../test/factories.js';
import { connectLive, sessionCookie, type Live } from '../test/live.js';
import { endWorkers, startApiProcess, type ApiProcess } from '../test/worker-process.js';
import { fault } from './fault.js';
import { call, callEach, statuses, type Answer } from './http.js';
import { ask } from './raw-request.js';

const many = (count: number): number[] => Array.from({ length: count }, (_none, index) => index);
const address = (index: number): string => `198.51.${100 + Math.floor(index / 250)}.${1 + (index % 250)}`;

describe('public links', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const approve = ({ id }: { id: string }, from: string): Promise<Answer> =>
    call(`${app.url}/api/images/${id}/approve`, { body: {}, from });
  const decide = ({ publicLink }: { publicLink: string }, status: string, from: string): Promise<Answer> =>
    call(`${app.url}/api/gmb-optimizations/public/${publicLink}/approve/faqs`, {
      body: { status, ...(status === 'rejected' && { feedback: 'No' }) },
      from,
    });
  const rejectFaqs = ({ publicLink }: { publicLink: string }, feedback: string, from: string): Promise<Answer> =>
    call(`${app.url}/api/gmb-optimizations/public/${publicLink}/approve/faqs`, {
      body: { status: 'rejected', feedback },
      from,
    });
  const historyOf = async (column: string, id: string): Promise<number> =>
    Number((await app.db.query(`SELECT count(*) FROM history WHERE "${column}" = $1`, [id]))[0].count);
  const expectRefused = (answer: Answer, sentence: RegExp, seconds: number, code = 'TOO_MANY_REQUESTS'): void => {
    expect(answer).toMatchObject({ status: 429, body: { code } });
    expect(answer.body.message).toMatch(sentence);
    const retryAfter = Number(answer.headers.get('Retry-After'));
    expect(retryAfter).toBeGreaterThan(0);
    expect(retryAfter).toBeLessThanOrEqual(seconds);
  };

  fault(
    {
      what: 'ten reviewers behind one office address',
      done: 'each approves all 30 images at once',
      checked: 'all 300 answers are 200, and 30 decisions stand in the history',
    },
    async () => {
      const { moment, images } = await createMomentWithImages(staff, 30);
      const clicks = many(10).flatMap(() => images);
      const answers = await callEach(clicks, (image) => approve(image, '198.51.100.9'));
      expect(statuses(answers)).toEqual({ 200: 300 });
      const decided = `SELECT count(*) FROM history WHERE "momentId" = $1 AND action = 'image.approved'`;
      expect((await app.db.query(decided, [moment.id]))[0].count).toBe('30');
    },
  );

  fault(
    {
      what: '200 reviewers of different addresses',
      done: 'approve images of one moment, 50 of them at any time',
      checked: 'everybody is answered 200',
    },
    async () => {
      const { images } = await createMomentWithImages(staff, 5);
      const answers = await callEach(many(200), (index) => approve(images[index % 5]!, address(index)), 50);
      expect(statuses(answers)).toEqual({ 200: 200 });
    },
  );

  fault(
    {
      what: 'a script with a link',
      done: 'sends “opened” 310 times in a minute, and then a decision',
      checked:
        'one row of history; 300 pass, then 429 with Retry-After and a sentence, for decisions too; other addresses and other links go on',
    },
    async () => {
      const [optimization, other] = [
        await createSuggestedOptimization(staff),
        await createSuggestedOptimization(staff),
      ];
      const opened = `${app.url}/api/gmb-optimizations/public/${optimization.publicLink}/opened`;
      const answers = await callEach(many(310), () => call(opened, { method: 'POST', from: '203.0.113.1' }), 8);
      expect(statuses(answers)).toEqual({ 204: 300, 429: 10 });
      const sentence = /too many decisions on this link.+wait a minute/;
      for (const answer of answers.filter(({ status }) => status === 429)) expectRefused(answer, sentence, 60);
      expectRefused(await decide(optimization, 'approved', '203.0.113.1'), sentence, 60);
      expect((await decide(optimization, 'approved', '203.0.113.2')).status).toBe(200);
      expect((await decide(other, 'approved', '203.0.113.1')).status).toBe(200);
      const count = `SELECT count(*) FROM history WHERE "optimizationId" = $1 AND action = 'optimization.opened'`;
      expect(Number((await app.db.query(count, [optimization.id]))[0].count)).toBeLessThanOrEqual(2);
    },
  );

  fault(
    {
      what: 'a script with a link',
      done: 'changes its decision on one section 998 times, as fast as it can',
      checked:
        'ten changes are taken and stand in the history, then 429 with Retry-After and a sentence; the client elsewhere, staff, other sections and other links go on; staff read so once',
    },
    async () => {
      const [optimization, other] = [
        await createSuggestedOptimization(staff),
        await createSuggestedOptimization(staff),
      ];
      const answers = await callEach(many(999), (index) => rejectFaqs(optimization, `No ${index}`, '203.0.113.3'), 1);
      expect(statuses(answers)).toEqual({ 200: 11, 429: 988 });
      expectRefused(answers[11]!, /decision on FAQs was changed too often.+wait 15 minutes/, 900, 'SECTION_THROTTLED');
      const rows = await historyOf('optimizationId', optimization.id);
      expect((await decide(optimization, 'approved', '203.0.113.4')).status).toBe(200);
      expect((await decide(other, 'rejected', '203.0.113.3')).status).toBe(200);
      const services = `/api/gmb-optimizations/public/${optimization.publicLink}/approve/services`;
      const elsewhere = await call(`${app.url}${services}`, { body: { status: 'approved' }, from: '203.0.113.4' });
      expect(elsewhere.status).toBe(200);
      const faqs = `/api/gmb-optimizations/public/${optimization.publicLink}/approve/faqs`;
      for (const status of ['rejected', 'approved', 'rejected']) {
        await staff.post(faqs).send({ status, feedback: 'No' }).expect(200);
      }
      expect(await historyOf('optimizationId', optimization.id)).toBe(rows + 5);
      const noted = `SELECT count(*) FROM history WHERE "optimizationId" = $1 AND action = 'section.throttled'`;
      expect((await app.db.query(noted, [optimization.id]))[0].count).toBe('1');
    },
  );

  fault(
    {
      what: 'many scripts with one link',
      done: 'change the decision on one section from 60 addresses, all at once',
      checked:
        'forty changes are taken, through every process; then 429, but staff go on, and so do visitors with the first decision on a new suggestion',
    },
    async () => {
      const optimization = await createSuggestedOptimization(staff);
      expect((await decide(optimization, 'approved', '203.0.113.3')).status).toBe(200);
      const rows = await historyOf('optimizationId', optimization.id);
      const flips = await callEach(many(60), (index) => rejectFaqs(optimization, `No ${index}`, address(index)), 20);
      expect(statuses(flips)).toEqual({ 200: 40, 429: 20 });
      // The changes, and the note for staff.
      expect(await historyOf('optimizationId', optimization.id)).toBe(rows + 41);
      const link = `/api/gmb-optimizations/public/${optimization.publicLink}/approve/faqs`;
      await staff.post(link).send({ status: 'approved' }).expect(200);
      const path = `/api/gmb-optimizations/${optimization.id}`;
      await staff.patch(path).send({ faqsSuggestion: 'Q: Do you deliver? A: Yes.' }).expect(200);
      expect((await decide(optimization, 'approved', '203.0.113.5')).status).toBe(200);
    },
  );

  fault(
    {
      what: 'a script with a link',
      done: 'reads the page 1000 times in a minute',
      checked: 'it ends after 900 times with 429 and a sentence, for this address only',
    },
    async () => {
      const { moment } = await createMomentWithImages(staff, 1);
      const page = `${app.url}/api/public/${moment.id}`;
      const reads = await callEach(many(1000), () => call(`${page}/branding`, { from: '203.0.113.5' }), 40);
      expect(statuses(reads)).toEqual({ 200: 900, 429: 100 });
      expectRefused(await call(page, { from: '203.0.113.5' }), /loaded too often.+wait a minute/, 60);
      expect((await call(page, { from: '203.0.113.6' })).status).toBe(200);
    },
  );

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
      checked: 'then the answer is a sentence with the time to wait, the connection ends, and others hear their link',
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
      what: 'an address that opens one live connection after the other',
      done: 'a thousand of visitors, and one more; then staff and somebody elsewhere connect',
      checked:
        'the one more is refused with 429 and a sentence, until another has closed; staff of that address and other addresses connect',
    },
    async () => {
      const office = { 'X-Forwarded-For': '203.0.113.20' };
      const opened: Live[] = [];
      const open = async (headers: Record<string, string>): Promise<boolean> => {
        const live = await connectLive(app, headers).catch((error: Error) => error.message);
        if (typeof live === 'object') opened.push(live);
        else expect(live).toBe('websocket error');
        return typeof live === 'object';
      };
      try {
        expect(new Set(await callEach(many(1000), () => open(office)))).toEqual(new Set([true]));
        const handshake = {
          ...office,
          Connection: 'Upgrade',
          Upgrade: 'websocket',
          'Sec-WebSocket-Version': '13',
          'Sec-WebSocket-Key': Buffer.alloc(16).toString('base64'),
        };
        const path = '/socket.io/?EIO=4&transport=websocket';
        const lines = Object.entries(handshake).map(([name, value]) => `${name}: ${value}\r\n`);
        const raw = `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${lines.join('')}\r\n`;
        const { status, headers, text } = await ask(app.url, { raw });
        expect(status).toBe(429);
        expect(headers['retry-after']).toBe('10');
        expect(JSON.parse(text)).toMatchObject({
          code: 'TOO_MANY_REQUESTS',
          error: expect.stringMatching(/1000 live connections.+close some pages/),
        });
        expect(await open({ ...office, Cookie: 'gmb.sid=s%3Aguessed.signature' })).toBe(false);
        expect(await open({ 'X-Forwarded-For': '203.0.113.21' })).toBe(true);
        expect(await open({ ...office, Cookie: await sessionCookie(app) })).toBe(true);
        opened[0]!.socket.disconnect();
        await eventually(async () => expect(await open(office)).toBe(true));
        expect(await open(office)).toBe(false);
      } finally {
        for (const { socket } of opened) socket.disconnect();
      }
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

describe('bodies of people without a session', () => {
  let app: TestApp;
  let api: ApiProcess;

  beforeAll(async () => {
    app = await startApp();
    api = await startApiProcess(app, { TRUST_PROXY: 'loopback' });
  });
  afterAll(async () => {
    await endWorkers();
    await app.close();
  });

  const memory = async (): Promise<number> => {
    const status = await readFile(`/proc/${api.pid}/status`, 'utf8');
    return Number(/VmHWM:\s+(\d+) kB/.exec(status)![1]) / 1024;
  };

  /** Milliseconds of a processor that the API has taken so far. */
  const work = async (): Promise<number> => {
    const stat = await readFile(`/proc/${api.pid}/stat`, 'utf8');
    const [user, system] = stat.slice(stat.lastIndexOf(')')).split(' ').slice(12, 14);
    return (Number(user) + Number(system)) * 10;
  };

  const PATHS = [`/api/public/${randomUUID()}/opened`, '/api/gmb-optimizations/public/x/opened', '/api/login'];
  const values = (count: number, one: string): string => Array.from({ length: count }, () => one).join();
  const packed = { 'Content-Encoding': 'gzip' };
  const COSTLY: [body: Buffer, headers: Record<string, string>][] = [
    [gzipSync(`[${values(500_000, '1')}]`), packed],
    [gzipSync(`{"email":[${values(330_000, '{}')}]}`), packed],
    [Buffer.from(`[${values(500_000, '1')}]`), {}],
    [Buffer.from(`{"email":[${values(330_000, '{}')}]}`), {}],
    [
      Buffer.from(
        `{${many(60_000)
          .map((index) => `"name${index}":1`)
          .join()}}`,
      ),
      {},
    ],
    [Buffer.from(JSON.stringify({ ['n'.repeat(1_000_000)]: 1 })), {}],
  ];
  const requests = (from: (index: number) => string): Buffer[] =>
    PATHS.flatMap((path) => COSTLY.map(([body, headers]) => ({ path, body, headers }))).map(
      ({ path, body, headers }, index) => {
        const all = {
          ...headers,
          Host: 'localhost',
          'X-Forwarded-For': from(index),
          'Content-Type': 'application/json',
          'Content-Length': body.length,
        };
        const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`);
        return Buffer.concat([Buffer.from([`POST ${path} HTTP/1.1`, ...lines, '', ''].join('\r\n')), body]);
      },
    );

  fault(
    {
      what: 'bodies that cost more than they are',
      done: 'half a million values in 1 kB compressed and as they are, 60,000 names, a name of a megabyte, on 16 connections at once, by somebody who reads no answer',
      checked: 'the API grows by less than 150 MB and answers others meanwhile',
    },
    async () => {
      await call(`${api.url}/api/branding`);
      const before = await memory();
      const { hostname, port } = new URL(api.url);
      const sockets = many(16).map((index) => {
        const socket = connect(Number(port), hostname)
          .on('error', () => undefined)
          .pause();
        for (const request of requests((turn) => address(index * 20 + turn))) socket.write(request);
        return socket;
      });
      for (let turn = 0; turn < 50; turn += 1) {
        const begin = Date.now();
        expect((await call(`${api.url}/api/health/live`)).status).toBe(200);
        expect(Date.now() - begin).toBeLessThan(5000);
      }
      for (const socket of sockets) socket.destroy();
      expect((await memory()) - before).toBeLessThan(150);
    },
  );

  fault(
    {
      what: 'bodies that cost more than they are',
      done: 'each of them, and 60 more that are not valid, from one network',
      checked:
        'each answer is a sentence of at most 5 kB and takes less than 100 ms of a processor; then 429 before anything is read, for this network only',
    },
    async () => {
      const from = '203.0.113.20';
      const before = await work();
      for (const path of PATHS) {
        for (const [body, headers] of COSTLY) {
          const answer = await fetch(`${api.url}${path}`, {
            method: 'POST',
            headers: { 'Content-Type': 'application/json', 'X-Forwarded-For': from, ...headers },
            body: new Uint8Array(body),
          });
          expect([400, 415]).toContain(answer.status);
          expect((await answer.text()).length).toBeLessThan(5000);
        }
      }
      expect(((await work()) - before) / (PATHS.length * COSTLY.length)).toBeLessThan(100);
      await callEach(many(60), () => call(`${api.url}/api/login`, { body: { email: 1 }, from }));
      expect((await call(`${api.url}/api/login`, { body: '{', from })).status).toBe(429);
      expect((await call(`${api.url}/api/login`, { body: {}, from: '203.0.113.21' })).status).toBe(400);
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
