import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect } from '@jest/globals';
import { loadConfig } from '../../src/config.js';
import { configuredStorage } from '../../src/platform/storage/storage.module.js';
import { makeArchives, variablesOf } from '../backups.js';
import { createDatabase } from '../database.js';
import { createMomentWithImages } from '../factories.js';
import { whyMissing } from '../programs.js';
import { startS3 } from '../s3.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { standStill, startOnMinio } from './minio.js';
import { stretched } from '../stretched.js';

afterEach(endAll);

const PROGRAM = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));
const missing = whyMissing('minio');

/** How a process of the product ends that starts with this configuration. */
async function end(env: Record<string, string>): Promise<string> {
  const database = later(await createDatabase(), (one) => one.drop());
  const all = { PATH: process.env['PATH'], DATABASE_URL: database.url, PORT: '0', DATA_DIR: '/tmp', ...env };
  const child = spawn(process.execPath, [PROGRAM], {
    env: { ...all, ROLES: 'worker' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = once(child, 'exit');
  const said = await Promise.all([text(child.stdout), text(child.stderr)]);
  return `${said.join('')}exit code ${(await ended)[0]}`;
}

describe('MinIO', () => {
  fault(
    {
      what: 'MinIO silent (SIGSTOP), or killed',
      done: 'when a backup is made',
      checked: 'it ends within 30 s with one sentence that names the variable, and leaves nothing behind',
      missing,
    },
    async () => {
      const { s3, app, staff, env } = await startOnMinio();
      await createMomentWithImages(staff, 3);
      const archives = later(await makeArchives(), (one) => one.remove());
      const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
      await standStill(s3.pid!);
      for (const state of ['silent', 'killed']) {
        const began = performance.now();
        const backup = archives.backUp({ databaseUrl: app.databaseUrl, storage }, `${state}.tar`);
        await expect(backup).rejects.toMatchObject({
          line: expect.stringMatching(/^S3_ENDPOINT: .* cannot be reached/),
        });
        expect(performance.now() - began).toBeLessThan(stretched(30_000));
        await s3.kill();
      }
      expect(await readdir(archives.folder)).toEqual([]);
    },
  );

  fault(
    {
      what: 'A wrong configuration of MinIO',
      done: 'key, secret, bucket name, region, protocol and port, each at the start of a process',
      checked: 'it ends with code 1 and one line that names the variable',
      missing,
    },
    async () => {
      const s3 = later(await startS3({ env: { MINIO_SITE_REGION: 'eu-north-1' }, bucket: 'none' }), (one) =>
        one.stop(),
      );
      const right = { ...variablesOf(s3), S3_REGION: 'eu-north-1' };
      const wrong: [string, string][] = [
        ['S3_ACCESS_KEY', 'nobody'],
        ['S3_SECRET_KEY', 'wrong-wrong'],
        ['S3_BUCKET', 'My_Bucket'],
        ['S3_REGION', 'eu-central-1'],
        ['S3_ENDPOINT', s3.config.endpoint.replace('http:', 'https:')],
        ['S3_ENDPOINT', 'http://127.0.0.1:1'],
        ['S3_ENDPOINT', `${s3.config.endpoint}/minio`],
      ];
      for (const [name, value] of wrong) {
        expect(await end({ ...right, [name]: value })).toMatch(RegExp(`^${name}: .*\\nexit code 1$`));
      }
    },
  );
});
