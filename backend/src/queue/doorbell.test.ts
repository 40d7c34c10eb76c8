import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { createDatabase, type TestDatabase } from '../../test/database.js';
import { eventually } from '../../test/eventually.js';
import { startProxy, type Proxy } from '../../test/proxy.js';
import { startRedis, type TestRedis } from '../../test/redis.js';
import { BACKENDS } from '../../test/stage.js';
import { loadConfig } from '../config.js';
import { DatabaseModule } from '../database/database.module.js';
import { Doorbell } from './doorbell.js';
import { QueueModule } from './queue.module.js';

jest.setTimeout(30_000);

@Module({})
class House {}

describe.each(BACKENDS)('the doorbell, with the queue on %s', (backend) => {
  let database: TestDatabase;
  let redis: TestRedis | null;
  let way: Proxy;
  let house: INestApplicationContext;
  let doorbell: Doorbell;
  let queue: Queue;

  beforeAll(async () => {
    database = await createDatabase();
    redis = backend === 'Redis' ? await startRedis() : null;
    way = await startProxy(redis?.url ?? database.url);
    const config = loadConfig(redis ? { REDIS_URL: way.url } : {});
    const databaseUrl = redis ? database.url : way.url;
    const imports = [DatabaseModule.for(databaseUrl), QueueModule.for(config, databaseUrl)];
    house = await NestFactory.createApplicationContext({ module: House, imports }, { logger: ['fatal', 'error'] });
    doorbell = house.get(Doorbell);
    queue = house.get<Queue>(getQueueToken('captions'));
  });
  afterAll(async () => {
    await house.close();
    await way.cut();
    await redis?.stop();
    await database.drop();
  });

  const ring = (runId: string): Promise<boolean> => doorbell.ring('captions', runId, { runId });

  it('puts one job per id before the workers, however often it is rung', async () => {
    expect(await Promise.all([ring('one'), ring('one'), ring('two')])).toEqual([true, true, true]);
    expect(await ring('one')).toBe(true);
    const jobs = await queue.getJobs(['waiting']);
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(['one', 'two']);
    expect(jobs.map(({ data }) => data).toSorted()).toContainEqual({ runId: 'one' });
  });

  it('neither throws nor holds anybody up when the queue is away, and is heard again when it is back', async () => {
    await way.cut();
    const asked = Date.now();
    expect(await Promise.all(Array.from({ length: 20 }, () => ring('three')))).not.toContain(true);
    expect(await ring('four')).toBe(false);
    // One time-out of two seconds for all that is rung meanwhile, however much it is.
    expect(Date.now() - asked).toBeLessThan(6000);
    await way.mend();
    await eventually(async () => expect(await ring('five')).toBe(true));
    const waiting = (await queue.getJobs(['waiting'])).map(({ id }) => id);
    expect(waiting).toContain('five');
    expect(waiting).not.toContain('four');
  });

  it('is heard again when the way to the queue was lost without a word', async () => {
    expect(await ring('six')).toBe(true);
    way.hang();
    expect(await ring('seven')).toBe(false);
    await way.mend();
    await eventually(async () => expect(await ring('eight')).toBe(true));
  });
});
