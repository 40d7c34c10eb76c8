import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { Client } from 'minio';
import pLimit from 'p-limit';
import S3rver from 's3rver';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { findProgram, whyMissing } from './programs.js';

/** An S3 server on loopback, with the configuration that reaches it. */
export interface TestS3 {
  config: { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string };
  /** Its process, where it is a real MinIO. */
  pid?: number;
  /** A client of its own, with all rights. */
  client: Client;
  /** Ends it without a word; `start` has it at the same address again, with what it had. Only a real MinIO. */
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The MinIO that the tests run against; `null` where there is none, and s3rver stands in for it. */
export const MINIO = findProgram('minio');
/** Why what s3rver does unlike S3 is not played: it takes any secret of a known key. */
export const NO_MINIO = whyMissing('minio');

const BUCKET = 'pictures';
const REGION = 'us-east-1';

/** Starts an empty S3 server: a real MinIO where there is one. `bucket: 'none'` leaves the creation of the bucket to others. */
export async function startS3({ bucket = 'made' as 'made' | 'none', env = {} } = {}): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const started = MINIO ? await startMinio(MINIO, directory, env) : await startS3rver(directory);
  const endpoint = new URL(started.config.endpoint);
  const { accessKey, secretKey } = started.config;
  const client = new Client({
    endPoint: endpoint.hostname,
    port: Number(endpoint.port),
    useSSL: false,
    accessKey,
    secretKey,
    region: REGION,
  });
  if (bucket === 'made') await client.makeBucket(BUCKET, REGION);
  return {
    ...started,
    client,
    stop: async () => {
      await started.stop();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

type Started = Omit<TestS3, 'client'>;

/** An imitation of S3 in this process. */
async function startS3rver(directory: string): Promise<Started> {
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false });
  removeOneByOne(server.store);
  answerWhenStored(server.store);
  const { port } = await server.run();
  const impossible = () => Promise.reject(new Error('only a real MinIO can be killed and started again'));
  return {
    // The one account that this server knows.
    config: configOf(port, 'S3RVER', 'S3RVER'),
    kill: impossible,
    start: impossible,
    stop: () => server.close(),
  };
}

/** It fails where two removals at once both remove the folder that they left empty. */
function removeOneByOne(store: S3rver['store']): void {
  const remove = store.deleteObject.bind(store);
  const oneByOne = pLimit(1);
  store.deleteObject = (bucket, key) => oneByOne(() => remove(bucket, key)).catch(ignoreMissing);
}

/** It answers an upload before it has written the file. */
function answerWhenStored(store: S3rver['store']): void {
  const put = store.putObject.bind(store);
  store.putObject = async (object) => {
    const path = store.getResourcePath(object.bucket, object.key, 'object');
    await rm(path, { force: true });
    const stored = await put(object);
    await eventually(async () => {
      if ((await stat(path)).size !== stored.size) throw new Error(`${path} is not written`);
    });
    return stored;
  };
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error;
}

async function startMinio(program: string, directory: string, more: Record<string, string>): Promise<Started> {
  const port = await freePort();
  const config = configOf(port, 'gmb-tests', 'a-secret-of-the-tests');
  const env = {
    PATH: process.env['PATH'],
    HOME: directory,
    MINIO_ROOT_USER: config.accessKey,
    MINIO_ROOT_PASSWORD: config.secretKey,
    MINIO_BROWSER: 'off',
    MINIO_UPDATE: 'off',
    ...more,
  };
  const args = ['server', '--address', `127.0.0.1:${port}`, join(directory, 'data')];
  const launch = async (): Promise<ChildProcess> => {
    const server = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
    await untilStarted(server);
    return server;
  };
  const started: Started = {
    config,
    kill: async () => {
      const gone = once(server, 'exit');
      if (server.exitCode === null && server.signalCode === null && server.kill('SIGKILL')) await gone;
    },
    start: async () => {
      server = await launch();
      started.pid = server.pid;
    },
    stop: () => started.kill(),
  };
  let server = await launch();
  started.pid = server.pid;
  return started;
}

function configOf(port: number, accessKey: string, secretKey: string): TestS3['config'] {
  return { endpoint: `http://127.0.0.1:${port}`, bucket: BUCKET, accessKey, secretKey, region: REGION };
}

/**
 * MinIO says its address once it has started. It answers before that, but makes the buckets again that it listed while it started
 * and that were removed since.
 */
async function untilStarted({ stderr }: { stderr: Readable }): Promise<void> {
  let said = '';
  for await (const text of stderr.iterator({ destroyOnReturn: false })) {
    said += text;
    if (!said.includes('API: ')) continue;
    stderr.resume();
    return;
  }
  throw new Error(`minio ended: ${said}`);
}
