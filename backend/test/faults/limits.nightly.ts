import { afterAll, beforeAll, describe, expect } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../app.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages, createSuggestedOptimization } from '../factories.js';
import { connectLive, sessionCookie, type Live } from '../live.js';
import { fault } from './fault.js';
import { address, call, callEach, expectRefused, many, statuses, type Answer } from './http.js';
import { ask } from './raw-request.js';

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
  const decide = (
    { publicLink }: { publicLink: string },
    status: string,
    from: string,
    feedback = 'No',
  ): Promise<Answer> =>
    call(`${app.url}/api/gmb-optimizations/public/${publicLink}/approve/faqs`, {
      body: { status, ...(status === 'rejected' && { feedback }) },
      from,
    });

  fault(
    {
      what: 'ten reviewers behind one office address',
      done: 'each approves all 30 images at once, and again where a busy machine asks for that with 503',
      checked: 'nobody is limited: all 300 answers are 200, and 30 decisions stand in the history',
    },
    async () => {
      const { moment, images } = await createMomentWithImages(staff, 30);
      const clicks = many(10).flatMap(() => images);
      const answers = await callEach(clicks, async (image) => {
        let answer = await approve(image, '198.51.100.9');
        for (let attempt = 1; answer.status === 503 && attempt < 5; attempt += 1) {
          answer = await approve(image, '198.51.100.9');
        }
        return answer;
      });
      expect(statuses(answers)).toEqual({ 200: 300 });
      const decided = `SELECT count(*) FROM history WHERE "reviewId" = $1 AND action = 'image.approved'`;
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
      const count = `SELECT count(*) FROM history WHERE "reviewId" = $1 AND action = 'optimization.opened'`;
      expect(Number((await app.db.query(count, [optimization.id]))[0].count)).toBeLessThanOrEqual(2);
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
});
