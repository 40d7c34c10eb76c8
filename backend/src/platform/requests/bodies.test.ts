import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type TestApp } from '../../../test/app.js';
import { createClient, createMomentWithImages } from '../../../test/factories.js';
import { MULTIPART, multipart, postMultipart } from '../../../test/multipart.js';
import { speak } from '../../../test/raw-socket.js';

const DEPTH = 200_000;
const DEEP = {
  list: `{"notes":${'['.repeat(DEPTH)}${']'.repeat(DEPTH)}}`,
  object: `${'{"business":'.repeat(DEPTH / 4)}1${'}'.repeat(DEPTH / 4)}`,
};

const FORM = multipart([{ field: 'version', content: '99' }]);

describe('bodies of requests', () => {
  let app: TestApp;
  let imageId: string;
  let momentId: string;

  beforeAll(async () => {
    app = await startApp();
    const { moment, images } = await createMomentWithImages(await app.staff(), 1);
    imageId = images[0]!.id;
    momentId = moment.id;
  });
  afterAll(() => app.close());

  const paths = () => ['/api/login', '/api/register', '/api/clients', '/api/agencies', `/api/images/${imageId}/reject`];
  const pathsWithoutFields = () => [
    `/api/public/${momentId}/opened`,
    '/api/gmb-optimizations/public/x/opened',
    '/api/logout',
  ];
  const post = async (path: string, body: string | Buffer, headers: Record<string, string> = {}) =>
    (await app.staff())
      .post(path)
      .set({ 'Content-Type': 'application/json', ...headers })
      .serialize((raw: unknown) => raw as string)
      .send(body as string);

  it.each(Object.entries(DEEP))('that nest a %s too deeply are refused', async (_name, body) => {
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

  it.each(['null', '1', '"x"', 'true', '[]', '[{"business":"B"}]', ' [1, 2]'])(
    'that are JSON but no object are refused: %s',
    async (body) => {
      for (const path of [...paths(), ...pathsWithoutFields()]) {
        expect(await post(path, body)).toMatchObject({
          status: 400,
          body: { code: 'JSON_INVALID', message: 'The body must be a JSON object, such as {"field": "value"}.' },
        });
      }
    },
  );

  it('that are larger than 1 MB are refused', async () => {
    const large = JSON.stringify({ notes: 'x'.repeat(1_100_000) });
    for (const path of paths()) {
      const refused = { status: 413, body: { code: 'BODY_TOO_LARGE', message: 'The body is larger than 1 MB.' } };
      expect(await post(path, large)).toMatchObject(refused);
    }
  });

  it('that are compressed are refused, whatever they hold', async () => {
    const message = 'The body is compressed, which is not accepted here: send it as it is, without a Content-Encoding.';
    const packed = {
      gzip: gzipSync(JSON.stringify(Array.from({ length: 500_000 }, () => 1))),
      br: brotliCompressSync('{"business":"B"}'),
      deflate: Buffer.from('no deflate'),
    };
    for (const path of [...paths(), ...pathsWithoutFields(), '/api/upload']) {
      for (const [encoding, body] of Object.entries(packed)) {
        const type = path === '/api/upload' ? MULTIPART : 'application/json';
        const answer = await post(path, body, { 'Content-Encoding': encoding, 'Content-Type': type });
        expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE', message } });
      }
    }
    await app.visitor().post('/api/logout').set('Content-Encoding', 'identity').send({}).expect(204);
  });

  it('with too many values are refused, in any arrangement', async () => {
    const message = 'The body holds too many values: at most 5000 are accepted.';
    const numbers = Array.from({ length: 80_000 }, (_none, index) => index);
    const fields = Object.fromEntries(numbers.map((number) => [`f${number}`, 1]));
    const empty = `{"email":[${'{},'.repeat(300_000)}{}]}`;
    for (const path of [...paths(), ...pathsWithoutFields()]) {
      for (const body of [
        fields,
        { notes: fields },
        { notes: [fields] },
        { business: numbers },
        { '[,": {}': numbers },
      ]) {
        const answer = await post(path, JSON.stringify(body));
        expect(answer).toMatchObject({ status: 400, body: { code: 'JSON_INVALID', message } });
      }
      expect(await post(path, empty)).toMatchObject({ status: 400, body: { code: 'JSON_INVALID', message } });
    }
  });

  it('may hold any characters, and as many values as the largest form of the product', async () => {
    const notes = `${'[{,"\\'.repeat(1500)}`;
    const targetKeywords = Array.from({ length: 100 }, (_none, index) => `keyword ${index}`);
    const client = await createClient(await app.staff(), { notes, targetKeywords });
    expect(client).toMatchObject({ notes, targetKeywords });
    const entries = Array.from({ length: 4000 }, (_none, index) => `keyword ${index}`);
    expect(await post('/api/clients', JSON.stringify({ business: 'B', targetKeywords: entries }))).toMatchObject({
      status: 400,
      body: { message: 'targetKeywords must have at most 100 entries' },
    });
  });

  it('with many unknown fields get an error that names the first ones', async () => {
    const names = Array.from({ length: 150 }, (_none, index) => `f${index}`);
    const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, 1])));
    for (const path of ['/api/clients', ...pathsWithoutFields()]) {
      const answer = await post(path, body);
      expect(answer.status).toBe(400);
      expect(answer.body.details).toHaveLength(20);
      expect(answer.body.message).toMatch(/f\d+ is not a field of this request and 13\d more$/);
      expect(answer.text.length).toBeLessThan(10_000);
    }
  });

  it('with very long field names get an error that quotes their beginning', async () => {
    const name = 'n'.repeat(500_000);
    for (const path of [...paths(), ...pathsWithoutFields()]) {
      const answer = await post(path, JSON.stringify({ [name]: 1 }));
      expect(answer.status).toBe(400);
      expect(answer.body.message).toContain(`${'n'.repeat(100)}… is not a field of this request`);
      expect(answer.text.length).toBeLessThan(2000);
    }
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

  it('with another content type are refused, so that a decision’s version is never ignored', async () => {
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'application/octet-stream', 'text/json']) {
      for (const path of [...paths(), ...pathsWithoutFields()]) {
        const answer = await post(path, '{"version":99}', { 'Content-Type': type });
        expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
        expect(answer.body.message).toContain(`The body has the Content-Type ${type}, which is not accepted here`);
      }
    }
    const { body } = await app
      .visitor()
      .post(`/api/images/${imageId}/approve`)
      .set('Content-Type', 'text/plain')
      .expect(200);
    expect(body.status).toBe('approved');
  });

  it.each([
    ['in chunks, without a type', 'Transfer-Encoding: chunked\r\n', '10\r\n{"version":  99}\r\n0\r\n\r\n'],
    ['of a given length, without a type', 'Content-Length: 14\r\n', '{"version":99}'],
    ['in chunks, of another type', 'Content-Type: text/plain\r\nTransfer-Encoding: chunked\r\n', '1\r\n1\r\n0\r\n\r\n'],
    [
      'as a form where JSON is read',
      `Content-Type: ${MULTIPART}\r\nContent-Length: ${FORM.length}\r\n`,
      FORM.toString(),
    ],
    [
      'as a form in chunks where JSON is read',
      `Content-Type: ${MULTIPART}\r\nTransfer-Encoding: chunked\r\n`,
      `${FORM.length.toString(16)}\r\n${FORM.toString()}\r\n0\r\n\r\n`,
    ],
  ])('sent %s are not ignored', async (_what, headers, body) => {
    const { images } = await createMomentWithImages(await app.staff(), 1);
    for (const path of [`/api/images/${images[0]!.id}/approve`, '/api/logout']) {
      const answer = await speak(
        app.url,
        `POST ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${body}`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 415 /);
      expect(answer).toContain('"code":"UNSUPPORTED_MEDIA_TYPE"');
      expect(answer).toContain('application/json');
    }
    const { body: shown } = await app.visitor().get(`/api/public/${images[0]!.momentId}/images`).expect(200);
    expect(shown[0].status).toBe('pending');
  });

  it.each([
    '',
    'Content-Length: 0\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Content-Type: text/plain\r\nContent-Length: 0\r\n',
  ])('that are empty are treated as missing: %j', async (headers) => {
    const { images } = await createMomentWithImages(await app.staff(), 1);
    const end = headers.startsWith('Transfer') ? '0\r\n\r\n' : '';
    const answer = await speak(
      app.url,
      `POST /api/images/${images[0]!.id}/approve HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n${headers}\r\n${end}`,
    );
    expect(answer).toMatch(/^HTTP\/1.1 200 /);
  });

  it('of JSON are refused where files are read', async () => {
    const json = { momentId: imageId };
    const message =
      'The body has the Content-Type application/json, which is not accepted here: send multipart/form-data.';
    for (const path of ['/api/upload', `/api/moments/${imageId}/add-images`, `/api/images/${imageId}/replace`]) {
      const answer = await (await app.staff()).post(path).send(json);
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE', message } });
    }
    await (await app.staff()).post('/api/agencies').send({ name: 'By JSON' }).expect(201);
  });

  it.each(['get', 'delete'] as const)('with fields are refused by %s, which has none', async (method) => {
    const staff = await app.staff();
    const { id } = await createClient(staff);
    const answer = await staff[method](`/api/clients/${id}`).send({ revision: 7 });
    expect(answer).toMatchObject({ status: 400, body: { message: 'revision is not a field of this request' } });
    await staff.get(`/api/clients/${id}`).expect(200);
  });

  it('that are not UTF-8 are refused', async () => {
    const refused = { status: 400, body: { code: 'JSON_INVALID', message: 'The body is not UTF-8 text.' } };
    for (const bytes of [[0xff], [0xc3], [0xed, 0xa0, 0x80], [0xc0, 0xaf], [0xf5, 0x80, 0x80, 0x80]]) {
      const body = Buffer.concat([Buffer.from('{"business":"B'), Buffer.from(bytes), Buffer.from('"}')]);
      for (const path of paths()) expect(await post(path, body)).toMatchObject(refused);
    }
    const staff = await app.staff();
    const name = Buffer.concat([Buffer.from('Caf'), Buffer.from([0xe9])]);
    const form = await postMultipart(staff, '/api/agencies', multipart([{ field: 'name', content: name }]));
    expect(form).toMatchObject({
      status: 400,
      body: { message: 'name is not UTF-8 text', details: [{ field: 'name', message: 'name is not UTF-8 text' }] },
    });
    const json = await staff.post('/api/agencies').send({ name: 'Caf\ufffd' });
    expect(json).toMatchObject({ status: 201, body: { name: 'Caf\ufffd' } });
    const whole = Buffer.from('\ufeff{"business":"Größe 🌷 \ufffd"}');
    expect((await post('/api/clients', whole)).body.business).toBe('Größe 🌷 \ufffd');
  });

  it('in another encoding than UTF-8 are refused', async () => {
    for (const charset of ['klingon', 'utf-16', 'iso-8859-1']) {
      const answer = await post('/api/clients', '{}', { 'Content-Type': `application/json; charset=${charset}` });
      expect(answer).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
    }
    const type = 'application/json;charset="UTF-8"';
    expect((await post('/api/clients', '{"business":"B"}', { 'Content-Type': type })).status).toBe(201);
  });
});

