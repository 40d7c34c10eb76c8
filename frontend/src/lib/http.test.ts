import { describe, expect, it, jest } from '@jest/globals';
import { failure, fakeServer } from '../test/server';
import { http, HttpError, messageOf, reasonOf } from './http';
import { getQueryFn, pathOf } from './query-client';

async function failed(request: Promise<unknown>): Promise<HttpError> {
  const error = await request.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(HttpError);
  return error as HttpError;
}

describe('a response that is not a success', () => {
  it('is an error with the message `<status>: <body>`', async () => {
    fakeServer.on('GET /api/x', { status: 418, body: 'short and stout' });
    const error = await failed(http.get('/api/x'));
    expect(error.message).toBe('418: short and stout');
    expect(error.status).toBe(418);
    expect(error.reason).toBe('short and stout');
  });

  it('falls back to the status text if the body is empty', async () => {
    fakeServer.on('GET /api/x', { status: 503 });
    expect((await failed(http.get('/api/x'))).message).toBe('503: Service Unavailable');
  });

  it.each([
    [413, 'The file is larger than this server accepts. Choose a smaller one, or send fewer at once.'],
    [429, 'There were too many requests in a short time. Please wait a minute, then try again.'],
    [502, 'The server does not answer at the moment. Please try again in a minute.'],
    [503, 'The server does not answer at the moment. Please try again in a minute.'],
    [504, 'The server does not answer at the moment. Please try again in a minute.'],
    [403, 'The server refused this. If it happens again, tell the people who run it.'],
    [520, 'Something went wrong on the server. Please try again.'],
  ])('is never shown as the page of a proxy, of status %i', async (status, sentence) => {
    const nginx = `\r\n<html>\r\n<head><title>${status} Words</title></head>\r\n<body><hr><center>nginx</center></body>\r\n</html>`;
    for (const body of [
      nginx,
      '<?xml version="1.0"?><Error/>',
      '{"detail":[1]}',
      '{"error":{"code":1},"message":null}',
    ]) {
      fakeServer.on('POST /api/x', { status, body, headers: { 'Content-Type': 'text/html' } });
      for (const request of [http.post('/api/x', {}), http.upload('POST', '/api/x', new FormData())]) {
        const error = await failed(request);
        expect(error.reason).toBe(sentence);
        expect(messageOf(error)).toBe(`${status}: ${sentence}`);
        expect(error.message).not.toContain('<');
      }
    }
  });

  it("carries the server's sentence, code and refused fields", async () => {
    const details = [{ field: 'business', message: 'business is required' }];
    fakeServer.on('POST /api/x', failure(400, 'VALIDATION_FAILED', 'business is required', details));
    const error = await failed(http.post('/api/x', {}));
    expect(error.message).toMatch(/^400: \{"statusCode":400,/);
    expect(error.reason).toBe('business is required');
    expect(error.code).toBe('VALIDATION_FAILED');
    expect(error.details).toEqual(details);
  });

  it('differs from a request without a response', async () => {
    const error = await failed(http.get('http://127.0.0.1:1/api/x'));
    expect(error.status).toBe(0);
    expect(error.message).toBe('The server could not be reached. Check your connection and try again.');
  });

  it('includes a success whose body is not JSON', async () => {
    fakeServer.on('GET /api/x', { body: '<html>' });
    expect((await failed(http.get('/api/x'))).reason).toBe('The server sent an answer that is not JSON.');
  });
});

describe('requests', () => {
  it('send JSON with its content type, and no content type without a body', async () => {
    fakeServer.on('POST /api/x', { status: 204 });
    expect(await http.post('/api/x', { a: 1 })).toBeUndefined();
    await http.post('/api/x');
    const [withBody, without] = fakeServer.calls('POST /api/x');
    expect(withBody?.json).toEqual({ a: 1 });
    expect(withBody?.headers['content-type']).toBe('application/json');
    expect(without?.headers['content-type']).toBeUndefined();
  });

  it('are sent with credentials', async () => {
    const sent = jest.spyOn(globalThis, 'fetch');
    fakeServer.on('POST /api/x', { status: 204 });
    for (const call of [http.get, http.post, http.patch, http.delete]) await call('/api/x').catch(() => undefined);
    expect(sent.mock.calls.map(([, init]) => [init?.method, init?.credentials])).toEqual([
      ['GET', 'include'],
      ['POST', 'include'],
      ['PATCH', 'include'],
      ['DELETE', 'include'],
    ]);
    sent.mockRestore();
    document.cookie = 'session=abc';
    await http.upload('POST', '/api/x', new FormData());
    expect(fakeServer.calls('POST /api/x').at(-1)?.headers.cookie).toContain('session=abc');
    document.cookie = 'session=; max-age=0';
  });

  it('return the total count of a list', async () => {
    fakeServer.on('GET /api/x', { body: [1, 2], headers: { 'X-Total-Count': '70' } });
    expect(await http.getPage('/api/x')).toEqual({ items: [1, 2], total: 70 });
  });

  it('upload a form, with headers, and report how much was sent', async () => {
    fakeServer.on('PATCH /api/x', { body: { id: 'a' } });
    const form = new FormData();
    form.set('name', 'Ünïcode');
    form.set('logo', new File(['x'.repeat(5000)], 'logo.png', { type: 'image/png' }));
    const sent: number[] = [];
    const headers = { 'Idempotency-Key': 'key' };
    const answer = await http.upload('PATCH', '/api/x', form, { headers, onProgress: (bytes) => sent.push(bytes) });
    expect(answer).toEqual({ id: 'a' });
    expect(fakeServer.requests[0]?.fields).toEqual({ name: 'Ünïcode' });
    expect(fakeServer.requests[0]?.headers['idempotency-key']).toBe('key');
    expect(sent.at(-1)).toBeGreaterThan(5000);
  });

  it('upload failures are errors of the same kind', async () => {
    fakeServer.on('POST /api/x', failure(413, 'FILE_TOO_LARGE', 'a.jpg is larger than 50 MB.'));
    const error = await failed(http.upload('POST', '/api/x', new FormData()));
    expect(error.status).toBe(413);
    expect(reasonOf(error)).toBe('a.jpg is larger than 50 MB.');
  });

  it('can be cancelled', async () => {
    fakeServer.on('POST /api/x', () => new Promise(() => {}));
    const controller = new AbortController();
    const upload = http.upload('POST', '/api/x', new FormData(), { signal: controller.signal });
    controller.abort();
    await expect(upload).rejects.toThrow('The upload was cancelled.');
  });
});

describe('query functions', () => {
  it('join the segments of their key into a path', () => {
    expect(pathOf(['/api/moments', 'a/b', 'images'])).toBe('/api/moments/a%2Fb/images');
    expect(pathOf(['/api/moments', { search: 'a b', status: undefined, clientId: '', limit: 20, offset: 0 }])).toBe(
      '/api/moments?search=a+b&limit=20&offset=0',
    );
  });

  it('reject on 401, or resolve with null if configured', async () => {
    fakeServer.on('GET /api/user', failure(401, 'NOT_SIGNED_IN', 'Sign in first.'));
    const context = { queryKey: ['/api/user'], signal: new AbortController().signal } as never;
    expect(await getQueryFn({ on401: 'null' })(context)).toBeNull();
    expect((await failed(getQueryFn({ on401: 'throw' })(context))).status).toBe(401);
  });
});
