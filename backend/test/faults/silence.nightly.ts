import { setTimeout as delay } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { afterEach, describe, expect } from '@jest/globals';
import type { Response } from 'supertest';
import { startApp, type Agent, type TestApp } from '../app.js';
import { variablesOf } from '../backups.js';
import { createAgency, createMoment, createMomentWithImages, jpeg } from '../factories.js';
import { postImages } from '../multipart.js';
import { whyMissing } from '../programs.js';
import { submittedOptimization } from '../optimizations.js';
import { startProxy } from '../proxy.js';
import { startS3 } from '../s3.js';
import { startSystem } from '../system.js';
import type { ImageView } from '../../src/contract/images.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { stretched } from '../stretched.js';

afterEach(endAll);

/** No answer comes later. */
const LONGEST_MS = 15_000;
/** With three pictures each, more than twice the connections for uploads. */
const UPLOADS = 12;
/** When requests come, in milliseconds of the silence: before it was noticed, as it is, and when it is known. */
const ROUNDS_MS = [0, 2000, 8000];

interface Answer {
  what: string;
  status: number;
  ms: number;
}

/** Sends a request now. */
async function timed(what: string, request: PromiseLike<Response>): Promise<Answer> {
  const asked = performance.now();
  const { status } = await request;
  return { what, status, ms: performance.now() - asked };
}

/** How long each kind of request took at most. */
function slowest(answers: Answer[]): Record<string, string> {
  const kinds = new Set(answers.map(({ what }) => what));
  const msOf = (kind: string): number => Math.max(...answers.filter(({ what }) => what === kind).map(({ ms }) => ms));
  return Object.fromEntries([...kinds].map((kind) => [kind, `${(msOf(kind) / 1000).toFixed(1)} s`]));
}

describe('S3', () => {
  /** An app with its files in an S3 that falls silent as a network does, or as a process that stands still. */
  async function startOnS3(how: 'network' | 'process') {
    const s3 = later(await startS3(), (one) => one.stop());
    const proxy = later(await startProxy(s3.config.endpoint), (one) => one.cut());
    const env = { ...variablesOf(s3), S3_ENDPOINT: proxy.url };
    const app = later(await startApp(env), (one) => one.close());
    Logger.overrideLogger(false);
    const signal = async (name: NodeJS.Signals): Promise<void> => void process.kill(s3.pid!, name);
    if (how === 'process') later(s3, () => signal('SIGCONT'));
    return {
      app,
      env,
      silence: () => (how === 'process' ? signal('SIGSTOP') : proxy.hang()),
      speak: () => (how === 'process' ? signal('SIGCONT') : proxy.restore()),
    };
  }

  /** Uploads of all kinds and reads of all kinds, at once. */
  async function askForAll(app: TestApp, staff: Agent, images: ImageView[]): Promise<Answer[]> {
    const { id: momentId } = await createMoment(staff);
    const agency = await createAgency(staff);
    const content = await jpeg();
    const files = { 'a.jpg': content, 'b.jpg': content, 'c.jpg': content };
    const uploads = Array.from({ length: UPLOADS }, () => timed('upload', postImages(staff, momentId, files)));
    const replaced = staff.post(`/api/images/${images[0]!.id}/replace`).attach('image', content, 'c.jpg');
    const visitor = app.visitor();
    const reads = images.flatMap(({ imageUrl, previewUrl, thumbnailUrl }) => [
      timed('original', visitor.get(imageUrl)),
      timed('preview', visitor.get(previewUrl)),
      timed('thumbnail', visitor.get(thumbnailUrl)),
      timed('head', visitor.head(imageUrl)),
      timed('last bytes', visitor.get(imageUrl).set('Range', 'bytes=-10')),
      timed('any match', visitor.get(imageUrl).set('If-None-Match', '*')),
    ]);
    return Promise.all([
      ...uploads,
      timed('replaced picture', replaced),
      timed('logo', staff.patch(`/api/agencies/${agency.id}`).attach('logo', content, 'logo.jpg')),
      timed('platform logo', staff.patch('/api/settings').attach('logo', content, 'logo.jpg')),
      ...reads,
    ]);
  }

  async function play(how: 'network' | 'process'): Promise<void> {
    const { app, env, silence, speak } = await startOnS3(how);
    const staff = await app.staff();
    const { moment, images } = await createMomentWithImages(staff, 10);
    await silence();
    const rounds = ROUNDS_MS.map(async (ms) => {
      await delay(ms);
      return askForAll(app, staff, images);
    });
    const answers = (await Promise.all(rounds)).flat();
    console.log(`S3 silent (${how}), the slowest answers:`, slowest(answers));
    expect(answers.filter(({ status }) => status !== 503)).toEqual([]);
    expect(answers.filter(({ ms }) => ms > stretched(LONGEST_MS))).toEqual([]);
    await speak();
    await postImages(staff, moment.id, { 'd.jpg': await jpeg() }).expect(201);
    await expectAgreement(app, env);
  }

  for (const how of ['network', 'process'] as const) {
    fault(
      {
        what: how === 'network' ? 'S3 silent' : 'MinIO silent (SIGSTOP)',
        done: `in three rounds of ${UPLOADS} uploads, a replaced picture, two logos and sixty reads of pictures at once`,
        checked: 'every answer is a 503 within 15 s; uploads succeed as soon as it answers',
        missing: how === 'process' ? whyMissing('minio') : null,
      },
      () => play(how),
    );
  }
});

describe('Redis', () => {
  fault(
    {
      what: 'Redis silent (SIGSTOP), and killed',
      done: 'when a caption, all suggestions and one suggestion are asked for and waited for',
      checked: 'every answer is a 503 within 15 s',
      missing: whyMissing('redis-server'),
    },
    async () => {
      const system = later(await startSystem('Redis'), (one) => one.close());
      const { staff, redis } = system;
      Logger.overrideLogger(false);
      later(redis!, async (one) => one.signal('SIGCONT'));
      for (const state of ['silent', 'killed'] as const) {
        const { images } = await createMomentWithImages(staff, 1);
        const [whole, one] = [await submittedOptimization(staff), await submittedOptimization(staff)];
        if (state === 'silent') redis!.signal('SIGSTOP');
        else await redis!.kill();
        const answers = await Promise.all([
          timed('caption', staff.post(`/api/images/${images[0]!.id}/regenerate`)),
          timed('suggestions', staff.post(`/api/gmb-optimizations/${whole.id}/generate`)),
          timed('suggestion', staff.post(`/api/gmb-optimizations/${one.id}/regenerate/description`)),
        ]);
        console.log(`Redis ${state}, the slowest answers:`, slowest(answers));
        expect(answers.filter(({ status, ms }) => status !== 503 || ms > stretched(LONGEST_MS))).toEqual([]);
        if (state === 'silent') redis!.signal('SIGCONT');
      }
      await redis!.start();
    },
  );
});
