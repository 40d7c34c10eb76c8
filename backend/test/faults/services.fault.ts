import { setTimeout as delay } from 'node:timers/promises';
import { getQueueToken } from '@nestjs/bullmq';
import { describe, expect } from '@jest/globals';
import type { Queue } from 'bullmq';
import { captionRun, endedRun, generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMoment, createMomentWithImages } from '../factories.js';
import { createGate } from '../gate.js';
import { connectLive, sessionCookie } from '../live.js';
import { startPostgres } from '../postgres.js';
import { startProxy, type Proxy } from '../proxy.js';
import { BACKENDS, startStage, type Stage } from '../stage.js';
import { startWorker } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { later } from './later.js';
import { startPair, type Pair } from './pair.js';
import { asker, atWork, isDone, LONGEST_ANSWER_MS, staffAndClients, type Answer, type Ask } from './work.js';

const IMAGES = 10;
const OUTAGE_MS = 20_000;

/** A run of ten captions, half a second each. */
async function captioning({ ai, staff }: Stage): Promise<string> {
  const { moment } = await createMomentWithImages(staff, IMAGES);
  ai.always({ delayMs: 500 });
  await generate(staff, moment.id);
  return moment.id;
}

/** All captions came, and besides those in flight at each blow none was asked for twice. */
async function expectCaptioned({ ai, staff }: Stage, momentId: string, blows: number): Promise<void> {
  expect(await endedRun(staff, momentId)).toMatchObject({ state: 'completed', total: IMAGES, done: IMAGES, failed: 0 });
  const titles = (await imagesOf(staff, momentId)).map(({ title }) => title);
  expect(titles.filter((title) => title.startsWith('Caption of picture'))).toHaveLength(IMAGES);
  expect(ai.requests.length).toBeLessThanOrEqual(IMAGES + blows);
}

/** Refused work was refused in time, in a sentence, and as what it is; the processes are those of before. */
function expectCalm(answers: Answer[], pair: Pair, codes: string[]): void {
  for (const process of [pair.api(), pair.worker()]) {
    expect(process.isAlive()).toBe(true);
    expect(process.log()).not.toMatch(/ERROR|Unhandled|at .*\.js:\d+/);
  }
  for (const answer of answers.filter((one) => !isDone(one))) {
    expect(answer).toMatchObject({
      status: 503,
      body: { statusCode: 503, message: expect.stringMatching(/^[A-Z].+\.$/) },
    });
    expect(codes).toContain(answer.body.code);
  }
  expect(answers.filter(({ milliseconds }) => milliseconds > LONGEST_ANSWER_MS)).toEqual([]);
}

/** Everybody's work goes on. */
async function untilAllWork(answers: Answer[]): Promise<void> {
  const from = answers.length;
  await eventually(() => {
    const done = answers
      .slice(from)
      .filter(isDone)
      .map(({ path }) => path.split('/')[2]);
    expect(new Set(done)).toEqual(new Set(['upload', 'images', 'clients']));
  });
}

describe('PostgreSQL', () => {
  fault(
    {
      what: 'PostgreSQL restarted',
      done: 'in order, and at once so that it must recover, while six people work and ten captions are drafted',
      checked: 'answers are 200 or 503 in a sentence; no process dies; nothing that was answered is lost or doubled',
    },
    async () => {
      const postgres = await startPostgres();
      const stage = later(await startStage('PostgreSQL', {}, postgres), (one) => one.close());
      const pair = later(await startPair(stage.app, stage.env), (one) => one.stop());
      const people = await staffAndClients(stage.app);
      const ask = await asker(stage.app, pair.url);
      const momentId = await captioning(stage);
      const answers = await atWork(people, ask, async (soFar) => {
        for (const how of ['in order', 'at once'] as const) {
          await untilAllWork(soFar);
          await postgres.stop(how);
          const refused = soFar.length;
          await eventually(() => expect(soFar.length).toBeGreaterThan(refused + 6));
          await postgres.start();
        }
        await untilAllWork(soFar);
      });
      expectCalm(answers, pair, ['DATABASE_UNAVAILABLE']);
      await expectCaptioned(stage, momentId, 2);
      for (const person of people) await person.check();
      await expectAgreement(stage.app, stage.env);
    },
  );

  /** Starts an API and a worker that connect to PostgreSQL through a proxy. */
  async function behindProxy(): Promise<{ stage: Stage; proxy: Proxy; pair: Pair; ask: Ask }> {
    const stage = later(await startStage('PostgreSQL'), (one) => one.close());
    const proxy = later(await startProxy(stage.app.databaseUrl), (one) => one.cut());
    const pair = later(await startPair({ ...stage.app, databaseUrl: proxy.url }, stage.env), (one) => one.stop());
    return { stage, proxy, pair, ask: await asker(stage.app, pair.url) };
  }

  async function playOutage(stop: (proxy: Proxy) => unknown): Promise<void> {
    const { stage, proxy, pair, ask } = await behindProxy();
    const people = await staffAndClients(stage.app);
    const momentId = await captioning(stage);
    const cookie = await sessionCookie(stage.app);
    const live = await connectLive({ ...stage.app, url: pair.url }, { cookie });
    later(live, async ({ socket }) => socket.disconnect());
    const answers = await atWork(people, ask, async (soFar) => {
      await untilAllWork(soFar);
      await stop(proxy);
      await delay(OUTAGE_MS);
      await proxy.restore();
      await untilAllWork(soFar);
    });
    expect(answers.filter(({ status }) => status === 503).length).toBeGreaterThan(3);
    expectCalm(answers, pair, ['DATABASE_UNAVAILABLE']);
    await expectCaptioned(stage, momentId, 1);
    for (const person of people) await person.check();
    // Events published before the process listens again are lost; clients then reconnect and refetch.
    const made: string[] = [];
    await eventually(async () => {
      made.push((await createMoment(stage.staff)).id);
      expect(live.all('moment.changed').some((moment) => made.includes(moment.id))).toBe(true);
    });
    await expectAgreement(stage.app, stage.env);
  }

  fault(
    {
      what: 'PostgreSQL unreachable for 20 s',
      done: 'connections refused, and, elsewhere, swallowed without a word, while six people work and captions are drafted',
      checked: 'answers are 503 in a sentence within 30 s; no process dies; all goes on by itself, live events too',
    },
    async () => void (await Promise.all([playOutage((proxy) => proxy.cut()), playOutage((proxy) => proxy.hang())])),
    180_000,
  );
});

