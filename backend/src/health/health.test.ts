import { watch } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import type { Response } from 'supertest';
import { startApp, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createMomentWithImages } from '../../test/factories.js';
import { startProxy } from '../../test/proxy.js';
import { itUnless } from '../../test/it-unless.js';
import { NO_REDIS, startRedis } from '../../test/redis.js';

describe('health', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    // Unavailable dependencies are logged as well.
    Logger.overrideLogger(false);
  });
  afterAll(() => app.close());

  const check = (path: string) => app.visitor().get(`/api/health/${path}`);

  it('is public, on every host', async () => {
    expect(await check('live')).toMatchObject({ status: 200, body: { status: 'ok' } });
    const checks = { database: 'up', queue: 'up', storage: 'up' };
    expect(await check('ready')).toMatchObject({ status: 200, body: { status: 'ok', checks } });
    expect((await check('ready').set('Host', 'unknown.example')).status).toBe(200);
  });

  it('is degraded, but ready, while files cannot be stored, and reports it within about a second', async () => {
    const media = join(app.dataDir, 'media');
    await rm(media, { recursive: true, force: true });
    await writeFile(media, 'a file where the folder should be');
    await eventually(async () => {
      const checks = { database: 'up', queue: 'up', storage: 'down' };
      expect(await check('ready')).toMatchObject({ status: 200, body: { status: 'degraded', checks } });
    });
    await rm(media);
    await eventually(async () => expect((await check('ready')).body).toMatchObject({ status: 'ok' }));
  });

  it('writes one file to the storage in a second, however often it is asked', async () => {
    const media = join(app.dataDir, 'media');
    await mkdir(media, { recursive: true });
    const written = new Set<string>();
    const watcher = watch(media, (_event, name) => void written.add(name!));
    const began = performance.now();
    for (let turn = 0; turn < 20; turn += 1) {
      await Promise.all(Array.from({ length: 5 }, () => check('ready').expect(200)));
    }
    const seconds = (performance.now() - began) / 1000;
    // What happened before is known when this is.
    await writeFile(join(media, 'the last'), '');
    await eventually(() => expect(written).toContain('the last'));
    watcher.close();
    const probes = [...written].filter((name) => name.startsWith('.probe-'));
    expect(probes.length).toBeLessThanOrEqual(1 + Math.ceil(seconds));
  });

  describe('without the database', () => {
    let momentId: string;
    let imageId: string;

    beforeAll(async () => {
      const { moment, images } = await createMomentWithImages(await app.staff(), 1);
      [momentId, imageId] = [moment.id, images[0]!.id];
      await setDatabase('down');
    });
    afterAll(() => setDatabase('up'));

    /** Refuses new connections and ends those that are there. */
    async function setDatabase(state: 'up' | 'down'): Promise<void> {
      const url = new URL(app.databaseUrl);
      const name = url.pathname.slice(1);
      url.pathname = '/postgres';
      const admin = new Client({ connectionString: url.href });
      await admin.connect();
      await admin.query(`ALTER DATABASE ${name} ALLOW_CONNECTIONS ${state === 'up'}`);
      if (state === 'down') {
        await admin.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name]);
      }
      await admin.end();
    }

    it('is not ready, though alive', async () => {
      await eventually(async () => {
        expect(await check('ready')).toMatchObject({
          status: 503,
          body: { code: 'DATABASE_UNAVAILABLE', message: 'The database cannot be reached right now.' },
        });
      });
      expect((await check('live')).status).toBe(200);
    });

    const visit = async (method: 'get' | 'post', path: string): Promise<Response> => app.visitor()[method](path);

    it.each<['get' | 'post', () => string]>([
      ['get', () => '/api/branding'],
      ['get', () => `/api/public/${momentId}`],
      ['get', () => `/api/public/${momentId}/images`],
      ['post', () => `/api/public/${momentId}/opened`],
      ['post', () => `/api/images/${imageId}/approve`],
    ])('answers %s %s with 503, not as if there were no such link', async (method, path) => {
      expect(await visit(method, path())).toMatchObject({
        status: 503,
        body: { statusCode: 503, code: 'DATABASE_UNAVAILABLE' },
      });
    });

    it('answers staff with 503, not as if they were signed out', async () => {
      const answer = await (await app.staff()).get('/api/user');
      expect(answer).toMatchObject({ status: 503, body: { code: 'DATABASE_UNAVAILABLE' } });
    });

    it('recovers when the database is back', async () => {
      await setDatabase('up');
      await eventually(async () => expect((await check('ready')).status).toBe(200));
      expect((await app.visitor().get(`/api/public/${momentId}`)).status).toBe(200);
      expect((await (await app.staff()).get('/api/user')).status).toBe(200);
    });
  });
});

describe('health without the queue', () => {
  itUnless(NO_REDIS, 'stays ready, and names the queue', async () => {
    const redis = await startRedis();
    const proxy = await startProxy(redis.url);
    const app = await startApp({ REDIS_URL: proxy.url });
    const ready = () => app.visitor().get('/api/health/ready');
    try {
      expect((await ready()).body).toMatchObject({ status: 'ok', checks: { queue: 'up' } });
      await proxy.cut();
      const checks = { database: 'up', queue: 'down', storage: 'up' };
      await eventually(async () => {
        expect(await ready()).toMatchObject({ status: 200, body: { status: 'degraded', checks } });
      });
      await proxy.restore();
      await eventually(async () => expect((await ready()).body).toMatchObject({ status: 'ok' }));
    } finally {
      await app.close();
      await proxy.cut();
      await redis.stop();
    }
  });
});
