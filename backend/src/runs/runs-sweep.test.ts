import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import { Worker, type Queue, type WorkerOptions } from 'bullmq';
import { captionRun, endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { createGate } from '../../test/gate.js';
import { BACKENDS, startStage, onAll, skipMissingBackends, type Stage } from '../../test/stage.js';
import { WORKER_OPTIONS } from '../platform/queue/jobs.js';
import { Queues } from '../platform/queue/queues.js';

describe('lost and duplicate jobs', () => {
  const stages: Stage[] = [];
  skipMissingBackends();
  const workers = new Map<Stage, INestApplicationContext>();
  /** A moment whose run's job was taken by a worker that died at once. */
  const abandoned = new Map<Stage, string>();

  beforeAll(async () => {
    for (const backend of BACKENDS) {
      const stage = await startStage(backend, { WORKER_CONCURRENCY: '2' });
      stages.push(stage);
      abandoned.set(stage, await abandonedJob(stage));
      workers.set(stage, await stage.app.startWorker());
    }
  });
  afterAll(() => Promise.all(stages.map((stage) => stage.close())));

  const queueOf = (stage: Stage) => workers.get(stage)!.get<Queue>(getQueueToken('captions'), { strict: false });

  /** A run whose job a worker took, which then died before it leased the run. Made while no other worker is there. */
  async function abandonedJob({ staff, redis, app }: Stage): Promise<string> {
    const { moment } = await createMomentWithImages(staff, 2);
    await generate(staff, moment.id);
    const connection = redis ? { url: redis.url } : { connectionString: app.databaseUrl };
    const worker = new Worker('captions', null, { ...WORKER_OPTIONS, connection } as WorkerOptions);
    await eventually(async () => expect(await worker.getNextJob('lock', { block: false })).toBeDefined());
    await worker.close();
    return moment.id;
  }

  /** A run as a crash between its commit and its job leaves it. */
  async function runWithoutJob(stage: Stage): Promise<string> {
    const { moment, images } = await createMomentWithImages(stage.staff, 2);
    const [run]: { id: string }[] = await stage.app.db.query(
      `INSERT INTO runs ("subjectId", kind, payload, total) VALUES ($1, 'captions', '{"mode":"missing"}', $2) RETURNING id`,
      [moment.id, images.length],
    );
    await stage.app.db.query(
      `INSERT INTO run_items ("runId", key, position) SELECT $1, id, position FROM images WHERE "momentId" = $2`,
      [run!.id, moment.id],
    );
    return moment.id;
  }

  /** A run of two images whose first one the AI is thinking about until the gate opens. */
  async function runAtWork(stage: Stage) {
    const { moment } = await createMomentWithImages(stage.staff, 2);
    const gate = createGate();
    stage.ai.next({ until: gate.opened });
    const { runId } = await generate(stage.staff, moment.id);
    await stage.ai.received(1);
    return { momentId: moment.id, runId, gate };
  }

  /** Delivers the run's job once more, and sees that the run is left to the one that is at it. */
  async function expectLeftAlone(stage: Stage, { momentId, runId, gate }: Awaited<ReturnType<typeof runAtWork>>) {
    await queueOf(stage).add('captions', { runId }, { jobId: `again-${runId}`, removeOnComplete: true });
    await handled(stage, `again-${runId}`);
    expect(stage.ai.requests).toHaveLength(1);
    gate.open();
    expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', done: 2 });
    expect(stage.ai.requests).toHaveLength(2);
  }

  const handled = (stage: Stage, jobId: string) =>
    eventually(async () => expect(await queueOf(stage).getJob(jobId)).toBeUndefined());

  it(
    'resumes a queued run whose worker died between taking its job and leasing it, when the lock of the job has expired',
    onAll(stages, async (stage) => {
      const ended = async () =>
        expect(await captionRun(stage.staff, abandoned.get(stage)!)).toMatchObject({ state: 'completed', done: 2 });
      // BullMQ's own 30 s for a lock would take longer.
      await eventually(ended, 25_000);
    }),
  );

  it(
    'resumes a run whose job was lost',
    onAll(stages, async (stage) => {
      const momentId = await runWithoutJob(stage);
      expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      expect(stage.ai.requests).toHaveLength(2);
    }),
  );

  it(
    'resumes a run whose worker died, as soon as its lease has expired',
    onAll(stages, async (stage) => {
      const momentId = await runWithoutJob(stage);
      await stage.app.db.query(
        `UPDATE runs SET state = 'running', lease = gen_random_uuid(),
       "leasedUntil" = clock_timestamp() + interval '2 seconds' WHERE "subjectId" = $1`,
        [momentId],
      );
      expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
    }),
  );

  it(
    'resumes a run whose worker died while the queue still counts its job as active',
    onAll(stages, async (stage) => {
      const momentId = await runWithoutJob(stage);
      const [run]: { id: string }[] = await stage.app.db
        .query(
          `UPDATE runs SET state = 'running', lease = gen_random_uuid(), "leasedUntil" = clock_timestamp()
         WHERE "subjectId" = $1 RETURNING id`,
          [momentId],
        )
        .then(([rows]: [{ id: string }[]]) => rows);
      const held = { jobId: run!.id, delay: 3_600_000 };
      await queueOf(stage).add('captions', { runId: run!.id }, held);
      expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      await queueOf(stage).remove(run!.id);
    }),
  );

  it(
    'ignores a job of a run that has ended or does not exist',
    onAll(stages, async (stage) => {
      const { moment } = await createMomentWithImages(stage.staff, 1);
      const { runId } = await generate(stage.staff, moment.id);
      const ended = await endedRun(stage.staff, moment.id);
      for (const id of [runId, '00000000-0000-4000-8000-000000000000']) {
        await handled(stage, id);
        expect(await workers.get(stage)!.get(Queues, { strict: false }).enqueue('captions', id, { runId: id })).toBe(
          true,
        );
        await handled(stage, id);
      }
      expect(await captionRun(stage.staff, moment.id)).toEqual(ended);
      expect(stage.ai.requests).toHaveLength(1);
    }),
  );

  it(
    'does not start its own run a second time when its lease expired, as after the machine was suspended',
    onAll(stages, async (stage) => {
      const run = await runAtWork(stage);
      await stage.app.db.query(`UPDATE runs SET "leasedUntil" = now() - interval '1 minute' WHERE id = $1`, [
        run.runId,
      ]);
      await expectLeftAlone(stage, run);
    }),
  );

  it(
    'ends every run when the queue forgets all its jobs',
    onAll(stages, async (stage) => {
      const made = await Promise.all([1, 2, 3].map(() => createMomentWithImages(stage.staff, 2)));
      const gate = createGate();
      stage.ai.next({ until: gate.opened }, { until: gate.opened });
      for (const { moment } of made) await generate(stage.staff, moment.id);
      // Two are at work, the third waits in the queue.
      await stage.ai.received(2);
      if (stage.redis) await stage.redis.flush();
      else await stage.app.db.query('DELETE FROM bullmq.job');
      gate.open();
      for (const { moment } of made) {
        expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      }
      expect(stage.ai.requests).toHaveLength(6);
    }),
  );
});
