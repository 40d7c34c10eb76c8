import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMomentWithImages } from '../../test/factories.js';
import { endedRun, generate } from '../../test/captions.js';
import { findings } from '../../test/findings.js';
import { BACKENDS, startStage, type Stage } from '../../test/stage.js';
import { loadConfig } from '../config.js';
import { configuredStorage } from '../storage/configured-storage.js';

describe.each(BACKENDS)('lost runs, with the queue on %s', (backend) => {
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

  it('a run that waits in the queue is as it should be, also when it waits long', async () => {
    expect(await look()).toEqual([]);
    await stage.app.db.query(`UPDATE caption_runs SET "createdAt" = now() - interval '1 hour'`);
    expect(await look()).toEqual([]);
  });

  it('a run that no queue has is rung for, and a worker takes it', async () => {
    const forget = {
      PostgreSQL: () => stage.app.db.query('DELETE FROM bullmq.job'),
      Redis: () => stage.redis!.flush(),
    };
    await forget[backend]();
    // As if a claim of a clock that was wrong held it for ever.
    await stage.app.db.query(
      `UPDATE caption_runs SET "state" = 'running', "claim" = gen_random_uuid(), "claimedUntil" = now() + interval '1 year'`,
    );
    const what = `run ${runId} of captions has not ended, and no worker and no queue has it`;
    expect(await look()).toEqual([{ what, cure: 'ring for it again', outcome: 'mendable' }]);
    expect(await look('repair')).toMatchObject([{ what, outcome: 'repaired' }]);
    expect(await look()).toEqual([]);
    await stage.app.work();
    expect(await endedRun(stage.staff, moment.id)).toMatchObject({ state: 'completed', done: 2, errors: [] });
    expect(await look()).toEqual([]);
  });
});

describe('a queue that is away', () => {
  it('is named where runs wait for it', async () => {
    const stage = await startStage('Redis');
    const { moment } = await createMomentWithImages(stage.staff, 1);
    await generate(stage.staff, moment.id);
    await stage.app.db.query(`UPDATE caption_runs SET "createdAt" = now() - interval '1 hour'`);
    await stage.redis!.kill();
    const storage = await configuredStorage(loadConfig({ DATA_DIR: stage.app.dataDir }));
    expect(await findings({ databaseUrl: stage.app.databaseUrl, storage, env: stage.env })).toEqual([
      {
        what: 'the queue of captions cannot be asked: Error: the queue did not answer',
        cure: 'see that it can be reached',
        outcome: 'lost',
      },
    ]);
    await stage.redis!.start();
    await stage.close();
  });
});
