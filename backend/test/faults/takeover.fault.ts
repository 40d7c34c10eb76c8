import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { variablesOf } from '../backups.js';
import { endedRun, generate } from '../captions.js';
import { createMomentWithImages } from '../factories.js';
import type { AiRequest } from '../fake-ai.js';
import { createGate } from '../gate.js';
import { describeUnless } from '../it-unless.js';
import { whyMissing } from '../programs.js';
import { startProxy, type Proxy } from '../proxy.js';
import { startS3 } from '../s3.js';
import { BACKENDS, startStage, type Backend, type Stage } from '../stage.js';
import { startWorker, type WorkerProcess } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { later } from './later.js';

const IMAGES = 6;
const SECOND = 'IMG_1001.jpg';
/** One in a second, from the failure of the first worker on. */
const NEW_RUNS = 6;
const LONGEST_MS = 12_000;
/** A worker has noticed by then what it lost, and leaves new runs to the other one. */
const NOTICED_MS = 4000;

const KEYS = { first: 'sk-first', second: 'sk-second' };

const isBy = ({ authorization }: AiRequest, key: string): boolean => authorization === `Bearer ${key}`;

/** An API, and a first worker that reaches PostgreSQL and S3 by proxies of its own. */
interface Scene {
  stage: Stage;
  first: WorkerProcess;
  database: Proxy;
  storage: Proxy;
  /** The AI answers the first worker, which has been waiting for it since the second image. */
  answer(): void;
}

async function setUp(backend: Backend): Promise<Scene> {
  const s3 = later(await startS3(), (one) => one.stop());
  const stage = later(await startStage(backend, variablesOf(s3)), (one) => one.close());
  const database = later(await startProxy(stage.app.databaseUrl), (one) => one.cut());
  const storage = later(await startProxy(s3.config.endpoint), (one) => one.cut());
  const first = await startWorker(
    { ...stage.app, databaseUrl: database.url },
    { ...stage.env, S3_ENDPOINT: storage.url, OPENAI_API_KEY: KEYS.first },
  );
  const gate = createGate();
  const thinking = { until: gate.opened };
  stage.ai.always({
    by: (request) => (isBy(request, KEYS.first) && request.fileName === SECOND ? thinking : { ok: true }),
  });
  return { stage, first, database, storage, answer: gate.open };
}

/** Milliseconds from the request for a run of one image until it has ended. */
async function newRun({ staff }: Stage): Promise<number> {
  const { moment } = await createMomentWithImages(staff, 1);
  const asked = performance.now();
  await generate(staff, moment.id);
  expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 1, failed: 0 });
  return performance.now() - asked;
}

interface Case {
  what: string;
  breaks(scene: Scene): unknown;
}

/** Breaks the first worker in the middle of a run, with another worker there, while new runs are asked for. */
async function play(backend: Backend, { what, breaks }: Case): Promise<void> {
  const scene = await setUp(backend);
  const { stage } = scene;
  const { ai, staff, app, env } = stage;
  const { moment } = await createMomentWithImages(staff, IMAGES);
  await generate(staff, moment.id);
  await ai.received(2);
  await startWorker(app, { ...env, OPENAI_API_KEY: KEYS.second });
  await breaks(scene);
  const broken = Date.now();
  const waits: Promise<{ after: number; ms: number }>[] = [];
  for (let turn = 0; turn < NEW_RUNS; turn += 1) {
    const after = Date.now() - broken;
    waits.push(newRun(stage).then((ms) => ({ after, ms })));
    await delay(1000);
  }
  expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: IMAGES, failed: 0 });
  const waited = await Promise.all(waits);
  // Each new run is about an image of the first name.
  const taken = ai.requests.find((request) => isBy(request, KEYS.second) && request.fileName !== 'IMG_1000.jpg');
  const takeover = taken!.time - broken;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const longest = (some: typeof waited): number => Math.max(...some.map(({ ms }) => ms));
  const late = waited.filter(({ after }) => after > NOTICED_MS);
  console.log(
    `${what}, queue on ${backend}: taken over after ${seconds(takeover)}; new runs took ${seconds(longest(waited))} ` +
      `at most, those asked for ${seconds(NOTICED_MS)} later ${seconds(longest(late))}`,
  );
  expect(takeover).toBeLessThan(LONGEST_MS);
  expect(longest(waited)).toBeLessThan(LONGEST_MS);
  await expectAgreement(app, env);
}

const CASES: Case[] = [
  { what: 'A worker killed', breaks: ({ first }) => first.kill() },
  { what: 'A worker frozen (SIGSTOP)', breaks: ({ first }) => process.kill(first.pid, 'SIGSTOP') },
  { what: 'A worker cut from PostgreSQL', breaks: ({ database }) => database.hang() },
  {
    what: 'A worker cut from S3',
    breaks: ({ storage, answer }) => {
      storage.hang();
      answer();
    },
  },
];

describeUnless(whyMissing('redis-server'), 'a worker of two', () => {
  for (const one of CASES) {
    fault(
      {
        what: one.what,
        done: 'at the second of six captions, with another worker there and new runs asked for; on either queue',
        checked: 'the other worker goes on within 12 s, and new runs are done within 12 s',
      },
      async () => void (await Promise.all(BACKENDS.map((backend) => play(backend, one)))),
      180_000,
    );
  }
});
