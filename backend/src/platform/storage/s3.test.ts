import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buffer } from 'node:stream/consumers';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.js';
import { startFailingS3, type FailingS3 } from '../../../test/failing-s3.js';
import { startProxy, type Proxy } from '../../../test/proxy.js';
import { startS3, type TestS3 } from '../../../test/s3.js';
import { stretched } from '../../../test/stretched.js';
import { CachedS3Storage } from './cached-storage.js';
import { S3Storage } from './s3.js';
import { contentOf, type Storage } from './storage.js';

const KEY = 'images/one/original.jpg';
const AWAY = { status: 503, kind: 'away' };
const FULL = {
  kind: 'full',
  message: 'The storage that keeps the files is full. Please tell the administrator of this system.',
};
const REFUSED = {
  status: 503,
  kind: 'refused',
  message: 'The storage refuses the configured key: tell the administrator of this system.',
};

let work: string;
let s3: TestS3;
let way: Proxy;
let failing: FailingS3;

beforeAll(async () => {
  Logger.overrideLogger(false);
  work = await mkdtemp(join(tmpdir(), 's3-test-'));
  s3 = await startS3();
  [way, failing] = await Promise.all([startProxy(s3.config.endpoint), startFailingS3(s3.config.endpoint)]);
});
afterEach(async () => {
  await way.restore();
  failing.restore();
});
afterAll(async () => {
  await Promise.all([way.cut(), failing.close()]);
  await s3.stop();
  await rm(work, { recursive: true });
});

async function file(content: Buffer | string): Promise<string> {
  const path = join(work, 'file');
  await writeFile(path, content);
  return path;
}

/** A storage that is reached by the proxy, or by the server that refuses at will. */
function by({ url }: { url: string }, options: ConstructorParameters<typeof S3Storage>[1] = {}): S3Storage {
  return new S3Storage({ ...s3.config, endpoint: url }, options);
}

async function read(storage: Storage, key: string): Promise<Buffer | null> {
  const found = await storage.open(key);
  return found && buffer(found.stream);
}

async function milliseconds(task: Promise<unknown>): Promise<number> {
  const began = performance.now();
  await task.catch(() => undefined);
  return performance.now() - began;
}