describe('bodies of people without a session', () => {
  let app: TestApp;

  beforeAll(async () => {
    app = await startApp({ TRUST_PROXY: 'loopback' });
  });
  afterAll(() => app.close());

  it('are refused unread for a minute from a network with too many refused bodies', async () => {
    const { moment } = await createMomentWithImages(await app.staff(), 1);
    const send = (body: string, from: string, path = '/api/login') =>
      app.visitor().post(path).set({ 'Content-Type': 'application/json', 'X-Forwarded-For': from }).send(body);
    const opened = `/api/public/${moment.id}/opened`;
    for (let turn = 0; turn < 20; turn += 1) {
      expect((await send('{"email":1}', '203.0.113.1')).status).toBe(400);
      expect((await send('[1]', '203.0.113.1', opened)).status).toBe(400);
      expect((await send('x'.repeat(1_100_000), '203.0.113.1')).status).toBe(413);
    }
    for (const path of ['/api/login', opened]) {
      const { status, body, headers } = await send('{', '203.0.113.1', path);
      expect(status).toBe(429);
      expect(body).toMatchObject({ code: 'TOO_MANY_REQUESTS', message: expect.stringMatching(/wait a minute/) });
      expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    }
    expect((await send('{}', '203.0.113.2', opened)).status).toBe(204);
    await app.visitor().post(opened).set('X-Forwarded-For', '203.0.113.1').expect(204);
    const staff = await app.staff();
    await staff.post('/api/clients').set('X-Forwarded-For', '203.0.113.1').send({ business: 1 }).expect(400);
    await staff.post('/api/clients').set('X-Forwarded-For', '203.0.113.1').send({ business: 'B' }).expect(201);
  });
});
