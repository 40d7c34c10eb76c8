import { chmod, chown, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram } from '../programs.js';
import { later } from './later.js';

const S3RVER = fileURLToPath(new URL('../../../node_modules/.bin/s3rver', import.meta.url));

/** A folder that is removed after the test. */
export async function folder(name: string): Promise<string> {
  return later(await mkdtemp(join(tmpdir(), `gmb-hosts-${name}-`)), (path) => rm(path, { recursive: true }));
}

/** A storage that can be started on a host: MinIO where there is one, else the imitation. */
export interface StorageOnHost {
  program: string[];
  accessKey: string;
  secretKey: string;
}

/** @param disk a folder for its files; without one they are on this machine's disk */
export async function makeStorage(disk?: string): Promise<StorageOnHost> {
  const files = disk ?? (await folder('storage'));
  await chown(files, 0, 0);
  const minio = findProgram('minio');
  console.log(`The storage on its host is ${minio ? 'MinIO' : 's3rver'}.`);
  return minio
    ? {
        program: [minio, 'server', files, '--address', ':9000', '--quiet'],
        accessKey: 'minioadmin',
        secretKey: 'minioadmin',
      }
    : {
        program: ['node', S3RVER, '-d', files, '-a', '0.0.0.0', '-p', '9000', '--silent', '--no-vhost-buckets'],
        accessKey: 'S3RVER',
        secretKey: 'S3RVER',
      };
}

/** A clock that a process goes by instead of the machine's. */
export interface Clock {
  /** Environment of the process. */
  env: Record<string, string>;
  /** Puts it off by this, such as `+10m` or `-20m`; `+0` sets it right. The process notices within a second. */
  set(offset: string): Promise<void>;
}

/** A clock that is right until it is set. Timeouts inside the process are as long as ever. */
export async function makeClock(faketime: string): Promise<Clock> {
  const place = await folder('clock');
  await chmod(place, 0o755);
  const file = join(place, 'offset');
  const set = (offset: string): Promise<void> => writeFile(file, `${offset}\n`, { mode: 0o644 });
  await set('+0');
  const env = {
    LD_PRELOAD: faketime,
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  };
  return { env, set };
}
