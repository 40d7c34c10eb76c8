import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { captionRun, endedRun, generate } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { startProxy, type Proxy } from '../../test/proxy.js';
import { startS3, type TestS3 } from '../../test/s3.js';
import { endWorkers, startWorker, type WorkerProcess } from '../../test/worker-process.js';
import { gate } from '../../test/gate.js';
import { startStage, type Stage } from '../../test/stage.js';

jest.setTimeout(60_000);

const linesOf = (worker: WorkerProcess): number => worker.log().split('\n').length;

describe('a worker that loses PostgreSQL', () => {
  let stage: Stage;
  let way: Proxy;

  beforeAll(async () => {
    stage = await startStage('PostgreSQL');
    way = await startProxy(stage.app.databaseUrl);
  });
  afterAll(async () => {
    await endWorkers();
    await way.cut();
    await stage.close();
  });

  it('lives, fails no image, and goes on when it is back', async () => {
    const worker = await startWorker({ ...stage.app, databaseUrl: way.url }, stage.env);
    const { moment } = await createMomentWithImages(stage.staff, 3);
    const door = gate();
    stage.ai.next({ ok: true }, { until: door.opened });
    await generate(stage.staff, moment.id);
    await stage.ai.received(2);
    await way.cut();
    door.open();
    await eventually(() => expect(worker.log()).toMatch(/will be taken up again|The sweep failed/));
    await way.mend();
    const run = await endedRun(stage.staff, moment.id);
    expect(run).toMatchObject({ state: 'completed', total: 3, done: 3, failed: 0 });
    expect(stage.ai.requests.length).toBeLessThanOrEqual(4);
    expect(worker.log()).not.toContain('ERROR');
    expect(linesOf(worker)).toBeLessThan(15);
    expect(await worker.stop()).toBe(0);
  });
});

describe('when Redis goes away', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await startStage('Redis');
  });
  afterAll(async () => {
    await endWorkers();
    await stage.close();
  });

  it('takes requests at once, ends what is at hand, and does the rest when it is back', async () => {
    const worker = await startWorker(stage.app, stage.env);
    const [first, second] = [
      await createMomentWithImages(stage.staff, 2),
      await createMomentWithImages(stage.staff, 2),
    ];
    const door = gate();
    stage.ai.next({ until: door.opened });
    await generate(stage.staff, first.moment.id);
    await stage.ai.received(1);
    await stage.redis!.kill();
    const asked = Date.now();
    await generate(stage.staff, second.moment.id);
    expect(Date.now() - asked).toBeLessThan(1500);
    door.open();
    expect(await endedRun(stage.staff, first.moment.id)).toMatchObject({ state: 'completed', done: 2 });
    expect(await captionRun(stage.staff, second.moment.id)).toMatchObject({ state: 'queued' });
    await stage.redis!.start();
    expect(await endedRun(stage.staff, second.moment.id)).toMatchObject({ state: 'completed', done: 2 });
    expect(stage.ai.requests).toHaveLength(4);
    expect(worker.log()).not.toContain('ERROR');
    expect(linesOf(worker)).toBeLessThan(15);
  });
});

describe('when the storage goes away', () => {
  let stage: Stage;
  let s3: TestS3;
  let way: Proxy;

  beforeAll(async () => {
    s3 = await startS3();
    way = await startProxy(s3.config.endpoint);
    stage = await startStage('PostgreSQL', {
      S3_ENDPOINT: way.url,
      S3_BUCKET: s3.config.bucket,
      S3_ACCESS_KEY: s3.config.accessKey,
      S3_SECRET_KEY: s3.config.secretKey,
    });
  });
  afterAll(async () => {
    await endWorkers();
    await stage.close();
    await way.cut();
    await s3.stop();
  });

  it('waits for it and fails no image', async () => {
    const worker = await startWorker(stage.app, stage.env);
    const { moment } = await createMomentWithImages(stage.staff, 3);
    const door = gate();
    stage.ai.next({ until: door.opened });
    await generate(stage.staff, moment.id);
    await stage.ai.received(1);
    await way.cut();
    door.open();
    await eventually(() => expect(worker.log()).toContain('will be taken up again'));
    expect(await captionRun(stage.staff, moment.id)).toMatchObject({ state: 'running', done: 1, failed: 0 });
    await way.mend();
    expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 3, errors: [] });
    expect(stage.ai.requests).toHaveLength(3);
    expect(linesOf(worker)).toBeLessThan(15);
  });
});
