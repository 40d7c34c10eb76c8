import { randomBytes } from 'node:crypto';
import { createServer, type Server } from 'node:net';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.js';
import { startProxy } from '../../../test/proxy.js';
import { startS3 } from '../../../test/s3.js';
import { DiskStorage } from './disk.js';
import { S3Storage } from './s3.js';
import type { ByteRange, Storage } from './storage.js';

interface Kind {
  storage: Storage;
  stop(): Promise<void>;
}

const FOLDER = 'images/7d2f3c1e-0000-4000-8000-0000000000ab';
let work: string;
let count = 0;

beforeAll(async () => {
  Logger.overrideLogger(false);
  work = await mkdtemp(join(tmpdir(), 'storage-'));
});
afterAll(() => rm(work, { recursive: true }));

async function file(content: Buffer | string): Promise<string> {
  const path = join(work, `file-${(count += 1)}`);
  await writeFile(path, content);
  return path;
}

async function read(storage: Storage, key: string, range?: ByteRange): Promise<string | null> {
  const found = await storage.open(key, range);
  return found && (await buffer(found.stream)).toString('latin1');
}

async function disk(): Promise<Kind> {
  return { storage: new DiskStorage(join(work, 'new', 'media')), stop: async () => {} };
}

async function s3(): Promise<Kind> {
  const server = await startS3();
  return { storage: new S3Storage(server.config), stop: () => server.stop() };
}

describe.each([
  ['disk', disk],
  ['S3', s3],
])('storage on %s', (_name, start) => {
  let kind: Kind;
  let storage: Storage;
  beforeAll(async () => {
    kind = await start();
    storage = kind.storage;
  });
  afterAll(() => kind.stop());

  it('copies a file, whose copy outlives it, and says when there is none', async () => {
    const from = `${FOLDER}/preview.webp`;
    const [folder, to] = ['images/copy', 'images/copy/preview.webp'];
    expect(await storage.copy(from, to)).toBe(false);
    expect(await storage.stat(to)).toBeNull();
    await storage.put(from, await file('the preview'));
    expect(await storage.copy(from, to)).toBe(true);
    await storage.remove(FOLDER);
    expect(await read(storage, to)).toBe('the preview');
    await storage.remove(folder);
  });

  it('has a path at which a file can be read', async () => {
    const key = `${FOLDER}/original.jpg`;
    const copy = join(work, 'copy');
    expect(await storage.localPath(key, copy)).toBeNull();
    await storage.put(key, await file('the photo'));
    expect(await readFile((await storage.localPath(key, copy))!, 'utf8')).toBe('the photo');
    await storage.remove(FOLDER);
  });

  it('returns null for a missing file, and removes a missing folder without an error', async () => {
    expect(await storage.stat(`${FOLDER}/original.jpg`)).toBeNull();
    expect(await storage.open(`${FOLDER}/original.jpg`)).toBeNull();
    expect(await storage.open(`${FOLDER}/original.jpg`, { start: 0, end: 9 })).toBeNull();
    await storage.remove(FOLDER);
  });

  it('stores many files at once in a new storage', async () => {
    const keys = Array.from({ length: 8 }, (_, index) => `images/first-${index}/original.jpg`);
    await Promise.all(keys.map(async (key) => storage.put(key, await file(key))));
    expect(await Promise.all(keys.map((key) => read(storage, key)))).toEqual(keys);
  });

  it('returns a large file byte for byte', async () => {
    const content = randomBytes(12 * 1024 * 1024 + 1);
    await storage.put(`${FOLDER}/original.png`, await file(content));
    const found = await storage.open(`${FOLDER}/original.png`);
    expect(found?.size).toBe(content.length);
    expect((await buffer(found!.stream)).equals(content)).toBe(true);
  });

  it.each([
    [{ start: 0, end: 1 }, '01'],
    [{ start: 0, end: 3 }, '0123'],
    [{ start: 4, end: 6 }, '456'],
    [{ start: 9, end: 9 }, '9'],
    [{ start: 7 }, '789'],
    [{ start: 7, end: 99 }, '789'],
  ])('opens the part %j with the size of the whole file', async (range, expected) => {
    await storage.put('images/parts/original.jpg', await file('0123456789'));
    expect(await read(storage, 'images/parts/original.jpg', range)).toBe(expected);
    const found = await storage.open('images/parts/original.jpg', range);
    found?.stream.destroy();
    expect(found?.size).toBe(10);
  });

  it('opens a part behind the end as nothing, with the size of the whole file', async () => {
    await storage.put('images/parts/original.jpg', await file('0123456789'));
    const found = await storage.open('images/parts/original.jpg', { start: 10 });
    expect(found?.size).toBe(10);
    expect((await buffer(found!.stream)).length).toBe(0);
  });

  it('stores an empty file', async () => {
    await storage.put('images/empty/original.jpg', await file(''));
    expect((await storage.stat('images/empty/original.jpg'))?.size).toBe(0);
    expect(await read(storage, 'images/empty/original.jpg')).toBe('');
  });

  it('removes a folder, but not one whose name starts with the same characters', async () => {
    const own = ['images/ab/original.jpg', 'images/ab/preview.webp'];
    const others = ['images/abc/original.jpg', 'images/ab-/original.jpg', 'logos/ab/logo.webp'];
    for (const key of [...own, ...others]) await storage.put(key, await file(key));
    await storage.remove('images/ab');
    expect(await Promise.all(own.map((key) => storage.stat(key)))).toEqual([null, null]);
    expect(await Promise.all(others.map((key) => read(storage, key)))).toEqual(others);
  });

  it.each([
    '../secret',
    'images/../../secret',
    '/etc/passwd',
    'images//x',
    '.hidden/x',
    'images/ab/',
    '',
    'a\0b',
    'A/b',
  ])('refuses the key %j', async (key) => {
    const path = await file('x');
    await expect(storage.put(key, path)).rejects.toThrow('not a storage key');
    await expect(storage.stat(key)).rejects.toThrow('not a storage key');
    await expect(storage.open(key)).rejects.toThrow('not a storage key');
    await expect(storage.remove(key)).rejects.toThrow('not a storage key');
  });

  it('reports that files can be stored', async () => {
    await expect(storage.prepare({ create: false })).resolves.toBeUndefined();
    await expect(storage.check()).resolves.toBeUndefined();
  });
});

