import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { once } from 'node:events';
import { get as httpGet } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Logger, type INestApplication } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express, { type Express } from 'express';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { eventually } from '../../../test/eventually.js';
import { startS3, type TestS3 } from '../../../test/s3.js';
import { ErrorFilter } from '../requests/error.filter.js';
import { ConfigModule } from '../config.module.js';
import { loadConfig } from '../../config.js';
import { Limits } from '../limits/limits.js';
import { imageKeys, logoKey, mediaUrl } from './keys.js';
import { media, MEDIA_ROUTE, sendFile } from './media.js';
import { StorageModule } from './storage.module.js';
import { Storage } from './storage.js';

const KEYS = imageKeys('7d2f3c1e-1111-4222-8333-0123456789ab', 'jpg');
const CONTENT = Buffer.from('0123456789');

let work: string;
let s3: TestS3;
beforeAll(async () => {
  Logger.overrideLogger(false);
  work = await mkdtemp(join(tmpdir(), 'media-'));
  s3 = await startS3();
});
afterAll(async () => {
  await s3.stop();
  await rm(work, { recursive: true });
});

async function startApp(env: Record<string, string>): Promise<INestApplication> {
  const config = ConfigModule.for(loadConfig({ DATA_DIR: work, ...env }));
  const module = { ...config, imports: [StorageModule] };
  const app = (await NestFactory.create(module, { logger: false })).useGlobalFilters(new ErrorFilter());
  (app.getHttpAdapter().getInstance() as Express).get(
    MEDIA_ROUTE,
    media(app.get(Storage), new Limits(new DataSource({ type: 'postgres' }))),
  );
  await app.listen(0, '127.0.0.1');
  return app;
}

function s3Variables(): Record<string, string> {
  const { endpoint, bucket, accessKey, secretKey } = s3.config;
  return { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey };
}

async function put(app: INestApplication, key: string, content: Buffer): Promise<void> {
  const path = join(work, 'upload');
  await writeFile(path, content);
  await app.get(Storage).put(key, path);
}

describe.each([
  ['disk', () => ({})],
  ['S3', s3Variables],
])('/media on %s', (_name, variables) => {
  let app: INestApplication;
  const url = mediaUrl(KEYS.original);
  const ask = () => request(app.getHttpServer());

  beforeAll(async () => {
    app = await startApp(variables());
    await put(app, KEYS.original, CONTENT);
    await put(app, KEYS.preview, CONTENT);
    await put(app, logoKey('7d2f3c1e-1111-4222-8333-0123456789ab'), CONTENT);
  });
  afterAll(() => app.close());

  it('answers the whole file, cacheable for a year', async () => {
    const answer = await ask().get(url).expect(200);
    expect(answer.body).toEqual(CONTENT);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'content-length': '10',
      'cache-control': 'public, max-age=31536000, immutable',
      etag: expect.stringMatching(/^"[^"]+"$/),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'content-disposition': 'inline',
      'cross-origin-resource-policy': 'cross-origin',
    });
  });

  it.each([
    [KEYS.preview, 'image/webp'],
    [logoKey('7d2f3c1e-1111-4222-8333-0123456789ab'), 'image/webp'],
  ])('answers %s as %s', async (key, type) => {
    const answer = await ask().get(mediaUrl(key)).expect(200);
    expect(answer.headers['content-type']).toBe(type);
  });

  it('answers HEAD like GET, without the body', async () => {
    const whole = await ask().get(url);
    const head = await ask().head(url).set('Range', 'bytes=0-1').expect(200);
    expect(head.headers).toMatchObject({ 'content-length': '10', etag: whole.headers['etag'] });
    expect(head.text).toBeUndefined();
  });

  it.each([
    ['the etag', (etag: string) => etag],
    ['a weak one', (etag: string) => `W/${etag}`],
    ['one of several', (etag: string) => `"other", ${etag}`],
    ['any', () => '*'],
  ])('answers 304 to If-None-Match with %s', async (_case, match) => {
    const { headers } = await ask().head(url);
    const answer = await ask().get(url).set('If-None-Match', match(headers['etag']!)).expect(304);
    expect(answer.headers).toMatchObject({ etag: headers['etag'], 'cache-control': headers['cache-control'] });
    expect(answer.text).toBe('');
  });

  it('answers the file to If-None-Match with another etag', async () => {
    const answer = await ask().get(url).set('If-None-Match', '"other"').expect(200);
    expect(answer.body).toEqual(CONTENT);
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=5-', '56789', 'bytes 5-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
    ['bytes=8-99', '89', 'bytes 8-9/10'],
  ])('answers 206 to Range: %s', async (range, part, contentRange) => {
    const answer = await ask().get(url).set('Range', range).expect(206);
    expect(answer.body.toString()).toBe(part);
    expect(answer.headers).toMatchObject({ 'content-range': contentRange, 'content-length': String(part.length) });
  });

  it.each(['bytes=10-', 'bytes=10-20', 'bytes=-0'])('answers 416 to Range: %s', async (range) => {
    const answer = await ask().get(url).set('Range', range).expect(416).expect('Content-Range', 'bytes */10');
    expect(answer.body).toMatchObject({ statusCode: 416, code: 'RANGE_NOT_SATISFIABLE' });
    expect(answer.headers['cache-control'] ?? '').not.toContain('immutable');
  });

  it.each(['bytes=0-1,3-4', 'bytes=5-2', 'bytes=x-y', 'bytes=-', 'lines=0-3', 'bytes=0-1 nonsense'])(
    'answers the whole file to Range: %s',
    async (range) => {
      const answer = await ask().get(url).set('Range', range).expect(200);
      expect(answer.body).toEqual(CONTENT);
    },
  );

  it('answers a range only if If-Range names this version of the file', async () => {
    const { headers } = await ask().head(url);
    const part = (range: string, condition: string) => ask().get(url).set('Range', range).set('If-Range', condition);
    expect((await part('bytes=0-1', headers['etag']!)).status).toBe(206);
    expect((await part('bytes=0-1', '"other"')).status).toBe(200);
    expect((await part('bytes=99-', 'Wed, 21 Oct 2026 07:28:00 GMT')).status).toBe(200);
  });

  it.each([
    '/media',
    '/media/',
    '/media/images',
    mediaUrl(imageKeys('7d2f3c1e-1111-4222-8333-000000000000', 'jpg').original),
    mediaUrl(imageKeys('7d2f3c1e-1111-4222-8333-0123456789ab', 'exe').original),
    mediaUrl('images/not-a-uuid/original.jpg'),
    `${mediaUrl(KEYS.original)}/`,
    `${mediaUrl(KEYS.original)}/more`,
    '/media/upload',
    '/media/..%2fupload',
    '/media/%2e%2e/%2e%2e/etc/passwd',
    '/media/images/..%2f..%2fupload',
    '/media/images%2f7d2f3c1e-1111-4222-8333-0123456789ab%2forigin%00al.jpg',
    '/media/IMAGES/7d2f3c1e-1111-4222-8333-0123456789ab/original.jpg',
  ])('answers 404 to %s', async (path) => {
    const answer = await ask().get(path).expect(404);
    expect(answer.body).toMatchObject({ statusCode: 404, code: 'NOT_FOUND', requestId: expect.any(String) });
    expect(answer.headers['cache-control']).toBeUndefined();
  });

  it('answers 400 to an address that is not well formed', async () => {
    const answer = await ask().get('/media/images/%E0%A4%A');
    expect(answer.status).toBe(400);
  });
});

