import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { INestApplicationContext } from '@nestjs/common';
import type { Queue } from 'bullmq';
import { captionRun, endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { gate } from '../../test/gate.js';
import { BACKENDS, startStage, onAll, type Stage } from '../../test/stage.js';
import { Doorbell } from '../queue/doorbell.js';

jest.setTimeout(60_000);

describe('rings that get lost or come twice', () => {
  const stages: Stage[] = [];
  const workers = new Map<Stage, INestApplicationContext>();

  beforeAll(async () => {
    for (const backend of BACKENDS) {
      const stage = await startStage(backend, { WORKER_CONCURRENCY: '2' });
      stages.push(stage);
      workers.set(stage, await stage.app.work());
    }
  });
  afterAll(() => Promise.all(stages.map((stage) => stage.close())));

  const queueOf = (stage: Stage) => workers.get(stage)!.get<Queue>(getQueueToken('captions'), { strict: false });

  /** A run as a crash between its commit and its ring leaves it. */
  async function unheardRun(stage: Stage): Promise<string> {
    const { moment, images } = await createMomentWithImages(stage.staff, 2);
    const [run]: { id: string }[] = await stage.app.db.query(
      `INSERT INTO caption_runs ("momentId", kind, total) VALUES ($1, 'missing', $2) RETURNING id`,
      [moment.id, images.length],
    );
    await stage.app.db.query(
      `INSERT INTO caption_run_items ("runId", "imageId", position) SELECT $1, id, position FROM images WHERE "momentId" = $2`,
      [run!.id, moment.id],
    );
    return moment.id;
  }

  /** A run of two images whose first one the AI is thinking about until the door opens. */
  async function runAtWork(stage: Stage) {
    const { moment } = await createMomentWithImages(stage.staff, 2);
    const door = gate();
    stage.ai.next({ until: door.opened });
    const { runId } = await generate(stage.staff, moment.id);
    await stage.ai.received(1);
    return { momentId: moment.id, runId, door };
  }

  /** Delivers the run's job once more, and sees that the run is left to the one that is at it. */
  async function expectLeftAlone(stage: Stage, { momentId, runId, door }: Awaited<ReturnType<typeof runAtWork>>) {
    await queueOf(stage).add('captions', { runId }, { jobId: `again-${runId}`, removeOnComplete: true });
    await handled(stage, `again-${runId}`);
    expect(stage.ai.requests).toHaveLength(1);
    door.open();
    expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', done: 2 });
    expect(stage.ai.requests).toHaveLength(2);
  }

  const handled = (stage: Stage, jobId: string) =>
    eventually(async () => expect(await queueOf(stage).getJob(jobId)).toBeUndefined());

  it(
    'takes up a run whose ring was lost',
    onAll(stages, async (stage) => {
      const momentId = await unheardRun(stage);
      expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      expect(stage.ai.requests).toHaveLength(2);
    }),
  );

  it(
    'takes up a run whose worker died, as soon as its claim has run out',
    onAll(stages, async (stage) => {
      const momentId = await unheardRun(stage);
      await stage.app.db.query(
        `UPDATE caption_runs SET state = 'running', claim = gen_random_uuid(),
       "claimedUntil" = clock_timestamp() + interval '2 seconds' WHERE "momentId" = $1`,
        [momentId],
      );
      expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
    }),
  );

  it(
    'takes up a run whose worker died, while the queue keeps its job from all others',
    onAll(stages, async (stage) => {
      const momentId = await unheardRun(stage);
      const [run]: { id: string }[] = await stage.app.db
        .query(
          `UPDATE caption_runs SET state = 'running', claim = gen_random_uuid(), "claimedUntil" = clock_timestamp()
         WHERE "momentId" = $1 RETURNING id`,
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
    'does nothing about a ring for a run that has ended, or that never was',
    onAll(stages, async (stage) => {
      const { moment } = await createMomentWithImages(stage.staff, 1);
      const { runId } = await generate(stage.staff, moment.id);
      const ended = await endedRun(stage.staff, moment.id);
      for (const id of [runId, '00000000-0000-4000-8000-000000000000']) {
        await handled(stage, id);
        expect(await workers.get(stage)!.get(Doorbell, { strict: false }).ring('captions', id, { runId: id })).toBe(
          true,
        );
        await handled(stage, id);
      }
      expect(await captionRun(stage.staff, moment.id)).toEqual(ended);
      expect(stage.ai.requests).toHaveLength(1);
    }),
  );

  it(
    'does not take its own run over when its claim ran out, as after a machine stood still',
    onAll(stages, async (stage) => {
      const run = await runAtWork(stage);
      await stage.app.db.query(`UPDATE caption_runs SET "claimedUntil" = now() - interval '1 minute' WHERE id = $1`, [
        run.runId,
      ]);
      await expectLeftAlone(stage, run);
    }),
  );

  it(
    'ends every run when the queue forgets all its jobs',
    onAll(stages, async (stage) => {
      const made = await Promise.all([1, 2, 3].map(() => createMomentWithImages(stage.staff, 2)));
      const door = gate();
      stage.ai.next({ until: door.opened }, { until: door.opened });
      for (const { moment } of made) await generate(stage.staff, moment.id);
      // Two are at work, the third waits in the queue.
      await stage.ai.received(2);
      if (stage.redis) await stage.redis.flush();
      else await stage.app.db.query('DELETE FROM bullmq.job');
      door.open();
      for (const { moment } of made) {
        expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', total: 2, done: 2 });
      }
      expect(stage.ai.requests).toHaveLength(6);
    }),
  );
});
