import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../test/app.js';
import { createMomentWithImages } from '../../test/factories.js';

const DEPTH = 200_000;
const DEEP = {
  list: `{"notes":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`,
  object: `${'{"business":'.repeat(DEPTH / 4)}1${'}'.repeat(DEPTH / 4)}`,
};

describe('bodies of requests', () => {
  let app: TestApp;
  let imageId: string;

  beforeAll(async () => {
    app = await startApp();
    imageId = (await createMomentWithImages(await app.staff(), 1)).images[0]!.id;
  });
  afterAll(() => app.close());

  const paths = () => ['/api/login', '/api/register', '/api/clients', '/api/agencies', `/api/images/${imageId}/reject`];
  const post = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    (await app.staff())
      .post(path)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((raw: unknown) => raw as string)
      .send(body as string);

  it.each(Object.entries(DEEP))('that nest a %s without end are refused', async (_name, body) => {
    for (const path of paths()) {
      expect(await post(path, body)).toMatchObject({
        status: 400,
        body: { code: 'JSON_INVALID', message: 'The body is nested too deeply.' },
      });
    }
  });

  it.each(['{', '{"a":1}}', "{'a':1}", '{"a":undefined}', 'NaN', '\u0000', '{"a":"\\ud800"', '﻿{'])(
    'that are no JSON are refused: %j',
    async (body) => {
      for (const path of paths()) {
        expect(await post(path, body)).toMatchObject({
          status: 400,
          body: { code: 'JSON_INVALID', message: 'The body is not valid JSON.' },
        });
      }
    },
  );

  it('that are larger than 1 MB, or become so, are refused', async () => {
    const large = JSON.stringify({ notes: 'x'.repeat(1_100_000) });
    const bomb = gzipSync(Buffer.alloc(50_000_000, ' '));
    for (const path of paths()) {
      const refused = { status: 413, body: { code: 'BODY_TOO_LARGE', message: 'The body is larger than 1 MB.' } };
      expect(await post(path, large)).toMatchObject(refused);
      expect(await post(path, bomb, { 'Content-Encoding': 'gzip' })).toMatchObject(refused);
    }
  });

  it('with fields or entries without end are refused', async () => {
    const numbers = Array.from({ length: 80_000 }, (_none, index) => index);
    const fields = Object.fromEntries(numbers.map((number) => [`f${number}`, 1]));
    for (const path of paths()) {
      for (const body of [fields, { notes: fields }, { notes: [fields] }]) {
        expect(await post(path, JSON.stringify(body))).toMatchObject({
          status: 400,
          body: { code: 'JSON_INVALID', message: 'The body has too many fields.' },
        });
      }
      const answer = await post(path, JSON.stringify({ business: numbers, categories: numbers }));
      expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    }
  });

  it('with unknown fields are answered with the first of them', async () => {
    const body = Object.fromEntries(Array.from({ length: 150 }, (_none, index) => [`f${index}`, 1]));
    const answer = await post('/api/login', JSON.stringify(body));
    expect(answer.status).toBe(400);
    expect(answer.body.details).toHaveLength(50);
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'with a field named %s are refused',
    async (name) => {
      const message = `${name} is not a field of this request`;
      const refused = {
        status: 400,
        body: { code: 'VALIDATION_FAILED', message, details: [{ field: name, message }] },
      };
      const field = `"${name}":{"polluted":true}`;
      expect(await post('/api/clients', `{"business":"B",${field}}`)).toMatchObject(refused);
      expect(await post('/api/login', `{${field}}`)).toMatchObject(refused);
      const staff = await app.staff();
      const form = await staff.post('/api/agencies').field('name', 'Bright').field(name, 'x');
      expect(form.status).toBe(400);
    },
  );

  it.each(['constructor', 'toString'])('and queries with %s are refused', async (name) => {
    const answer = await (await app.staff()).get(`/api/clients?${name}=x`);
    expect(answer).toMatchObject({ status: 400, body: { message: `${name} is not a field of this request` } });
  });

  it('of another type are refused, so that a decision never loses the version it is about', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream']) {
      for (const path of [...paths(), `/api/images/${imageId}/approve`]) {
        const answer = await post(path, '{"version":99}', { 'Content-Type': type });
        expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
      }
    }
    const { body } = await app
      .visitor()
      .post(`/api/images/${imageId}/approve`)
      .set('Content-Type', 'text/plain')
      .expect(200);
    expect(body.status).toBe('approved');
  });

  it('in an encoding that nobody reads are refused', async () => {
    const charset = { 'Content-Type': 'application/json; charset=klingon' };
    expect(await post('/api/clients', '{}', charset)).toMatchObject({
      status: 415,
      body: { code: 'UNSUPPORTED_MEDIA_TYPE' },
    });
    const cut = gzipSync('{"business":"B"}').subarray(0, 12);
    expect((await post('/api/clients', cut, { 'Content-Encoding': 'gzip' })).status).toBe(400);
  });
});
