import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect } from '@jest/globals';
import { startApp } from '../app.js';
import { loadConfig } from '../../src/config.js';
import { configuredStorage } from '../../src/platform/storage/storage.module.js';
import { makeArchives, variablesOf } from '../backups.js';
import { createDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { createMoment, createMomentWithImages, jpeg } from '../factories.js';
import { postImages } from '../multipart.js';
import { MINIO, startS3 } from '../s3.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';

const PROGRAM = fileURLToPath(new URL('../../dist/src/main.js', import.meta.url));

const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).toReversed()) await step();
});

const LONGEST_MS = 150_000;

function isPlayed(): boolean {
  if (!MINIO) console.log('Not played here: there is no MinIO on this machine.');
  return MINIO !== null;
}

/** An API whose files are in a real MinIO; `null` where there is none on this machine. */
async function start() {
  if (!isPlayed()) return null;
  const s3 = await startS3();
  undo.push(() => s3.stop());
  const env = variablesOf(s3);
  const app = await startApp(env);
  undo.push(() => app.close());
  Logger.overrideLogger(false);
  return { s3, app, env, staff: await app.staff() };
}

/** How a process of the product ends that starts with this configuration. */
async function end(env: Record<string, string>): Promise<string> {
  const database = await createDatabase();
  undo.push(() => database.drop());
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
      what: 'MinIO silent (SIGSTOP)',
      done: 'while a client opens a page of thirty photos, six at a time as a browser does, and approves them',
      checked: 'all pictures are answered within 4 s, decisions at once; pictures are there within 2 s of SIGCONT',
    },
    async () => {
      const stage = await start();
      if (!stage) return;
      const { s3, app, staff, env } = stage;
      const { images } = await createMomentWithImages(staff, 30);
      process.kill(s3.pid!, 'SIGSTOP');
      const began = performance.now();
      const waiting = images.map(({ previewUrl }) => previewUrl);
      const statuses: number[] = [];
      const connection = async (): Promise<void> => {
        for (let url; (url = waiting.pop());) statuses.push((await app.visitor().get(url)).status);
      };
      const shown = Promise.all([1, 2, 3, 4, 5, 6].map(connection));
      for (const { id } of images.slice(0, 5)) {
        const clicked = performance.now();
        await app.visitor().post(`/api/images/${id}/approve`).expect(200);
        expect(performance.now() - clicked).toBeLessThan(1000);
      }
      await shown;
      const tookMs = performance.now() - began;
      process.kill(s3.pid!, 'SIGCONT');
      expect(statuses.filter((status) => status === 503)).toHaveLength(30);
      expect(tookMs).toBeLessThan(4000);
      const back = performance.now();
      await eventually(async () => expect((await app.visitor().get(images[0]!.previewUrl)).status).toBe(200));
      expect(performance.now() - back).toBeLessThan(2000);
      await expectAgreement(app, env);
    },
    LONGEST_MS,
  );

  fault(
    {
      what: 'MinIO killed and started again 3 s later',
      done: 'in the middle of four uploads of five pictures',
      checked: 'all uploads succeed; every picture is there',
    },
    async () => {
      const stage = await start();
      if (!stage) return;
      const { s3, app, staff, env } = stage;
      const moments = await Promise.all([1, 2, 3, 4].map(() => createMoment(staff)));
      const content = await jpeg();
      const files = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((name) => [`${name}.jpg`, content]));
      const stored = () => s3.client.listObjectsV2(s3.config.bucket, 'images/', true).toArray();
      const uploads = moments.map(({ id }) => postImages(staff, id, files).then((answer) => answer));
      await eventually(async () => expect((await stored()).length).toBeGreaterThan(4));
      await s3.kill();
      await new Promise((resolve) => setTimeout(resolve, 3000));
      await s3.start();
      for (const answer of await Promise.all(uploads)) {
        expect(answer.status).toBe(201);
        for (const { imageUrl } of answer.body) expect((await app.visitor().get(imageUrl)).status).toBe(200);
      }
      await expectAgreement(app, env);
    },
    LONGEST_MS,
  );

  fault(
    {
      what: 'MinIO silent (SIGSTOP), or killed',
      done: 'when a backup is made',
      checked: 'it ends within 30 s with one sentence that names the variable, and leaves nothing behind',
    },
    async () => {
      const stage = await start();
      if (!stage) return;
      const { s3, app, staff, env } = stage;
      await createMomentWithImages(staff, 3);
      const archives = await makeArchives();
      undo.push(() => archives.remove());
      const storage = await configuredStorage(loadConfig({ DATA_DIR: app.dataDir, ...env }));
      process.kill(s3.pid!, 'SIGSTOP');
      for (const state of ['silent', 'killed']) {
        const began = performance.now();
        const backup = archives.backUp({ databaseUrl: app.databaseUrl, storage }, `${state}.tar`);
        await expect(backup).rejects.toMatchObject({
          line: expect.stringMatching(/^S3_ENDPOINT: .* cannot be reached/),
        });
        expect(performance.now() - began).toBeLessThan(30_000);
        await s3.kill();
      }
      expect(await readdir(archives.folder)).toEqual([]);
    },
    LONGEST_MS,
  );

  fault(
    {
      what: 'A wrong configuration of MinIO',
      done: 'key, secret, bucket name, region, protocol and port, each at the start of a process',
      checked: 'it ends with code 1 and one line that names the variable',
    },
    async () => {
      if (!isPlayed()) return;
      const s3 = await startS3({ env: { MINIO_SITE_REGION: 'eu-north-1' }, bucket: 'none' });
      undo.push(() => s3.stop());
      const right = { ...variablesOf(s3), S3_REGION: 'eu-north-1' };
      const wrong: [string, string][] = [
        ['S3_ACCESS_KEY', 'nobody'],
        ['S3_SECRET_KEY', 'wrong wrong'],
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
    LONGEST_MS,
  );
});
