import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../../test/app.js';
import { createMomentWithImages } from '../../../test/factories.js';
import { connectLive } from '../../../test/live.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('unknown query parameters', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  it('are refused by name, on every route', async () => {
    const { paths } = (await staff.get('/api/openapi.json').expect(200)).body as { paths: Record<string, object> };
    const routes = Object.entries(paths).flatMap(([path, methods]) => Object.keys(methods).map((name) => [name, path]));
    expect(routes.length).toBeGreaterThan(50);
    for (const [method, path] of routes) {
      const address = path!.replaceAll('{id}', UNKNOWN_ID).replace('{section}', 'faqs');
      const answer = await staff[method as 'get'](`${address}?limits=1&_=2`);
      expect({ method, path, status: answer.status, message: answer.body.message }).toEqual({
        method,
        path,
        status: 400,
        message: expect.stringMatching(/limits is not a field of this request; _ is not a field of this request/),
      });
    }
  });

  it('are refused together with a known one', async () => {
    const { body } = await app.visitor().get('/api/domains/allowed?domain=a.example&domains=b.example').expect(400);
    expect(body.details).toEqual([{ field: 'domains', message: 'domains is not a field of this request' }]);
    await app.visitor().get('/api/domains/allowed?domain=a.example').expect(404);
    await staff.get('/api/moments?limit=1&status=draft').expect(200);
    await staff.get('/api/clients?').expect(200);
  });

  it('are ignored by pages, pictures, documents and the board, which are no routes of the API', async () => {
    const built = join(app.dataDir, 'no-frontend');
    await mkdir(built);
    await writeFile(join(built, 'index.html'), '<title>GMB Moments</title>');
    const { images } = await createMomentWithImages(staff, 1);
    for (const path of [
      '/',
      '/login',
      '/public/x',
      '/api/docs',
      '/api/openapi.json',
      '/admin/queues/',
      images[0]!.imageUrl,
    ]) {
      expect([path, (await staff.get(`${path}?utm_source=mail`)).status]).toEqual([path, 200]);
    }
    await staff.get('/admin/queues/api/queues?activeQueue=captions&page=1').expect(200);
    const live = await connectLive(app);
    live.socket.disconnect();
  });
});
