import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import { Worker, type Queue, type WorkerOptions } from 'bullmq';
import { captionRun, endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { createGate } from '../../test/gate.js';
import { BACKENDS, startSystem, onAll, skipMissingBackends, type System } from '../../test/system.js';
import { WORKER_OPTIONS } from '../platform/queue/jobs.js';
import { Queues } from '../platform/queue/queues.js';

describe('lost and duplicate jobs', () => {
  const stages: System[] = [];
  skipMissingBackends();
  const workers = new Map<System, INestApplicationContext>();
  /** A moment whose run's job was taken by a worker that died at once. */
  const abandoned = new Map<System, string>();

  beforeAll(async () => {
    for (const backend of BACKENDS) {
      const system = await startSystem(backend, { WORKER_CONCURRENCY: '2' });
      stages.push(system);
      abandoned.set(system, await abandonedJob(system));
      workers.set(system, await system.app.startWorker());
    }
  });
  afterAll(() => Promise.all(stages.map((system) => system.close())));

  const queueOf = (system: System) => workers.get(system)!.get<Queue>(getQueueToken('captions'), { strict: false });

  /** A run whose job a worker took, which then died before it leased the run. Made while no other worker is there. */
  async function abandonedJob({ staff, redis, app }: System): Promise<string> {
    const { moment } = await createMomentWithImages(staff, 2);
    await generate(staff, moment.id);
    const connection = redis ? { url: redis.url } : { connectionString: app.databaseUrl };
    const worker = new Worker('captions', null, { ...WORKER_OPTIONS, connection } as WorkerOptions);
    await eventually(async () => expect(await worker.getNextJob('lock', { block: false })).toBeDefined());
    await worker.close();
    return moment.id;
  }

  /** A run as a crash between its commit and its job leaves it. */
  async function runWithoutJob(system: System): Promise<string> {
    const { moment, images } = await createMomentWithImages(system.staff, 2);
    const [run]: { id: string }[] = await system.app.db.query(
      `INSERT INTO runs ("subjectId", kind, payload, total) VALUES ($1, 'captions', '{"mode":"missing"}', $2) RETURNING id`,
      [moment.id, images.length],
    );
    await system.app.db.query(
      `INSERT INTO run_items ("runId", key, position) SELECT $1, id, position FROM images WHERE "momentId" = $2`,
      [run!.id, moment.id],
    );
    return moment.id;
  }

  /** A run of two images whose first one the AI is thinking about until the gate opens. */
  async function runAtWork(system: System) {
    const { moment } = await createMomentWithImages(system.staff, 2);
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    const { runId } = await generate(system.staff, moment.id);
    await system.ai.received(1);
    return { momentId: moment.id, runId, gate };
  }

  /** Delivers the run's job once more, and sees that the run is left to the one that is at it. */
  async function expectLeftAlone(system: System, { momentId, runId, gate }: Awaited<ReturnType<typeof runAtWork>>) {
    await queueOf(system).add('captions', { runId }, { jobId: `again-${runId}`, removeOnComplete: true });
    await handled(system, `again-${runId}`);
    expect(system.ai.requests).toHaveLength(1);
    gate.open();
    expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', done: 2 });
    expect(system.ai.requests).toHaveLength(2);
  }

  const handled = (system: System, jobId: string) =>
    eventually(async () => expect(await queueOf(system).getJob(jobId)).toBeUndefined());

  it(
    'resumes a queued run whose worker died between taking its job and leasing it, when the lock of the job has expired',
    onAll(stages, async (system) => {
      const ended = async () =>
        expect(await captionRun(system.staff, abandoned.get(system)!)).toMatchObject({ state: 'completed', done: 2 });
      // BullMQ's own 30 s for a lock would take longer.
      await eventually(ended, 25_000);
    }),
  );

  it(
    'resumes a run whose job was lost',
    onAll(stages, async (system) => {
      const momentId = await runWithoutJob(system);
      expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      expect(system.ai.requests).toHaveLength(2);
    }),
  );

  it(
    'resumes a run whose worker died, as soon as its lease has expired',
    onAll(stages, async (system) => {
      const momentId = await runWithoutJob(system);
      await system.app.db.query(
        `UPDATE runs SET state = 'running', lease = gen_random_uuid(),
       "leasedUntil" = clock_timestamp() + interval '2 seconds' WHERE "subjectId" = $1`,
        [momentId],
      );
      expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
    }),
  );

  it(
    'resumes a run whose worker died while the queue still counts its job as active',
    onAll(stages, async (system) => {
      const momentId = await runWithoutJob(system);
      const [run]: { id: string }[] = await system.app.db
        .query(
          `UPDATE runs SET state = 'running', lease = gen_random_uuid(), "leasedUntil" = clock_timestamp()
         WHERE "subjectId" = $1 RETURNING id`,
          [momentId],
        )
        .then(([rows]: [{ id: string }[]]) => rows);
      const held = { jobId: run!.id, delay: 3_600_000 };
      await queueOf(system).add('captions', { runId: run!.id }, held);
      expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      await queueOf(system).remove(run!.id);
    }),
  );

  it(
    'ignores a job of a run that has ended or does not exist',
    onAll(stages, async (system) => {
      const { moment } = await createMomentWithImages(system.staff, 1);
      const { runId } = await generate(system.staff, moment.id);
      const ended = await endedRun(system.staff, moment.id);
      for (const id of [runId, '00000000-0000-4000-8000-000000000000']) {
        await handled(system, id);
        expect(await workers.get(system)!.get(Queues, { strict: false }).enqueue('captions', id, { runId: id })).toBe(
          true,
        );
        await handled(system, id);
      }
      expect(await captionRun(system.staff, moment.id)).toEqual(ended);
      expect(system.ai.requests).toHaveLength(1);
    }),
  );

  it(
    'does not start its own run a second time when its lease expired, as after the machine was suspended',
    onAll(stages, async (system) => {
      const run = await runAtWork(system);
      await system.app.db.query(`UPDATE runs SET "leasedUntil" = now() - interval '1 minute' WHERE id = $1`, [
        run.runId,
      ]);
      await expectLeftAlone(system, run);
    }),
  );

  it(
    'ends every run when the queue forgets all its jobs',
    onAll(stages, async (system) => {
      const made = await Promise.all([1, 2, 3].map(() => createMomentWithImages(system.staff, 2)));
      const gate = createGate();
      system.ai.next({ until: gate.opened }, { until: gate.opened });
      for (const { moment } of made) await generate(system.staff, moment.id);
      // Two are at work, the third waits in the queue.
      await system.ai.received(2);
      if (system.redis) await system.redis.flush();
      else await system.app.db.query('DELETE FROM bullmq.job');
      gate.open();
      for (const { moment } of made) {
        expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      }
      expect(system.ai.requests).toHaveLength(6);
    }),
  );
});
