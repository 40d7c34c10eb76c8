import { afterAll, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import type { Queue } from 'bullmq';
import {
  BACKENDS,
  captionRun,
  captionStage,
  endedRun,
  gate,
  generate,
  type CaptionStage,
} from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { Doorbell } from '../queue/doorbell.js';

jest.setTimeout(60_000);

describe.each(BACKENDS)('rings that get lost or come twice, with the queue on %s', (backend) => {
  let stage: CaptionStage;
  let queue: Queue;
  let doorbell: Doorbell;

  beforeAll(async () => {
    stage = await captionStage(backend, { WORKER_CONCURRENCY: '2' });
    const worker = await stage.app.work();
    queue = worker.get<Queue>(getQueueToken('captions'), { strict: false });
    doorbell = worker.get(Doorbell, { strict: false });
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.ai.reset());

  /** A run as a crash between its commit and its ring leaves it. */
  async function unheardRun(): Promise<string> {
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

  const handled = (jobId: string) => eventually(async () => expect(await queue.getJob(jobId)).toBeUndefined());

  it('takes up a run whose ring was lost', async () => {
    const momentId = await unheardRun();
    expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
    expect(stage.ai.requests).toHaveLength(2);
  });

  it('takes up a run whose worker died, as soon as its claim has run out', async () => {
    const momentId = await unheardRun();
    await stage.app.db.query(
      `UPDATE caption_runs SET state = 'running', claim = gen_random_uuid(),
       "claimedUntil" = clock_timestamp() + interval '2 seconds' WHERE "momentId" = $1`,
      [momentId],
    );
    expect(await endedRun(stage.staff, momentId)).toMatchObject({ state: 'completed', total: 2, done: 2 });
  });

  it('does nothing about a ring for a run that has ended, or that never was', async () => {
    const { moment } = await createMomentWithImages(stage.staff, 1);
    const { runId } = await generate(stage.staff, moment.id);
    const ended = await endedRun(stage.staff, moment.id);
    for (const id of [runId, '00000000-0000-4000-8000-000000000000']) {
      await handled(id);
      expect(await doorbell.ring('captions', id, { runId: id })).toBe(true);
      await handled(id);
    }
    expect(await captionRun(stage.staff, moment.id)).toEqual(ended);
    expect(stage.ai.requests).toHaveLength(1);
  });

  it('leaves a run to the one that is at it when its job is delivered twice', async () => {
    const { moment } = await createMomentWithImages(stage.staff, 2);
    const door = gate();
    stage.ai.next({ until: door.opened });
    const { runId } = await generate(stage.staff, moment.id);
    await stage.ai.received(1);
    await queue.add('captions', { runId }, { jobId: 'twice', removeOnComplete: true });
    await handled('twice');
    expect(stage.ai.requests).toHaveLength(1);
    door.open();
    expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 2 });
    expect(stage.ai.requests).toHaveLength(2);
  });

  it('ends every run when the queue forgets all its jobs', async () => {
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
  });
});
