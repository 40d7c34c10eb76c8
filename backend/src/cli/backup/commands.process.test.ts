import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import request from 'supertest';
import type { Agent } from '../../../test/app.js';
import { variablesOf } from '../../../test/backups.js';
import { findProcesses, type StartedProgram } from '../../../test/checkout.js';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { createMomentWithImages, createSuggestedOptimization } from '../../../test/factories.js';
import { startS3, type TestS3 } from '../../../test/s3.js';
import { WholeCheckout } from '../../../test/whole-checkout.js';
import type { ImageView } from '../../contract/images.js';

jest.setTimeout(180_000);
const READY = /is ready at (http:\/\/\S+)\n/;
const STAFF = { email: 'ada@example.com', password: 'a password of some length' };

describe('backup, restore, migrate:storage, doctor and user', () => {
  let checkout: WholeCheckout;
  let dataDir: string;
  let elsewhere: string;
  let s3: TestS3;
  let database: TestDatabase;
  let images: ImageView[];
  let before: unknown;

  beforeAll(async () => {
    checkout = new WholeCheckout();
    dataDir = join(checkout.root, '.data');
    elsewhere = join(dirname(checkout.root), 'elsewhere');
    mkdirSync(elsewhere);
    s3 = await startS3();
    database = await createDatabase();
  });
  afterAll(async () => {
    await checkout.remove();
    await s3.stop();
    await database.drop();
  });

  async function start(env: NodeJS.ProcessEnv = {}): Promise<{ run: StartedProgram; staff: Agent }> {
    const first = { ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password };
    const run = checkout.npm(['start'], { ...first, ...env });
    const [, url = ''] = await run.waitForOutput(READY);
    const staff = request.agent(url);
    await staff.post('/api/login').send(STAFF).expect(200);
    return { run, staff };
  }

  async function ended(run: StartedProgram): Promise<string> {
    const code = await run.ended;
    return `${run.output.replace(/^npm warn.*\n/gm, '')}exit code ${code}`;
  }

  /** All that staff see but when each was last seen, and every byte of the pictures. */
  async function everything(staff: Agent): Promise<unknown> {
    const lists = ['clients', 'moments', 'gmb-optimizations', 'settings', 'users'].map((name) => `/api/${name}`);
    const [{ body: moments }, { body: optimizations }] = await Promise.all([
      staff.get(lists[1]!),
      staff.get(lists[2]!),
    ]);
    const ofMoments = (moments as { id: string }[]).flatMap(({ id }) => [
      `/api/moments/${id}/images`,
      `/api/moments/${id}/history`,
      `/api/public/${id}`,
    ]);
    const ofOptimizations = (optimizations as { id: string }[]).flatMap(({ id }) => [
      `/api/gmb-optimizations/${id}`,
      `/api/gmb-optimizations/${id}/history`,
    ]);
    const files = images.flatMap(({ imageUrl, previewUrl, thumbnailUrl }) => [imageUrl, previewUrl, thumbnailUrl]);
    const paths = [...lists, ...ofMoments, ...ofOptimizations, ...files];
    const bodies = paths.map(async (path) => [path, (await staff.get(path).expect(200)).body] as const);
    const found: Record<string, unknown> = Object.fromEntries(await Promise.all(bodies));
    const users = found['/api/users'] as { lastSeenAt: string }[];
    return { ...found, '/api/users': users.map(({ lastSeenAt: _seen, ...user }) => user) };
  }

  /** The review of the first story: a client approves one photo and rejects the other, and sees an optimization. */
  async function work(staff: Agent): Promise<void> {
    ({ images } = await createMomentWithImages(staff, 2));
    await staff.post(`/api/images/${images[0]!.id}/approve`).expect(200);
    await staff.post(`/api/images/${images[1]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    const { publicLink } = await createSuggestedOptimization(staff);
    const decision = { status: 'approved' };
    await staff.post(`/api/gmb-optimizations/public/${publicLink}/approve/services`).send(decision).expect(200);
  }

  it('report that there is no database yet', async () => {
    expect(await ended(checkout.npm(['backup']))).toBe(
      `There is no database in ${dataDir}: set DATA_DIR or DATABASE_URL to the one you mean\nexit code 1`,
    );
    expect(existsSync(dataDir)).toBe(false);
  });

  it('print their usage, and which variable is wrong', async () => {
    expect(await ended(checkout.npm(['backup', '--', '--all']))).toBe(
      'Usage: npm run backup [-- file.tar], or npm run backup -- [--keep N] [--every HOURS]\nexit code 1',
    );
    expect(await ended(checkout.npm(['restore']))).toBe('Usage: npm run restore -- file.tar [--replace]\nexit code 1');
    expect(await ended(checkout.npm(['migrate:storage'], { S3_BUCKET: 'pictures' }))).toMatch(
      /^S3_ENDPOINT is not set: .*\nexit code 1$/,
    );
    expect(await ended(checkout.npm(['backup'], { DATABASE_URL: 'mysql://x' }))).toMatch(
      /^DATABASE_URL: got .*\nexit code 1$/,
    );
    expect(await ended(checkout.npm(['backup'], { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }))).toBe(
      'DATABASE_URL: the database cannot be reached (connect ECONNREFUSED 127.0.0.1:1)\nexit code 1',
    );
  });

  it('back up the running product, into the folder of the operator', async () => {
    const { run, staff } = await start();
    await work(staff);
    before = await everything(staff);
    const backup = await ended(checkout.npm(['backup', '--', 'mine.tar'], {}, elsewhere));
    expect(backup).toMatch(/^.*elsewhere\/mine.tar holds \d+ rows and 6 files \([\d.]+ kB\)\nexit code 0$/);
    expect(await ended(checkout.npm(['restore', '--', 'mine.tar', '--replace'], {}, elsewhere))).toMatch(
      /^Checking .*\nGMB Moments already runs on .*, as process \d+\nexit code 1$/,
    );
    expect(await everything(staff)).toEqual(before);
    expect(await run.stop()).toBe(0);
    expect(readdirSync(elsewhere)).toEqual(['mine.tar']);
  });

  it('print a link to a new password while the product is stopped or runs, for users alone', async () => {
    const printed = (output: string): string => /^http:\S+#([\w-]{22})$/m.exec(output)![1]!;
    expect(await ended(checkout.npm(['user', '--', 'reset-password', 'grace@example.com']))).toBe(
      'No member of staff has the e-mail grace@example.com\nexit code 1',
    );
    expect(await ended(checkout.npm(['user', '--', 'remove', STAFF.email]))).toMatch(
      /^Usage: npm run user -- list \| change EMAIL .* \| reset-password EMAIL \| reset-factor EMAIL \| allow-passwords\nexit code 1$/,
    );
    const stopped = await ended(checkout.npm(['user', '--', 'reset-password', STAFF.email.toUpperCase()]));
    expect(stopped).toMatch(/^At this address ada@example\.com can choose .*\nhttp:\S+\/password#\S+\nexit code 0$/);
    const { run, staff } = await start();
    const running = await ended(
      checkout.npm(['user', '--', 'reset-password', STAFF.email], { PUBLIC_URL: 'http://staff.example' }),
    );
    expect(running).toContain('http://staff.example/password#');
    const use = (token: string) => staff.post('/api/password-links/use').send({ token, password: STAFF.password });
    await use(printed(stopped)).expect(404);
    await use(printed(running)).expect(200);
    await staff.get('/api/user').expect(200);
    expect(await run.stop()).toBe(0);
  });

  it('back up the stopped product, and leave it stopped', async () => {
    expect(await ended(checkout.npm(['backup']))).toMatch(
      /gmb-moments-\d{4}-\d\d-\d\d-\d{6}\.tar holds \d+ rows and 6 files .*\nexit code 0$/,
    );
    expect(findProcesses(dataDir)).toEqual([]);
  });

  it('restore everything into an empty DATA_DIR', async () => {
    rmSync(dataDir, { recursive: true });
    const restore = await ended(checkout.npm(['restore', '--', 'mine.tar'], {}, elsewhere));
    expect(restore).toMatch(/users: 1, agencies: 0, clients: 2, reviews: 2, images: 2/);
    expect(restore).toMatch(/6 files \([\d.]+ kB\), of which 0 were there already\nexit code 0$/);
    const { run, staff } = await start({ ADMIN_PASSWORD: 'not the one that is kept' });
    expect(await everything(staff)).toEqual(before);
    expect(await run.stop()).toBe(0);
  });

  it('replace nothing without --replace', async () => {
    expect(await ended(checkout.npm(['restore', '--', 'mine.tar'], {}, elsewhere))).toMatch(
      /\nThe database holds data already. With --replace .*\nexit code 1$/,
    );
    expect(findProcesses(dataDir)).toEqual([]);
  });

  it('move the embedded product to a PostgreSQL and a bucket', async () => {
    const env = { DATABASE_URL: database.url, ...variablesOf(s3), DATA_DIR: join(elsewhere, 'data') };
    expect(await ended(checkout.npm(['restore', '--', 'mine.tar'], env, elsewhere))).toMatch(/\nexit code 0$/);
    expect(existsSync(env.DATA_DIR)).toBe(false);
    const { run, staff } = await start(env);
    expect(await everything(staff)).toEqual(before);
    expect(await run.stop()).toBe(0);
    expect(existsSync(join(env.DATA_DIR, 'media'))).toBe(false);
    expect(await ended(checkout.npm(['backup', '--', 'of-bucket.tar'], env, elsewhere))).toMatch(
      / 6 files .*exit code 0$/s,
    );
  });

  it('restore everything into an empty database and bucket', async () => {
    await database.drop();
    database = await createDatabase();
    const env = { DATABASE_URL: database.url, ...variablesOf(s3), S3_BUCKET: 'new', DATA_DIR: join(elsewhere, 'data') };
    expect(await ended(checkout.npm(['restore', '--', 'of-bucket.tar'], env, elsewhere))).toMatch(/\nexit code 0$/);
    const { run, staff } = await start(env);
    expect(await everything(staff)).toEqual(before);
    expect(await run.stop()).toBe(0);
  });

  it('copy only the files to a bucket, once', async () => {
    const env = { ...variablesOf(s3), S3_BUCKET: 'others' };
    const output = await ended(checkout.npm(['migrate:storage'], env));
    expect(output).toMatch(/Copied 6 files \([\d.]+ kB\) to others; 0 were there already\nexit code 0$/);
    const { run, staff } = await start(env);
    expect(await everything(staff)).toEqual(before);
    expect(await ended(checkout.npm(['migrate:storage'], env))).toMatch(
      /Copied 0 files .*; 6 were there already\nexit code 0$/,
    );
    expect(await run.stop()).toBe(0);
  });

  it('report at once which variable the storage refuses', async () => {
    const env = { ...variablesOf(s3), S3_ACCESS_KEY: 'NOBODY' };
    const sentence = /(^|\n)S3_ACCESS_KEY: the key is not known to the storage .*\nexit code 1$/;
    expect(await ended(checkout.npm(['migrate:storage'], env))).toMatch(sentence);
    const restore = checkout.npm(['restore', '--', 'mine.tar', '--replace'], env, elsewhere);
    expect(await ended(restore)).toMatch(sentence);
  });

  it('check the stopped product, and repair the running one', async () => {
    expect(await ended(checkout.npm(['doctor']))).toBe('Rows and files agree\nexit code 0');
    expect(await ended(checkout.npm(['doctor', '--', '--checksums']))).toBe(
      'Rows, files and checksums agree\nexit code 0',
    );
    expect(await ended(checkout.npm(['doctor', '--', '--all']))).toBe(
      'Usage: npm run doctor [-- [--repair] [--checksums]]\nexit code 1',
    );
    const [image] = images;
    const key = image!.thumbnailUrl.slice('/media/'.length);
    rmSync(join(dataDir, 'media', key));
    const { run, staff } = await start();
    const problem = `image ${image!.id} of moment .* has lost its file ${key};`;
    const action = 'create it again from the original';
    expect(await ended(checkout.npm(['doctor']))).toMatch(
      RegExp(`^${problem} a repair would ${action}\n1 finding; npm run doctor -- --repair .*\nexit code 1$`),
    );
    expect(await ended(checkout.npm(['doctor', '--', '--repair']))).toMatch(
      RegExp(`^${problem} repaired: ${action}\n1 finding, 1 repaired, 0 left\nexit code 0$`),
    );
    expect(await everything(staff)).toEqual(before);
    expect(await run.stop()).toBe(0);
    expect(await ended(checkout.npm(['doctor']))).toBe('Rows and files agree\nexit code 0');
    expect(findProcesses(dataDir)).toEqual([]);
  });

  it('name the files that could not be copied', async () => {
    const [image] = images;
    const key = image!.previewUrl.slice('/media/'.length);
    rmSync(join(dataDir, 'media', key));
    const output = await ended(checkout.npm(['migrate:storage'], { ...variablesOf(s3), S3_BUCKET: 'third' }));
    expect(output).toContain(`${key} (image ${image!.id} of moment `);
    expect(output).toMatch(/Copied 5 files .*\n1 file could not be copied: .*\nexit code 1$/);
    const backup = await ended(checkout.npm(['backup', '--', 'hole.tar'], {}, elsewhere));
    expect(backup).toContain(`The storage lacks 1 file that the database refers to:\n  ${key} (image ${image!.id}`);
    expect(backup).toMatch(/exit code 1$/);
    expect(existsSync(join(elsewhere, 'hole.tar'))).toBe(true);
  });
});