describe('Redis', () => {
  async function behindProxy(): Promise<{ stage: Stage; proxy: Proxy; pair: Pair }> {
    const stage = later(await startStage('Redis'), (one) => one.close());
    const proxy = later(await startProxy(stage.redis!.url), (one) => one.cut());
    const pair = later(await startPair(stage.app, { ...stage.env, REDIS_URL: proxy.url }), (one) => one.stop());
    return { stage, proxy, pair };
  }

  fault(
    {
      what: 'Redis restarted with an empty memory',
      done: 'twice, with a run at work and two more waiting in the queue',
      checked: 'all three runs end with all captions; each image is asked about once',
    },
    async () => {
      const { stage, pair } = await behindProxy();
      const { ai, staff, redis } = stage;
      const made = await Promise.all([1, 2, 3].map(() => createMomentWithImages(staff, 3)));
      const gates = [createGate(), createGate()];
      ai.next(...gates.map((gate) => ({ until: gate.opened })));
      for (const { moment } of made) await generate(staff, moment.id);
      for (const [index, gate] of gates.entries()) {
        await ai.received(index + 1);
        await redis!.kill();
        await redis!.start();
        gate.open();
      }
      for (const { moment } of made) {
        expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', total: 3, done: 3 });
      }
      expect(ai.requests).toHaveLength(9);
      expectCalm([], pair, []);
      await expectAgreement(stage.app, stage.env);
    },
  );

  async function playOutage(stop: (proxy: Proxy) => unknown): Promise<void> {
    const { stage, proxy, pair } = await behindProxy();
    const { ai, staff } = stage;
    const ask = await asker(stage.app, pair.url);
    const people = await staffAndClients(stage.app);
    const [first, second] = [await createMomentWithImages(staff, 2), await createMomentWithImages(staff, 2)];
    const gate = createGate();
    ai.next({ until: gate.opened });
    await generate(staff, first.moment.id);
    await ai.received(1);
    const answers = await atWork(people, ask, async (soFar) => {
      await stop(proxy);
      const asked = await ask('POST', `/api/moments/${second.moment.id}/generate-captions`);
      expect(asked).toMatchObject({ status: 202 });
      gate.open();
      expect(await endedRun(staff, first.moment.id)).toMatchObject({ state: 'completed', done: 2 });
      await delay(OUTAGE_MS);
      expect(await captionRun(staff, second.moment.id)).toMatchObject({ state: 'queued' });
      await proxy.restore();
      await untilAllWork(soFar);
    });
    expect(answers.filter((answer) => !isDone(answer))).toEqual([]);
    expect(await endedRun(staff, second.moment.id)).toMatchObject({ state: 'completed', done: 2 });
    expect(ai.requests).toHaveLength(4);
    expectCalm(answers, pair, []);
    for (const person of people) await person.check();
    await expectAgreement(stage.app, stage.env);
  }

  fault(
    {
      what: 'Redis unreachable for 20 s',
      done: 'connections refused, and, elsewhere, swallowed without a word, while six people work and a run is asked for',
      checked: 'every request is answered well and soon; the run at work ends, the other begins when Redis is back',
    },
    async () => void (await Promise.all([playOutage((proxy) => proxy.cut()), playOutage((proxy) => proxy.hang())])),
    180_000,
  );
});

describe('the queue', () => {
  /** Two workers, and a job for one run delivered ten times over. */
  async function playTwice(stage: Stage): Promise<void> {
    const { app, ai, staff, env } = stage;
    const [near] = await Promise.all([app.startWorker(), startWorker(app, env)]);
    const { moment } = await createMomentWithImages(staff, 5);
    ai.always({ delayMs: 200 });
    const queue = near.get<Queue>(getQueueToken('captions'), { strict: false });
    const { runId } = await generate(staff, moment.id);
    const again = Array.from({ length: 10 }, (_none, index) => ({
      name: 'captions',
      data: { runId },
      opts: { jobId: `again-${index}-${runId}`, removeOnComplete: true },
    }));
    await queue.addBulk(again);
    expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', total: 5, done: 5, failed: 0 });
    await eventually(async () => expect(await queue.getJobCountByTypes('waiting', 'active', 'delayed')).toBe(0));
    expect(ai.requests).toHaveLength(5);
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect((body as { actor: string }[]).filter(({ actor }) => actor === 'ai')).toHaveLength(5);
    await expectAgreement(app, env);
  }

  fault(
    {
      what: 'A job delivered twice',
      done: 'eleven times at once to two workers, on either queue',
      checked: 'one of them does it; each image is asked about once and written once',
    },
    async () => {
      for (const backend of BACKENDS) {
        await playTwice(later(await startStage(backend), (one) => one.close()));
      }
    },
  );
});
