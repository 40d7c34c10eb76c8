import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger, Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { EntityManager } from 'typeorm';
import { startApp, type TestApp } from '../../test/app.js';
import { createMoment } from '../../test/factories.js';
import { eventually } from '../../test/eventually.js';
import { CAPTIONS } from '../captions/captions.run.js';
import { loadConfig } from '../config.js';
import { ConfigModule } from '../platform/config.module.js';
import { DatabaseModule } from '../database/database.module.js';
import { QueueModule } from '../platform/queue/queue.module.js';
import { StorageModule } from '../platform/storage/storage.module.js';
import { reason } from './reason.js';
import type { ItemEnd, ItemInput, RunAndItem, RunHandler, RunKind } from './run-kind.js';
import { runWorker } from './run.worker.js';
import { RunItem, type Run } from './run.entity.js';
import { RunsModule } from './runs.module.js';
import { RunsService } from './runs.service.js';
import { RunsSweep } from './runs.sweep.js';

@Module({})
class TestModule {}

type Item = RunAndItem<object, object>;
const BUSY = reason('AI_FAILED', 'The other side is busy.');
const AGAIN: ItemEnd = { state: 'retry', reason: BUSY };

describe('the run worker', () => {
  let app: TestApp;
  let momentId: string;
  let context: INestApplicationContext | undefined;
  /** Keys of the items whose work was begun, and the states that the database showed for them meanwhile. */
  let begun: [key: string, state: string][];
  /** How items end, by key; done where nothing is said. */
  let ends: Record<string, ItemEnd[]>;

  beforeAll(async () => {
    app = await startApp();
  });
  beforeEach(async () => {
    ({ id: momentId } = await createMoment(await app.staff()));
    begun = [];
    ends = {};
  });
  afterEach(async () => {
    await context?.close();
    context = undefined;
    await app.db.query('DELETE FROM runs');
  });
  afterAll(() => app.close());

  class TestHandler implements RunHandler<object, object, string, string> {
    readonly concurrency = 1;

    async load({ item: { key } }: Item): Promise<ItemInput<string>> {
      if (key === 'unreadable') throw new TypeError('cannot be read');
      return { input: key, failureText: `The item ${key} failed`, where: key };
    }

    async perform({ run, item: { key } }: Item): Promise<string> {
      const { state } = await app.db.manager.findOneByOrFail(RunItem, { runId: run.id, key });
      begun.push([key, state]);
      return key;
    }

    async save(manager: EntityManager, { item: { key } }: Item): Promise<ItemEnd> {
      if (key === 'unsavable') await manager.query('SELECT 1 / 0');
      return ends[key]?.shift() ?? { state: 'done' };
    }
  }

  async function startWorker(kind: RunKind): Promise<void> {
    const config = loadConfig({ DATA_DIR: app.dataDir });
    const module = {
      module: TestModule,
      imports: [
        ConfigModule.for(config),
        DatabaseModule.for(config, app.databaseUrl),
        QueueModule.for(config, app.databaseUrl),
        StorageModule,
        RunsModule,
      ],
      providers: [TestHandler, runWorker(kind, TestHandler), RunsSweep],
    };
    context = await NestFactory.createApplicationContext(module, { logger: ['fatal', 'error'] });
  }

  async function startRun(...keys: string[]): Promise<string> {
    const runs = context!.get(RunsService, { strict: false });
    const items = keys.map((key) => ({ key }));
    const run = await runs.start((manager) =>
      runs.create(manager, CAPTIONS, { subjectId: momentId, payload: { mode: 'missing' }, items }),
    );
    return run.id;
  }

  const rowOf = async (id: string): Promise<Partial<Run>> => {
    const [row] = await app.db.query<[Partial<Run>]>('SELECT * FROM runs WHERE "id" = $1', [id]);
    return row;
  };
  const itemsOf = (runId: string) => app.db.manager.find(RunItem, { where: { runId }, order: { position: 'ASC' } });
  const ended = (id: string, counts: Partial<Run>) =>
    eventually(async () => expect(await rowOf(id)).toMatchObject({ ...counts, endedAt: expect.any(Date) }));

  it('retries an item when it is due, and releases the lease on the run until then', async () => {
    await startWorker({ ...CAPTIONS, attempts: 2, backoffSeconds: (attempt) => 2 * attempt });
    ends = { second: [AGAIN] };
    const id = await startRun('first', 'second', 'third');
    await eventually(async () =>
      expect(await rowOf(id)).toMatchObject({ done: 2, lease: null, notBefore: expect.any(Date) }),
    );
    await ended(id, { state: 'completed', done: 3, failed: 0 });
    expect(begun.map(([key]) => key)).toEqual(['first', 'second', 'third', 'second']);
    expect((await itemsOf(id)).map(({ attempts }) => attempts)).toEqual([0, 1, 0]);
  });

  it('fails an item after as many attempts as its kind has, with the reason of the last', async () => {
    await startWorker(CAPTIONS);
    ends = { only: [AGAIN, AGAIN, AGAIN] };
    const id = await startRun('only');
    await ended(id, { state: 'failed', done: 0, failed: 1 });
    expect(begun.map(([key]) => key)).toEqual(['only', 'only', 'only']);
    expect(await itemsOf(id)).toMatchObject([{ state: 'failed', code: 'AI_FAILED', message: BUSY.message }]);
  });

  it.each(['unreadable', 'unsavable'])('fails an %s item once, and goes on with the others', async (broken) => {
    Logger.overrideLogger(false);
    await startWorker(CAPTIONS);
    const id = await startRun(broken, 'sound');
    await ended(id, { state: 'completed', done: 1, failed: 1 });
    expect(begun.map(([key]) => key)).toEqual(broken === 'unsavable' ? [broken, 'sound'] : ['sound']);
    expect(await itemsOf(id)).toMatchObject([{ state: 'failed', code: 'INTERNAL_ERROR' }, { state: 'done' }]);
  });

  it('puts a run off whose items cannot be ended, does nothing twice meanwhile, and fails it in the end', async () => {
    Logger.overrideLogger(false);
    await app.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'This cannot be saved.'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE ON run_items FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      await startWorker(CAPTIONS);
      const id = await startRun('only');
      for (let stops = 1; stops <= 4; stops += 1) {
        await eventually(async () =>
          expect(await rowOf(id)).toMatchObject({ state: 'running', stops, lease: null, notBefore: expect.any(Date) }),
        );
        expect((await rowOf(id))!.notBefore!.getTime()).toBeGreaterThan(Date.now() + 30_000);
        expect(begun).toHaveLength(stops);
        await app.db.query(`UPDATE runs SET "notBefore" = NULL, "createdAt" = now() - interval '1 minute'`);
      }
      await ended(id, { state: 'failed', done: 0 });
      expect(begun).toHaveLength(5);
    } finally {
      await app.db.query('DROP FUNCTION refuse CASCADE');
    }
  });

  it('returns the latest runs only, when there were very many', async () => {
    await startWorker(CAPTIONS);
    await app.db.query(
      `INSERT INTO runs ("kind", "subjectId", "total", "state", "createdAt", "endedAt")
       SELECT 'captions', $1, 1, 'completed', now() - n * interval '1 second', now() FROM generate_series(0, 149) AS n`,
      [momentId],
    );
    const runs = await context!.get(RunsService, { strict: false }).findRecent(CAPTIONS, momentId);
    expect(runs).toHaveLength(100);
    const [{ newest }] = await app.db.query('SELECT max("createdAt") AS newest FROM runs');
    expect(runs.at(-1)!.run.createdAt).toEqual(newest);
  });

  it('records an at-most-once item before it starts, and never repeats it', async () => {
    const [{ id }] = await app.db.query<[{ id: string }]>(
      `INSERT INTO runs ("kind", "subjectId", "total", "state", "lease", "leasedUntil", "createdAt")
       VALUES ('captions', $1, 2, 'running', gen_random_uuid(), now() - interval '1 second', now() - interval '1 minute')
       RETURNING "id"`,
      [momentId],
    );
    await app.db.query(
      `INSERT INTO run_items ("runId", "key", "position", "state") VALUES ($1, 'begun', 0, 'running'), ($1, 'next', 1, 'waiting')`,
      [id],
    );
    await startWorker({ ...CAPTIONS, atMostOnce: true });
    await ended(id, { state: 'completed', done: 1, failed: 1 });
    expect(begun).toEqual([['next', 'running']]);
    expect(await itemsOf(id)).toMatchObject([{ state: 'failed', code: 'INTERRUPTED' }, { state: 'done' }]);
  });

  it('leaves a cancelled run alone', async () => {
    await startWorker({ ...CAPTIONS, backoffSeconds: () => 3600 });
    ends = { first: [AGAIN] };
    const id = await startRun('first', 'second');
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ done: 1, lease: null }));
    const runs = context!.get(RunsService, { strict: false });
    await app.db.transaction((manager) => runs.cancel(manager, CAPTIONS, id));
    expect(await rowOf(id)).toMatchObject({ state: 'cancelled', total: 1, done: 1, endedAt: expect.any(Date) });
    expect(await itemsOf(id)).toMatchObject([{ state: 'skipped' }, { state: 'done' }]);
  });

  it('drops a run whose subject was deleted', async () => {
    await startWorker({ ...CAPTIONS, backoffSeconds: () => 3600 });
    ends = { first: [AGAIN] };
    const id = await startRun('first');
    await eventually(async () => expect(await rowOf(id)).toMatchObject({ lease: null, notBefore: expect.any(Date) }));
    await (await app.staff()).delete(`/api/moments/${momentId}`).expect(204);
    expect(await rowOf(id)).toBeUndefined();
    expect(await itemsOf(id)).toEqual([]);
  });
});
