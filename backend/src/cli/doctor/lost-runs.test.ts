import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMomentWithImages } from '../../../test/factories.js';
import { endedRun, generate } from '../../../test/captions.js';
import { findings } from '../../../test/findings.js';
import { itUnless } from '../../../test/it-unless.js';
import { NO_REDIS } from '../../../test/redis.js';
import { describeOnEach, startStage, type Stage } from '../../../test/stage.js';
import { loadConfig } from '../../config.js';
import { configuredStorage } from '../../platform/storage/storage.module.js';

describeOnEach('lost runs, with the queue on', (backend) => {
  let stage: Stage;
  let moment: { id: string };
  let runId: string;

  beforeAll(async () => {
    stage = await startStage(backend);
    ({ moment } = await createMomentWithImages(stage.staff, 2));
    ({ runId } = await generate(stage.staff, moment.id));
  });
  afterAll(() => stage.close());

  const look = async (treatment?: 'repair') => {
    const { app, env } = stage;
    const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
    return findings({ databaseUrl: app.databaseUrl, storage, env }, treatment);
  };

  it('a run that waits in the queue is no finding, also when it waits long', async () => {
    expect(await look()).toEqual([]);
    await stage.app.db.query(`UPDATE runs SET "createdAt" = now() - interval '1 hour'`);
    expect(await look()).toEqual([]);
  });

  it('a run without a job is enqueued, and a worker processes it', async () => {
    const forget = {
      PostgreSQL: () => stage.app.db.query('DELETE FROM bullmq.job'),
      Redis: () => stage.redis!.flush(),
    };
    await forget[backend]();
    // As if a worker with a wrong clock had leased it for a year.
    await stage.app.db.query(
      `UPDATE runs SET "state" = 'running', "lease" = gen_random_uuid(), "leasedUntil" = now() + interval '1 year'`,
    );
    const problem = `run ${runId} of captions has not ended, and no worker and no queue has it`;
    expect(await look()).toEqual([{ problem, action: 'enqueue it again', outcome: 'repairable' }]);
    expect(await look('repair')).toMatchObject([{ problem, outcome: 'repaired' }]);
    expect(await look()).toEqual([]);
    await stage.app.startWorker();
    expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 2, errors: [] });
    expect(await look()).toEqual([]);
  });
});

describe('an unavailable queue', () => {
  itUnless(NO_REDIS, 'is reported while runs wait for it', async () => {
    const stage = await startStage('Redis');
    const { moment } = await createMomentWithImages(stage.staff, 1);
    await generate(stage.staff, moment.id);
    await stage.app.db.query(`UPDATE runs SET "createdAt" = now() - interval '1 hour'`);
    await stage.redis!.kill();
    const storage = await configuredStorage(loadConfig({ DATA_DIR: stage.app.dataDir }));
    expect(await findings({ databaseUrl: stage.app.databaseUrl, storage, env: stage.env })).toEqual([
      {
        problem: 'the queue of captions cannot be asked: Error: the queue did not answer',
        action: 'see that it can be reached',
        outcome: 'manual',
      },
    ]);
    await stage.redis!.start();
    await stage.close();
  });
});
