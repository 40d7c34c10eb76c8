import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../test/app.js';
import { speak } from '../../../test/raw-socket.js';

describe('malformed HTTP requests', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each([
    [400, 'The request is not well-formed HTTP.', 'NONSENSE\r\n\r\n'],
    [
      431,
      'The address and the headers of the request are too long: at most 16 kB together.',
      `GET /api/branding HTTP/1.1\r\nHost: localhost\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`,
    ],
  ])('are answered %i with a message, and their connection is closed', async (status, message, request) => {
    const [head, body] = (await speak(app.url, request)).split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*\\r\\nContent-Type: application/json`));
    expect(head).toContain('Connection: close');
    expect(JSON.parse(body!)).toEqual({
      statusCode: status,
      error: message,
      message,
      code: 'VALIDATION_FAILED',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  const NO_HOST = 'A request must have one Host header.';
  const EXPECTS = 'An Expect header may say nothing but 100-continue.';
  it.each([
    [400, NO_HOST, 'GET /api/branding HTTP/1.1', ''],
    [400, NO_HOST, 'GET /login HTTP/1.1', ''],
    [400, NO_HOST, 'GET /api/branding HTTP/1.1', 'Host: localhost\r\nHost: evil.example\r\n'],
    [417, EXPECTS, 'GET /api/branding HTTP/1.1', 'Host: localhost\r\nExpect: foo\r\n'],
  ])('are answered %i, "%s": %s %j', async (status, message, line, headers) => {
    const answer = await speak(app.url, `${line}\r\n${headers}Connection: close\r\n\r\n`);
    const [head, body] = answer.split('\r\n\r\n');
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(JSON.parse(body!)).toEqual({
      statusCode: status,
      error: message,
      message,
      code: 'VALIDATION_FAILED',
      requestId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });

  it('are not those of HTTP/1.0, which knows no Host, or those that wait for 100 Continue', async () => {
    expect(await speak(app.url, 'GET /api/branding HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /);
    const wait = 'POST /api/logout HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nExpect: 100-Continue\r\n';
    const answer = await speak(app.url, `${wait}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n`, '{}');
    expect(answer).toMatch(/^HTTP\/1.1 100 Continue\r\n\r\nHTTP\/1.1 204 /);
  });

  it.each(['?search=%ff', '?search=%ed%a0%80', '?search=%c0%af', '?search=%', '?search=%zz', '/%ff'])(
    'include addresses that are not UTF-8: /api/moments%s',
    async (rest) => {
      const answer = await speak(
        app.url,
        Buffer.from(`GET /api/moments${rest} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`, 'latin1'),
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 /);
      expect(answer).toContain('"message":"The address is not well formed: ');
      await (await app.staff()).get('/api/moments').query({ search: 'café 100% 🌷' }).expect(200);
    },
  );

  it('close only their own connection', async () => {
    const good = 'GET /api/branding HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const answer = await speak(app.url, good, 'NONSENSE\r\n\r\n');
    expect(answer).not.toContain('stayed open');
    expect(answer.match(/HTTP\/1\.1 \d+/g)!.at(-1)).toBe('HTTP/1.1 400');
    await app.visitor().get('/api/branding').expect(200);
  });
});
