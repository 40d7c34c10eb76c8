import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createMomentWithImages } from '../../../test/factories.js';
import { endedRun, generate } from '../../../test/captions.js';
import { findings } from '../../../test/findings.js';
import { itUnless } from '../../../test/it-unless.js';
import { NO_REDIS } from '../../../test/redis.js';
import { describeOnEach, startSystem, type System } from '../../../test/system.js';
import { loadConfig } from '../../config.js';
import { configuredStorage } from '../../platform/storage/storage.module.js';

describeOnEach('lost runs, with the queue on', (backend) => {
  let system: System;
  let moment: { id: string };
  let runId: string;

  beforeAll(async () => {
    system = await startSystem(backend);
    ({ moment } = await createMomentWithImages(system.staff, 2));
    ({ runId } = await generate(system.staff, moment.id));
  });
  afterAll(() => system.close());

  const look = async (treatment?: 'repair') => {
    const { app, env } = system;
    const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
    return findings({ databaseUrl: app.databaseUrl, storage, env }, treatment);
  };

  it('a run that waits in the queue is no finding, also when it waits long', async () => {
    expect(await look()).toEqual([]);
    await system.app.db.query(`UPDATE runs SET "createdAt" = now() - interval '1 hour'`);
    expect(await look()).toEqual([]);
  });

  it('a run without a job is enqueued, and a worker processes it', async () => {
    const forget = {
      PostgreSQL: () => system.app.db.query('DELETE FROM bullmq.job'),
      Redis: () => system.redis!.flush(),
    };
    await forget[backend]();
    // As if a worker with a wrong clock had leased it for a year.
    await system.app.db.query(
      `UPDATE runs SET "state" = 'running', "lease" = gen_random_uuid(), "leasedUntil" = now() + interval '1 year'`,
    );
    const problem = `run ${runId} of captions has not ended, and no worker and no queue has it`;
    expect(await look()).toEqual([{ problem, action: 'enqueue it again', outcome: 'repairable' }]);
    expect(await look('repair')).toMatchObject([{ problem, outcome: 'repaired' }]);
    expect(await look()).toEqual([]);
    await system.app.startWorker();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 2, errors: [] });
    expect(await look()).toEqual([]);
  });
});

describe('an unavailable queue', () => {
  itUnless(NO_REDIS, 'is reported while runs wait for it', async () => {
    const system = await startSystem('Redis');
    const { moment } = await createMomentWithImages(system.staff, 1);
    await generate(system.staff, moment.id);
    await system.app.db.query(`UPDATE runs SET "createdAt" = now() - interval '1 hour'`);
    await system.redis!.kill();
    const storage = await configuredStorage(loadConfig({ DATA_DIR: system.app.dataDir }));
    expect(await findings({ databaseUrl: system.app.databaseUrl, storage, env: system.env })).toEqual([
      {
        problem: 'the queue of captions cannot be asked: Error: the queue did not answer',
        action: 'see that it can be reached',
        outcome: 'manual',
      },
    ]);
    await system.redis!.start();
    await system.close();
  });
});
