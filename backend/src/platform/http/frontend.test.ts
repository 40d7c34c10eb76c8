import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import express from 'express';
import request from 'supertest';
import { compressedFiles } from './frontend.js';

const SCRIPT = 'console.log("hello");';
let folder: string;
let app: express.Express;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'compressed-'));
  await writeFile(join(folder, 'page.js'), SCRIPT);
  await writeFile(join(folder, 'page.js.br'), brotliCompressSync(SCRIPT));
  await writeFile(join(folder, 'page.js.gz'), gzipSync(SCRIPT));
  await writeFile(join(folder, 'plain.css'), 'p {}');
  app = express();
  const options = { immutable: true, maxAge: '1y' };
  app.use('/assets', compressedFiles(folder, options), express.static(folder, options));
});
afterAll(() => rm(folder, { recursive: true }));

const ask = (path: string, encoding: string) => request(app).get(`/assets/${path}`).set('Accept-Encoding', encoding);

describe('compressed files of the build', () => {
  it.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
  ])('are sent with Accept-Encoding %s as %s', async (accepted, encoding) => {
    const { headers, text } = await ask('page.js', accepted).expect(200);
    expect(text).toBe(SCRIPT);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
      vary: 'Accept-Encoding',
    });
  });

  it('are not sent without Accept-Encoding', async () => {
    const { headers, text } = await ask('page.js', 'identity').expect(200);
    expect(headers['content-encoding']).toBeUndefined();
    expect(text).toBe(SCRIPT);
  });

  it('may be missing', async () => {
    const { headers, text } = await ask('plain.css', 'br').expect(200);
    expect([headers['content-encoding'], text]).toEqual([undefined, 'p {}']);
    await ask('nothing.js', 'br').expect(404);
  });

  it('leave no headers on an error response', async () => {
    const { headers } = await ask('page.js', 'br').set('Range', 'bytes=9999-').expect(416);
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('are revalidated by their ETags', async () => {
    const { headers } = await ask('page.js', 'br').expect(200);
    const again = await ask('page.js', 'br').set('If-None-Match', headers['etag']!);
    expect(again.status).toBe(304);
  });
});
