import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startProxy, type Proxy } from '../../../test/proxy.js';
import { startS3, type TestS3 } from '../../../test/s3.js';
import { S3Storage } from '../../platform/storage/s3.js';
import { RetryingStorage } from './retrying-storage.js';

const KEY = 'images/large/original.png';

describe('a storage that is unavailable for a short time', () => {
  const content = randomBytes(12_000_000);
  let folder: string;
  let s3: TestS3;
  let proxy: Proxy;
  let storage: RetryingStorage;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    folder = await mkdtemp(join(tmpdir(), 'gmb-retries-'));
    await writeFile(join(folder, 'picture'), content);
    s3 = await startS3();
    proxy = await startProxy(s3.config.endpoint);
    storage = new RetryingStorage(new S3Storage({ ...s3.config, endpoint: proxy.url.replace(/\/$/, '') }));
  });
  afterAll(async () => {
    await proxy.cut();
    await s3.stop();
    await rm(folder, { recursive: true });
  });

  it('stores a file when it is available again', async () => {
    await proxy.cut();
    const put = storage.put(KEY, join(folder, 'picture'));
    await proxy.restore();
    await put;
    expect(await storage.stat(KEY)).toMatchObject({ size: content.length });
  });

  it('resumes a file where it was interrupted', async () => {
    const file = await storage.open(KEY);
    const chunks: Uint8Array[] = [];
    for await (const chunk of file!.content) {
      chunks.push(chunk);
      if (chunks.length % 50 !== 1) continue;
      await proxy.cut();
      await proxy.restore();
    }
    expect(Buffer.concat(chunks).equals(content)).toBe(true);
  });

  it('returns null for a file that does not exist', async () => {
    expect(await storage.open('images/none/original.png')).toBeNull();
    expect(await storage.stat('images/none/original.png')).toBeNull();
  });

  it('fails at once when it is stopped', async () => {
    await proxy.cut();
    const stopped = new RetryingStorage(new S3Storage({ ...s3.config, endpoint: proxy.url }), AbortSignal.abort());
    await expect(stopped.stat(KEY)).rejects.toThrow('aborted');
    await proxy.restore();
  });
});
