import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';

/** An S3 server on loopback, with the configuration that reaches it. */
export interface TestS3 {
  config: { endpoint: string; bucket: string; accessKey: string; secretKey: string; region: string };
  stop(): Promise<void>;
}

/** Starts an empty S3 server; the bucket does not exist yet. */
export async function startS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 's3-'));
  const server = new S3rver({ address: '127.0.0.1', port: 0, directory, silent: true, vhostBuckets: false });
  const { port } = await server.run();
  return {
    config: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket: 'pictures',
      // The one account that this server knows.
      accessKey: 'S3RVER',
      secretKey: 'S3RVER',
      region: 'us-east-1',
    },
    stop: async () => {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