describe('/media and clients that disconnect', () => {
  const LARGE = 30 * 1024 * 1024;
  let app: INestApplication;
  let address: string;
  beforeAll(async () => {
    app = await startApp({});
    await put(app, KEYS.original, Buffer.alloc(LARGE));
    const { port } = app.getHttpServer().address() as AddressInfo;
    address = `http://127.0.0.1:${port}${mediaUrl(KEYS.original)}`;
  });
  afterAll(() => app.close());

  async function openFiles(): Promise<number> {
    return (await readdir('/dev/fd')).length;
  }

  it('closes the file when the client disconnects during the download', async () => {
    // The first request opens what stays open; then the count must come back to where it was.
    await request(app.getHttpServer()).head(mediaUrl(KEYS.original));
    const before = await openFiles();
    for (let visitor = 0; visitor < 20; visitor += 1) {
      const [response] = await once(httpGet(address), 'response');
      await once(response, 'data');
      response.destroy();
      await once(response, 'close');
    }
    await eventually(async () => expect(await openFiles()).toBeLessThanOrEqual(before + 2));
  });

  it('closes the connection when the client stops reading', async () => {
    const storage = app.get(Storage);
    const server = express()
      .use((asked, response) => void sendFile(storage, KEYS.original, asked, response, 300))
      .listen(0, '127.0.0.1');
    await once(server, 'listening');
    const visitor = connect((server.address() as AddressInfo).port, '127.0.0.1');
    try {
      visitor.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n');
      await once(visitor, 'data');
      visitor.pause();
      const connections = promisify(server.getConnections.bind(server));
      await eventually(async () => expect(await connections()).toBe(0));
    } finally {
      visitor.destroy();
      server.close();
    }
  });

  it('closes the connection when the file ends early', async () => {
    const [response] = await once(httpGet(address), 'response');
    await once(response, 'data');
    await truncate(join(work, 'media', KEYS.original), 1024 * 1024);
    const received = await response
      .resume()
      .toArray()
      .then(
        () => 'whole',
        (error: NodeJS.ErrnoException) => error.code,
      );
    expect(received).toBe('ECONNRESET');
  });
});