describe('a silent S3 storage', () => {
  it('costs a page of thirty pictures three seconds, then nothing, and works again by itself', async () => {
    const storage = by(way);
    await storage.put(KEY, await file('x'));
    way.hang();
    expect(await milliseconds(Promise.allSettled([1, 2, 3, 4, 5, 6].map(() => storage.open(KEY))))).toBeLessThan(
      stretched(3000),
    );
    // One request of these may be the probe.
    const rest = await Promise.all(Array.from({ length: 24 }, () => milliseconds(storage.open(KEY))));
    expect(rest.filter((each) => each > stretched(500)).length).toBeLessThanOrEqual(1);
    await expect(storage.open(KEY)).rejects.toMatchObject(AWAY);
    await way.restore();
    await eventually(async () => expect(await read(storage, KEY)).toEqual(Buffer.from('x')));
  });

  it('refuses an upload within ten seconds', async () => {
    const storage = by(way);
    await storage.put(KEY, await file('x'));
    way.hang();
    const path = await file(randomBytes(1_000_000));
    expect(await milliseconds(storage.put('images/two/original.jpg', path))).toBeLessThan(stretched(10_000));
  });

  it('refuses every upload within three seconds once it is known to be silent', async () => {
    const storage = by(way);
    await storage.put(KEY, await file('x'));
    const path = await file(randomBytes(1_000_000));
    way.hang();
    await Promise.allSettled([1, 2].map(() => storage.open(KEY)));
    // One of them is the probe each second.
    const times = await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        await delay(150 * index);
        return milliseconds(storage.put('images/two/original.jpg', path));
      }),
    );
    // Other requests wait six seconds for a silent storage.
    expect(Math.max(...times)).toBeLessThan(Math.min(stretched(3000), 6000));
    await way.restore();
    await eventually(() => storage.put('images/two/original.jpg', path));
  });

  it('ends a file in the middle', async () => {
    await by(way).put(KEY, await file(randomBytes(20_000_000)));
    const found = await by(way, { silenceMs: 500 }).open(KEY);
    way.hang();
    await expect(contentOf(found!)).rejects.toMatchObject(AWAY);
  });

  it('is not what a slow reader makes of it', async () => {
    const storage = by(way, { silenceMs: 300 });
    const content = randomBytes(3_000_000);
    await storage.put(KEY, await file(content));
    const found = await storage.open(KEY);
    const chunks: Buffer[] = [];
    for await (const chunk of found!.stream) {
      chunks.push(chunk as Buffer);
      if (chunks.length === 2) await delay(1500);
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it('gets at most 64 connections, and a short queue', async () => {
    const storage = by(failing);
    await storage.put(KEY, await file(randomBytes(5_000_000)));
    const opened = await Promise.allSettled(Array.from({ length: 200 }, () => storage.open(KEY)));
    const files = opened.flatMap((result) => (result.status === 'fulfilled' ? result.value! : []));
    expect(files.length).toBeGreaterThanOrEqual(10);
    expect(failing.mostConnections()).toBeLessThanOrEqual(64);
    // Uploads go on meanwhile, and those who wait do not make the storage count as silent.
    await storage.put('images/two/original.jpg', await file('x'));
    for (const { stream } of files) stream.on('error', () => undefined).destroy();
    await eventually(async () => expect(await read(storage, 'images/two/original.jpg')).toEqual(Buffer.from('x')));
  });
});

describe('uploads to S3', () => {
  it('survive a restart of the storage', async () => {
    const storage = by(way);
    await way.cut();
    const stored = storage.put(KEY, await file('after the restart'));
    await delay(3000);
    await way.restore();
    await stored;
    expect((await read(storage, KEY))?.toString()).toBe('after the restart');
  });

  it('are sent again when the storage received other bytes', async () => {
    const storage = by(failing);
    const content = randomBytes(200_000);
    failing.damage();
    const stored = storage.put(KEY, await file(content));
    await eventually(() => expect(failing.count('PUT')).toBeGreaterThan(1));
    failing.restore();
    await stored;
    expect((await read(storage, KEY))?.equals(content)).toBe(true);
  });

  it('say that the storage is full, and so does the check until it has room', async () => {
    const storage = by(failing);
    await storage.prepare({ create: false });
    failing.refuse((method) => method === 'PUT', 507, 'XMinioStorageFull');
    await expect(storage.put(KEY, await file('x'))).rejects.toMatchObject(FULL);
    await expect(storage.check()).rejects.toMatchObject(FULL);
    failing.restore();
    await storage.put(KEY, await file('x'));
    await expect(storage.check()).resolves.toBeUndefined();
  });

  it('say that the key is refused, at once', async () => {
    const storage = by(failing);
    await storage.prepare({ create: false });
    failing.refuse((method) => method === 'PUT', 403, 'AccessDenied');
    const put = storage.put(KEY, await file('x'));
    expect(await milliseconds(put)).toBeLessThan(stretched(2000));
    await expect(put).rejects.toMatchObject(REFUSED);
    await expect(storage.check()).rejects.toMatchObject(REFUSED);
  });
});

describe('a storage whose clock differs by more than 15 minutes', () => {
  const SKEWED = {
    status: 503,
    kind: 'clock',
    message: 'The clock of this server is wrong, so the storage refuses it: tell the administrator of this system.',
    line: expect.stringMatching(
      /^S3_ENDPOINT: http:\S+ refuses this server, whose clock differs from its own by more than 15 minutes: set the clock \(RequestTimeTooSkewed: /,
    ),
  };

  it('is named by all that is refused, also by HEAD, whose answer has no body', async () => {
    const storage = by(failing);
    await storage.put(KEY, await file('x'));
    failing.refuse(() => true, 403, 'RequestTimeTooSkewed');
    await expect(storage.open(KEY)).rejects.toMatchObject(SKEWED);
    await expect(storage.stat(KEY)).rejects.toMatchObject(SKEWED);
    await expect(storage.remove('images/one')).rejects.toMatchObject(SKEWED);
    await expect(storage.put(KEY, await file('x'))).rejects.toMatchObject(SKEWED);
    await expect(storage.check()).rejects.toMatchObject(SKEWED);
    await expect(storage.prepare({ create: true })).rejects.toMatchObject(SKEWED);
    failing.restore();
    await expect(storage.prepare({ create: true })).resolves.toBeUndefined();
    expect((await read(storage, KEY))?.toString()).toBe('x');
  });

  it.each(['Request has expired', 'Request is not valid yet'])(
    'is named where an upload gets "%s"',
    async (message) => {
      failing.refuse((method) => method === 'PUT', 403, 'AccessDenied', message);
      await expect(by(failing).put(KEY, await file('x'))).rejects.toMatchObject(SKEWED);
    },
  );
});

describe('a bucket that vanished', () => {
  it('is an error for every picture, is reported by the check, and is not created', async () => {
    const own = await startS3();
    try {
      const storage = new S3Storage(own.config, { retryMs: 300 });
      await storage.prepare({ create: false });
      await own.client.removeBucket(own.config.bucket);
      const gone = {
        status: 503,
        kind: 'bucket',
        line: expect.stringMatching(/^S3_BUCKET: "pictures" does not exist/),
      };
      await expect(storage.stat(KEY)).rejects.toMatchObject(gone);
      await expect(storage.open(KEY)).rejects.toMatchObject(gone);
      await expect(storage.put(KEY, await file('x'))).rejects.toMatchObject(gone);
      await expect(storage.check()).rejects.toMatchObject(gone);
      await expect(storage.prepare({ create: false })).rejects.toMatchObject(gone);
      expect(await own.client.bucketExists(own.config.bucket)).toBe(false);
    } finally {
      await own.stop();
    }
  });
});

describe('the check of S3', () => {
  it('writes once in many calls', async () => {
    const storage = by(failing);
    await storage.prepare({ create: false });
    const written = failing.count('PUT');
    for (let call = 0; call < 20; call += 1) await storage.check();
    expect(failing.count('PUT')).toBe(written);
  });

  it.each([
    ['writing', (method: string) => method === 'PUT'],
    ['reading', (method: string, path: string) => method === 'GET' && path.includes('probe/') && !path.includes('?')],
    ['listing', (method: string, path: string) => method === 'GET' && path.includes('list-type')],
    ['removing', (method: string) => method === 'POST'],
  ])('reports that the right of %s is missing', async (_right, which) => {
    const storage = by(failing);
    failing.refuse(which, 403, 'AccessDenied');
    const missing = { ...REFUSED, line: expect.stringMatching(/^S3_ACCESS_KEY: the key lacks a right: /) };
    await expect(storage.check()).rejects.toMatchObject(missing);
    await expect(storage.prepare({ create: false })).rejects.toMatchObject(missing);
    // Not tried at each call, but reported.
    const before = failing.count('GET');
    await expect(storage.check()).rejects.toMatchObject(missing);
    expect(failing.count('GET')).toBe(before);
  });
});

describe('the line for the operator', () => {
  it('shows the message of the storage as it reads', async () => {
    const message = 'the region is wrong; expecting &#39;eu-west-1&#39;, not &#34;us-east-1&#34;';
    failing.refuse(() => true, 400, 'AuthorizationHeaderMalformed', message);
    const line =
      'S3_REGION: "us-east-1" is not the region of the bucket ' +
      `(AuthorizationHeaderMalformed: the region is wrong; expecting 'eu-west-1', not "us-east-1")`;
    await expect(by(failing).open(KEY)).rejects.toMatchObject({ kind: 'refused', line });
  });
});

describe('small files', () => {
  it('are kept in memory for a short time, and forgotten when they are removed', async () => {
    const storage = new CachedS3Storage({ ...s3.config, endpoint: failing.url });
    await storage.put(KEY, await file('a thumbnail'));
    const asked = failing.count('GET');
    for (let turn = 0; turn < 10; turn += 1) expect((await read(storage, KEY))?.toString()).toBe('a thumbnail');
    expect(failing.count('GET')).toBe(asked + 1);
    await storage.remove('images/one');
    expect(await read(storage, KEY)).toBeNull();
  });
});
