import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { startForwardProxy, type ForwardProxy } from '../../../test/forward-proxy.js';
import { startS3, type TestS3 } from '../../../test/s3.js';
import { S3Storage } from './s3.js';

let s3: TestS3;
let proxy: ForwardProxy;

beforeAll(async () => {
  s3 = await startS3();
  proxy = await startForwardProxy(s3.config.endpoint);
});
afterAll(async () => {
  await proxy.close();
  await s3.stop();
});

it('keeps files in a storage behind a proxy', async () => {
  const storage = new S3Storage({ ...s3.config, endpoint: 'http://s3.test', proxy: proxy.url });
  await storage.prepare({ create: true });
  expect(proxy.asked[0]).toMatch(/^(HEAD|GET) http:\/\/s3\.test\//);
  await expect(storage.check()).resolves.toBeUndefined();
});

it('asks for a tunnel to one of https', async () => {
  const storage = new S3Storage({ ...s3.config, endpoint: 'https://s3.test', proxy: proxy.url });
  await expect(storage.check()).rejects.toThrow(/cannot be reached|storage/);
  expect(proxy.asked.at(-1)).toBe('CONNECT s3.test:443');
});

it('names the proxy where the storage is not reached by it', async () => {
  const storage = new S3Storage({ ...s3.config, endpoint: 'http://s3.test', proxy: 'http://127.0.0.1:1' });
  await expect(storage.check()).rejects.toMatchObject({
    line: expect.stringMatching(
      /^S3_ENDPOINT: http:\/\/s3\.test \(by the proxy of HTTP_PROXY or HTTPS_PROXY\) cannot be reached/,
    ),
  });
});
