import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { getQueueToken } from '@nestjs/bullmq';
import { Module, type INestApplicationContext } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Queue } from 'bullmq';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { eventually } from '../../../test/eventually.js';
import { startProxy, type Proxy } from '../../../test/proxy.js';
import { startRedis, type TestRedis } from '../../../test/redis.js';
import { describeOnEach } from '../../../test/system.js';
import { stretched } from '../../../test/stretched.js';
import { loadConfig } from '../../config.js';
import { DatabaseModule } from '../../database/database.module.js';
import { Queues } from './queues.js';
import { QueueModule } from './queue.module.js';

@Module({})
class TestModule {}

describeOnEach('enqueueing, with the queue on', (backend) => {
  let database: TestDatabase;
  let redis: TestRedis | null;
  let proxy: Proxy;
  let context: INestApplicationContext;
  let queues: Queues;
  let queue: Queue;

  beforeAll(async () => {
    database = await createDatabase();
    redis = backend === 'Redis' ? await startRedis() : null;
    proxy = await startProxy(redis?.url ?? database.url);
    const config = loadConfig(redis ? { REDIS_URL: proxy.url } : {});
    const databaseUrl = redis ? database.url : proxy.url;
    const imports = [DatabaseModule.for(config, databaseUrl), QueueModule.for(config, databaseUrl)];
    context = await NestFactory.createApplicationContext(
      { module: TestModule, imports },
      { logger: ['fatal', 'error'] },
    );
    queues = context.get(Queues);
    queue = context.get<Queue>(getQueueToken('captions'));
  });
  afterAll(async () => {
    await context.close();
    await proxy.cut();
    await redis?.stop();
    await database.drop();
  });

  const enqueue = (runId: string): Promise<boolean> => queues.enqueue('captions', runId, { runId });

  it('adds one job per id, however often it is enqueued', async () => {
    expect(await Promise.all([enqueue('one'), enqueue('one'), enqueue('two')])).toEqual([true, true, true]);
    expect(await enqueue('one')).toBe(true);
    const jobs = await queue.getJobs(['waiting']);
    expect(jobs.map(({ id }) => id).toSorted()).toEqual(['one', 'two']);
    expect(jobs.map(({ data }) => data).toSorted()).toContainEqual({ runId: 'one' });
  });

  it('neither throws nor blocks while the queue is unavailable, and recovers when it is back', async () => {
    await proxy.cut();
    const asked = Date.now();
    expect(await Promise.all(Array.from({ length: 20 }, () => enqueue('three')))).not.toContain(true);
    expect(await enqueue('four')).toBe(false);
    // One time-out of two seconds for all that is enqueued meanwhile, however much it is.
    expect(Date.now() - asked).toBeLessThan(stretched(6000));
    await proxy.restore();
    await eventually(async () => expect(await enqueue('five')).toBe(true));
    const waiting = (await queue.getJobs(['waiting'])).map(({ id }) => id);
    expect(waiting).toContain('five');
    expect(waiting).not.toContain('four');
  });

  it('recovers when the connection to the queue was lost without being closed', async () => {
    expect(await enqueue('six')).toBe(true);
    proxy.hang();
    expect(await enqueue('seven')).toBe(false);
    await proxy.restore();
    await eventually(async () => expect(await enqueue('eight')).toBe(true));
  });
});
