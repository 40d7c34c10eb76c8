import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { speak } from '../../test/raw-socket.js';

describe('requests that cannot be read', () => {
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
  ])('are answered %i in a sentence, and their connection is closed', async (status, message, request) => {
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

  it('close their own connection and no other', async () => {
    const good = 'GET /api/branding HTTP/1.1\r\nHost: localhost\r\n\r\n';
    const heard = await speak(app.url, good, 'NONSENSE\r\n\r\n');
    expect(heard).not.toContain('stayed open');
    expect(heard.match(/HTTP\/1\.1 \d+/g)!.at(-1)).toBe('HTTP/1.1 400');
    await app.visitor().get('/api/branding').expect(200);
  });
});
