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

  it('lead to no other host by a folder’s name', async () => {
    await mkdir(join(app.dataDir, 'no-frontend', 'assets'), { recursive: true });
    for (const path of ['/assets', '//evil.example/..;/assets']) {
      expect((await app.visitor().get(path)).get('Location')).toBeUndefined();
    }
  });

  it('are not shown where the API has nothing, in whatever case', async () => {
    for (const path of ['/api/nothing-here', '/API/nothing-here']) {
      const { body } = await app.visitor().get(path).expect(404);
      expect(body.code).toBe('NOT_FOUND');
    }
  });

  it('blame the request, not the server, for a part that is not there', async () => {
    const { body } = await app.visitor().get('/').set('Range', 'bytes=9999-').expect(416);
    expect(body.code).toBe('RANGE_NOT_SATISFIABLE');
    const stale = await app.visitor().get('/').set('If-Match', '"another"').expect(412);
    expect(stale.body.code).toBe('VALIDATION_FAILED');
  });
});
