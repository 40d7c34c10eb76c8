import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../test/app.js';

describe('the pages', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
    const built = join(app.dataDir, 'no-frontend');
    await mkdir(built);
    await writeFile(join(built, 'index.html'), '<title>GMB Moments</title>');
  });
  afterAll(() => app.close());

  it.each(['/', '/login', '/public/some-link', '/no/such/page'])('answer %s, to HEAD as to GET', async (path) => {
    const page = await app.visitor().get(path).expect(200);
    expect(page.text).toContain('GMB Moments');
    const head = await app.visitor().head(path).expect(200);
    expect(head.get('Content-Length')).toBe(page.get('Content-Length'));
    expect(head.get('Cache-Control')).toBe('no-cache');
  });

  it('run our own scripts only, and keep this host, and no other below it, on https', async () => {
    const behind = await startApp({ TRUST_PROXY: 'loopback' });
    const headersOver = async (protocol: string) =>
      (await behind.visitor().get('/api/health/live').set('X-Forwarded-Proto', protocol).expect(200)).headers;
    const [secure, plain] = [await headersOver('https'), await headersOver('http')];
    await behind.close();
    expect(secure['content-security-policy']).toContain("script-src 'self';script-src-attr 'none'");
    expect([secure['strict-transport-security'], plain['strict-transport-security']]).toEqual([
      'max-age=31536000',
      undefined,
    ]);
  });

  it('do not redirect to another host for a path like a folder’s', async () => {
    await mkdir(join(app.dataDir, 'no-frontend', 'assets'), { recursive: true });
    for (const path of ['/assets', '//evil.example/..;/assets']) {
      expect((await app.visitor().get(path)).get('Location')).toBeUndefined();
    }
  });

  it('are not served for unknown API paths, in upper or lower case', async () => {
    for (const path of ['/api/nothing-here', '/API/nothing-here']) {
      const { body } = await app.visitor().get(path).expect(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'There is nothing at this address.' });
    }
    const { body } = await app.visitor().post('/no/such/page').expect(404);
    expect(body.message).toBe('There is nothing at this address.');
  });

  it('answer an unsatisfiable Range with 416, and If-Match with 412', async () => {
    const { body } = await app.visitor().get('/').set('Range', 'bytes=9999-').expect(416);
    expect(body.code).toBe('RANGE_NOT_SATISFIABLE');
    const stale = await app.visitor().get('/').set('If-Match', '"another"').expect(412);
    expect(stale.body.code).toBe('VALIDATION_FAILED');
  });
});

describe('methods', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    ['PUT', '/api/clients', 'GET, HEAD, POST'],
    ['POST', '/api/clients/1', 'DELETE, GET, HEAD, PATCH'],
    ['GET', '/api/login', 'POST'],
    ['HEAD', '/api/login', 'POST'],
    ['OPTIONS', '/api/login', 'POST'],
    ['DELETE', '/API/Moments/', 'GET, HEAD, POST'],
    ['PROPFIND', '/api/public/1/opened', 'POST'],
    ['PATCH', '/api/gmb-optimizations/public/x/approve/faqs', 'POST'],
    ['PATCH', '/api/openapi.json', 'GET, HEAD'],
    ['POST', '/media/images/1', 'GET, HEAD'],
  ])('that an address does not have are answered with those that it has: %s %s', async (method, path, allow) => {
    const answer = await (await app.staff())[method.toLowerCase() as 'get'](path);
    const message = `${method} is not possible at this address, only ${allow}.`;
    expect(answer.status).toBe(405);
    expect(answer.get('Allow')).toBe(allow);
    // The answer to HEAD has no body.
    const { requestId: _its, ...body } = answer.body;
    const refusal = { statusCode: 405, error: message, message, code: 'METHOD_NOT_ALLOWED' };
    expect(body).toEqual(method === 'HEAD' ? {} : refusal);
  });

  it('do not matter for unknown addresses', async () => {
    for (const method of ['post', 'put', 'delete'] as const) {
      const { body, headers } = await app.visitor()[method]('/api/nothing-here').expect(404);
      expect([body.code, headers['allow']]).toEqual(['NOT_FOUND', undefined]);
    }
  });
});
