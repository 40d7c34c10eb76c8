import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, describe, expect } from '@jest/globals';
import { captionRun, endedRun, generate } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMoment, createMomentWithImages } from '../factories.js';
import { createGate } from '../gate.js';
import { connectLive, sessionCookie } from '../live.js';
import { whyMissing } from '../programs.js';
import { startProxy, type Proxy } from '../proxy.js';
import { startSystem, type System } from '../system.js';
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
  async function behindProxy(): Promise<{ system: System; proxy: Proxy; pair: Pair; ask: Ask }> {
    const system = later(await startSystem('PostgreSQL'), (one) => one.close());
    const proxy = later(await startProxy(system.app.databaseUrl), (one) => one.cut());
    const pair = later(await startPair({ ...system.app, databaseUrl: proxy.url }, system.env), (one) => one.stop());
    return { system, proxy, pair, ask: await asker(system.app, pair.url) };
  }

  async function playOutage(stop: (proxy: Proxy) => unknown): Promise<void> {
    const { system, proxy, pair, ask } = await behindProxy();
    const people = await staffAndClients(system.app);
    const momentId = await captioning(system);
    const cookie = await sessionCookie(system.app);
    const live = await connectLive({ ...system.app, url: pair.url }, { cookie });
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
    await expectCaptioned(system, momentId, 1);
    for (const person of people) await person.check();
    // Events published before the process listens again are lost; clients then reconnect and refetch.
    const made: string[] = [];
    await eventually(async () => {
      made.push((await createMoment(system.staff)).id);
      expect(live.all('moment.changed').some((moment) => made.includes(moment.id))).toBe(true);
    });
    await expectAgreement(system.app, system.env);
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
  async function behindProxy(): Promise<{ system: System; proxy: Proxy; pair: Pair }> {
    const system = later(await startSystem('Redis'), (one) => one.close());
    const proxy = later(await startProxy(system.redis!.url), (one) => one.cut());
    const pair = later(await startPair(system.app, { ...system.env, REDIS_URL: proxy.url }), (one) => one.stop());
    return { system, proxy, pair };
  }

  async function playOutage(stop: (proxy: Proxy) => unknown): Promise<void> {
    const { system, proxy, pair } = await behindProxy();
    const { ai, staff } = system;
    const ask = await asker(system.app, pair.url);
    const people = await staffAndClients(system.app);
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
    await expectAgreement(system.app, system.env);
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
