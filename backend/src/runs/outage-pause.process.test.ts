import { afterAll, afterEach, beforeAll, expect, it, jest } from '@jest/globals';
import { variablesOf } from '../../test/backups.js';
import { captionRun, endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { describeUnless } from '../../test/it-unless.js';
import { NO_REDIS } from '../../test/redis.js';
import { startProxy, type Proxy } from '../../test/proxy.js';
import { startS3, type TestS3 } from '../../test/s3.js';
import { startSystem, type System } from '../../test/system.js';
import { endWorkers, startWorker, type WorkerProcess } from '../../test/worker-process.js';
import { stretched } from '../../test/stretched.js';

// A busy machine takes its time.
jest.setTimeout(90_000);

describeUnless(NO_REDIS, 'a worker that lost what it needs', () => {
  let s3: TestS3;
  let system: System;
  let ways: Record<'PostgreSQL' | 'S3', Proxy>;

  beforeAll(async () => {
    s3 = await startS3();
    system = await startSystem('Redis', variablesOf(s3));
    ways = { PostgreSQL: await startProxy(system.app.databaseUrl), S3: await startProxy(s3.config.endpoint) };
  });
  afterEach(async () => {
    await endWorkers();
    for (const way of Object.values(ways)) await way.restore();
  });
  afterAll(async () => {
    for (const way of Object.values(ways)) await way.cut();
    await system.close();
    await s3.stop();
  });

  /** A worker behind the proxies. */
  const startCuttable = (): Promise<WorkerProcess> =>
    startWorker(
      { ...system.app, databaseUrl: ways.PostgreSQL.url },
      { ...system.env, S3_ENDPOINT: ways.S3.url, OPENAI_API_KEY: 'sk-cut' },
    );

  async function newRun(): Promise<string> {
    const { moment } = await createMomentWithImages(system.staff, 1);
    await generate(system.staff, moment.id);
    return moment.id;
  }

  const completed = async (momentId: string): Promise<void> =>
    expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', done: 1, failed: 0 });
  const askedBy = (key: string): number =>
    system.ai.requests.filter(({ authorization }) => authorization === `Bearer ${key}`).length;

  it.each(['PostgreSQL', 'S3'] as const)(
    'takes no jobs until %s answers again, and leaves them to another worker',
    async (lost) => {
      const worker = await startCuttable();
      await completed(await newRun());
      const usual = performance.now();
      await completed(await newRun());
      const usualMs = performance.now() - usual;
      system.ai.reset();
      await ways[lost].cut();
      const waiting = await newRun();
      await eventually(() =>
        expect(worker.log()).toMatch(/The worker of captions takes no jobs until this has passed/),
      );
      const other = await startWorker(system.app, system.env);
      await completed(waiting);
      // The first worker would take about half of them, and begin each again and again.
      const soon = performance.now();
      for (let turn = 0; turn < 6; turn += 1) await completed(await newRun());
      expect(performance.now() - soon).toBeLessThan(stretched(15_000) + 10 * usualMs);
      expect({ cut: askedBy('sk-cut'), other: askedBy('sk-test') }).toEqual({ cut: 0, other: 7 });
      await other.stop();
      const last = await newRun();
      expect(await captionRun(system.staff, last)).toMatchObject({ done: 0 });
      await ways[lost].restore();
      await completed(last);
      expect(askedBy('sk-cut')).toBe(1);
      expect(worker.log()).not.toMatch(/ERROR/);
    },
  );
});
