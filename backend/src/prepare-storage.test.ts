import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { once } from 'node:events';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { Client } from 'pg';
import { variablesOf } from '../test/backups.js';
import { createDatabase, type TestDatabase } from '../test/database.js';
import { itUnless } from '../test/it-unless.js';
import { NO_MINIO, startS3, type TestS3 } from '../test/s3.js';
import { SELF_SIGNED } from '../test/self-signed.js';
import { loadConfig } from './config.js';
import { prepareStorage } from './prepare-storage.js';

describe('the storage at start', () => {
  let s3: TestS3;
  let database: TestDatabase;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    s3 = await startS3();
  });
  beforeEach(async () => {
    if (await s3.client.bucketExists(s3.config.bucket)) await s3.client.removeBucket(s3.config.bucket);
    database = await createDatabase();
  });
  afterEach(() => database.drop());
  afterAll(() => s3.stop());

  function start(env: Record<string, string> = {}): Promise<void> {
    return prepareStorage(loadConfig({ ...variablesOf(s3), ...env }), database.url);
  }

  /** As if a logo had been uploaded earlier. */
  async function useStorage(): Promise<void> {
    const client = new Client({ connectionString: database.url });
    await client.connect();
    await client.query(`INSERT INTO agencies ("name", "logoFileId") VALUES ('A', gen_random_uuid())`);
    await client.end();
  }

  it('creates the bucket of a new installation', async () => {
    await start();
    expect(await s3.client.bucketExists(s3.config.bucket)).toBe(true);
    expect(await s3.client.listObjectsV2(s3.config.bucket, '', true).toArray()).toEqual([]);
    await start();
  });

  it('ends where the bucket of an installation with files is missing, and creates none', async () => {
    await useStorage();
    await expect(start()).rejects.toThrow(/^S3_BUCKET: "pictures" does not exist \(NoSuchBucket.*\)$/);
    expect(await s3.client.bucketExists(s3.config.bucket)).toBe(false);
  });

  const WRONG: [string, string, RegExp][] = [
    ['S3_ACCESS_KEY', 'nobody', /^S3_ACCESS_KEY: the key is not known to the storage \(.*\)$/],
    ['S3_SECRET_KEY', 'wrong-wrong', /^S3_SECRET_KEY: the secret does not belong to S3_ACCESS_KEY \(.*\)$/],
    ['S3_BUCKET', 'another-one', /^S3_BUCKET: "another-one" does not exist \(.*\)$/],
  ];
  for (const [name, value, line] of WRONG) {
    const reason = name === 'S3_SECRET_KEY' ? NO_MINIO : null;
    itUnless(reason, `ends with one line where ${name} is wrong, also with files`, async () => {
      await useStorage();
      await expect(start({ [name]: value })).rejects.toThrow(line);
    });
  }

  it('ends with one line where nothing answers at S3_ENDPOINT or speaks another protocol', async () => {
    const https = s3.config.endpoint.replace('http:', 'https:');
    await expect(start({ S3_ENDPOINT: https })).rejects.toThrow(
      /^S3_ENDPOINT: https:.* cannot be used with https, since it speaks http: begin the address with http:\/\/$/,
    );
    const line = /^S3_ENDPOINT: http:\/\/127\.0\.0\.1:1 cannot be reached \(ECONNREFUSED: .*\)$/;
    await expect(start({ S3_ENDPOINT: 'http://127.0.0.1:1' })).rejects.toThrow(line);
  });

  it('ends with one line where S3_ENDPOINT says http and the server speaks https', async () => {
    const server = createServer(SELF_SIGNED).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await expect(start({ S3_ENDPOINT: endpoint })).rejects.toThrow(
      `S3_ENDPOINT: ${endpoint} cannot be used with http, since it speaks https: begin the address with https://`,
    );
    server.close();
  });

  it('starts an installation with files during an outage of the storage', async () => {
    await useStorage();
    await expect(start({ S3_ENDPOINT: 'http://127.0.0.1:1' })).resolves.toBeUndefined();
  });
});
