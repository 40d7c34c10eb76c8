import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect } from '@jest/globals';
import { captionRun, endedRun, generate } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMoment, createMomentWithImages } from '../factories.js';
import { createGate } from '../gate.js';
import { connectLive, sessionCookie } from '../live.js';
import { whyMissing } from '../programs.js';
import { startProxy, type Proxy } from '../proxy.js';
import { startStage, type Stage } from '../stage.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { captioning, expectCalm, expectCaptioned, untilAllWork } from './outages.js';
import { startPair, type Pair } from './pair.js';
import { asker, atWork, isDone, staffAndClients, type Ask } from './work.js';

afterEach(endAll);

const OUTAGE_MS = 20_000;

describe('PostgreSQL', () => {
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
  );
});

describe('Redis', () => {
  async function behindProxy(): Promise<{ stage: Stage; proxy: Proxy; pair: Pair }> {
    const stage = later(await startStage('Redis'), (one) => one.close());
    const proxy = later(await startProxy(stage.redis!.url), (one) => one.cut());
    const pair = later(await startPair(stage.app, { ...stage.env, REDIS_URL: proxy.url }), (one) => one.stop());
    return { stage, proxy, pair };
  }

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
      missing: whyMissing('redis-server'),
    },
    async () => void (await Promise.all([playOutage((proxy) => proxy.cut()), playOutage((proxy) => proxy.hang())])),
  );
});
