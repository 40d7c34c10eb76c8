import { getQueueToken } from '@nestjs/bullmq';
import { afterEach, describe, expect } from '@jest/globals';
import type { Queue } from 'bullmq';
import { endedRun, generate } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { createGate } from '../gate.js';
import { startPostgres } from '../postgres.js';
import { whyMissing } from '../programs.js';
import { BACKENDS, skipMissingBackends, startSystem, type System } from '../system.js';
import { startWorker } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { captioning, expectCalm, expectCaptioned, untilAllWork } from './outages.js';
import { startPair } from './pair.js';
import { asker, atWork, staffAndClients } from './work.js';

afterEach(endAll);

describe('PostgreSQL', () => {
  fault(
    {
      what: 'PostgreSQL restarted',
      done: 'in order, and at once so that it must recover, while six people work and ten captions are drafted',
      checked: 'answers are 200 or 503 in a sentence; no process dies; nothing that was answered is lost or doubled',
    },
    async () => {
      const postgres = await startPostgres();
      const system = later(await startSystem('PostgreSQL', {}, postgres), (one) => one.close());
      const pair = later(await startPair(system.app, system.env), (one) => one.stop());
      const people = await staffAndClients(system.app);
      const ask = await asker(system.app, pair.url);
      const momentId = await captioning(system);
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
      await expectCaptioned(system, momentId, 2);
      for (const person of people) await person.check();
      await expectAgreement(system.app, system.env);
    },
  );
});

describe('Redis', () => {
  fault(
    {
      what: 'Redis restarted with an empty memory',
      done: 'twice, with a run at work and two more waiting in the queue',
      checked: 'all three runs end with all captions; each image is asked about once',
      missing: whyMissing('redis-server'),
    },
    async () => {
      const system = later(await startSystem('Redis'), (one) => one.close());
      const pair = later(await startPair(system.app, system.env), (one) => one.stop());
      const { ai, staff, redis } = system;
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
      await expectAgreement(system.app, system.env);
    },
  );
});

describe('the queue', () => {
  skipMissingBackends();

  /** Two workers, and a job for one run delivered ten times over. */
  async function playTwice(system: System): Promise<void> {
    const { app, ai, staff, env } = system;
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
      // One after the other: Nest's module for BullMQ keeps the backend of the last queue that was configured.
      for (const backend of BACKENDS) {
        await playTwice(later(await startSystem(backend), (one) => one.close()));
      }
    },
  );
});