/** The errors of every method of a storage that cannot work. */
async function errorsOf(storage: Storage): Promise<unknown[]> {
  const path = await file('x');
  const calls = [
    storage.put('images/ab/original.jpg', path),
    storage.stat('images/ab/original.jpg'),
    storage.open('images/ab/original.jpg'),
    storage.remove('images/ab'),
    storage.check(),
  ];
  const results = await Promise.allSettled<unknown>(calls);
  return results.map((result) => (result.status === 'rejected' ? result.reason : 'worked'));
}

/** Without the time that uploads are retried. */
const SHORT = { retryMs: 300 };

const unavailable = Array.from({ length: 5 }, () =>
  expect.objectContaining({
    status: 503,
    code: 'STORAGE_UNAVAILABLE',
    message: 'The storage that keeps the files cannot be reached right now. Please try again in a minute.',
  }),
);

describe('an unavailable S3 storage', () => {
  let silent: Server;
  beforeAll(async () => {
    silent = createServer((socket) => socket.resume().on('error', () => socket.destroy()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => silent.close(resolve)));

  const config = { bucket: 'pictures', accessKey: 'S3RVER', secretKey: 'S3RVER', region: 'us-east-1' };

  it('is a 503 when no server listens', async () => {
    const { config: gone, stop } = await startS3();
    await stop();
    expect(await errorsOf(new S3Storage(gone, SHORT))).toEqual(unavailable);
  });

  it('is a 503 when it never answers', async () => {
    const address = silent.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    const storage = new S3Storage({ ...config, endpoint: `http://127.0.0.1:${port}` }, { readMs: 100, silenceMs: 100 });
    expect(await errorsOf(storage)).toEqual(unavailable);
  });

  it('is a 503 when it does not answer after a whole file was sent', async () => {
    const server = await startS3();
    const proxy = await startProxy(server.config.endpoint);
    const storage = new S3Storage({ ...server.config, endpoint: proxy.url }, { readMs: 300, silenceMs: 300 });
    const sent = await file('x');
    // A server that has just started may take longer than this.
    await eventually(() => storage.put('images/ab/original.jpg', sent));
    proxy.hang();
    expect(await errorsOf(storage)).toEqual(unavailable);
    await proxy.cut();
    await server.stop();
  });

  it('is a 503 when the credentials are wrong, and works again once they are right', async () => {
    const server = await startS3();
    const wrong = new S3Storage({ ...server.config, accessKey: 'NOBODY' });
    await expect(wrong.put('images/ab/original.jpg', await file('x'))).rejects.toMatchObject({ status: 503 });
    const right = new S3Storage(server.config);
    await right.put('images/ab/original.jpg', await file('x'));
    expect(await read(right, 'images/ab/original.jpg')).toBe('x');
    await server.stop();
  });
});

describe('a disk storage that cannot be used', () => {
  it('is a 503', async () => {
    const root = await file('a file where the directory should be');
    const storage = new DiskStorage(root);
    await expect(storage.put('images/ab/original.jpg', await file('x'))).rejects.toMatchObject({ status: 503 });
    await expect(storage.check()).rejects.toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
  });

  it('leaves no file when one cannot be stored', async () => {
    const root = join(work, 'blocked');
    await mkdir(join(root, 'images/ab/original.jpg'), { recursive: true });
    await expect(new DiskStorage(root).put('images/ab/original.jpg', await file('x'))).rejects.toMatchObject({
      status: 503,
    });
    expect(await readdir(join(root, 'images/ab'))).toEqual(['original.jpg']);
  });
});
