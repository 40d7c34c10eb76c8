import { setTimeout as delay } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { variablesOf } from '../backups.js';
import { endedRun, generate } from '../captions.js';
import { createMomentWithImages } from '../factories.js';
import type { AiRequest } from '../fake-ai.js';
import { createGate } from '../gate.js';
import { startProxy, type Proxy } from '../proxy.js';
import { startS3 } from '../s3.js';
import { startSystem, type Backend, type System } from '../system.js';
import { startWorker, type WorkerProcess } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { later } from './later.js';
import { stretched } from '../stretched.js';

const IMAGES = 6;
const SECOND = 'IMG_1001.jpg';
/** One in a second, from the failure of a worker on. */
const NEW_RUNS = 6;
const LONGEST_MS = 12_000;
/** A worker has noticed by then what it lost, and leaves new runs to the other one. */
const NOTICED_MS = 4000;

/** A worker that reaches PostgreSQL and S3 by proxies of its own, and the AI with a key of its own. */
interface Member {
  worker: WorkerProcess;
  key: string;
  database: Proxy;
  storage: Proxy;
}

/** A way to break a worker which waits for the AI's answer about its second image. */
export interface Breakage {
  what: string;
  breaks(member: Member, answer: () => void): unknown;
}

export const KILLED: Breakage = { what: 'A worker killed', breaks: ({ worker }) => worker.kill() };
export const FROZEN: Breakage = {
  what: 'A worker frozen (SIGSTOP)',
  breaks: ({ worker }) => process.kill(worker.pid, 'SIGSTOP'),
};
export const WITHOUT_POSTGRES: Breakage = {
  what: 'A worker cut from PostgreSQL',
  breaks: ({ database }) => database.hang(),
};
export const WITHOUT_S3: Breakage = {
  what: 'A worker cut from S3',
  breaks: ({ storage }, answer) => {
    storage.hang();
    answer();
  },
};

const isBy = ({ authorization }: AiRequest, { key }: Member): boolean => authorization === `Bearer ${key}`;

/** Breaks one worker of two after the other in the middle of a run, each time while new runs are asked for. */
export async function breakOneOfTwo(backend: Backend, breakages: Breakage[]): Promise<void> {
  const s3 = later(await startS3(), (one) => one.stop());
  const system = later(await startSystem(backend, variablesOf(s3)), (one) => one.close());
  const start = async (number: number): Promise<Member> => {
    const database = later(await startProxy(system.app.databaseUrl), (one) => one.cut());
    const storage = later(await startProxy(s3.config.endpoint), (one) => one.cut());
    const key = `sk-${number}`;
    const env = { ...system.env, S3_ENDPOINT: storage.url, OPENAI_API_KEY: key };
    const worker = await startWorker({ ...system.app, databaseUrl: database.url }, env);
    return { worker, key, database, storage };
  };
  let first = await start(0);
  for (const [index, breakage] of breakages.entries()) {
    const gate = createGate();
    const broken = first;
    system.ai.reset();
    system.ai.always({
      by: (request) => (isBy(request, broken) && request.fileName === SECOND ? { until: gate.opened } : { ok: true }),
    });
    const { moment } = await createMomentWithImages(system.staff, IMAGES);
    await generate(system.staff, moment.id);
    await system.ai.received(2);
    const second = await start(index + 1);
    await breakage.breaks(broken, gate.open);
    await expectTakenOver(system, moment.id, second, breakage.what);
    await broken.worker.kill();
    first = second;
  }
  await expectAgreement(system.app, system.env);
}

/** Expects that the other worker goes on with the run, and that new runs end, both in time. */
async function expectTakenOver(system: System, momentId: string, other: Member, what: string): Promise<void> {
  const began = Date.now();
  const waits: Promise<{ after: number; ms: number }>[] = [];
  for (let turn = 0; turn < NEW_RUNS; turn += 1) {
    const after = Date.now() - began;
    waits.push(newRun(system).then((ms) => ({ after, ms })));
    await delay(1000);
  }
  expect(await endedRun(system.staff, momentId)).toMatchObject({ state: 'completed', done: IMAGES, failed: 0 });
  const waited = await Promise.all(waits);
  // Each new run is about an image of the first name.
  const taken = system.ai.requests.find((request) => isBy(request, other) && request.fileName !== 'IMG_1000.jpg');
  const takeover = taken!.time - began;
  const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;
  const longest = (some: typeof waited): number => Math.max(...some.map(({ ms }) => ms));
  const late = waited.filter(({ after }) => after > NOTICED_MS);
  console.log(
    `${what}, queue on ${system.backend}: taken over after ${seconds(takeover)}; new runs took ` +
      `${seconds(longest(waited))} at most, those asked for ${seconds(NOTICED_MS)} later ${seconds(longest(late))}`,
  );
  expect(takeover).toBeLessThan(stretched(LONGEST_MS));
  expect(longest(waited)).toBeLessThan(stretched(LONGEST_MS));
}

/** Milliseconds from the request for a run of one image until it has ended. */
async function newRun({ staff }: System): Promise<number> {
  const { moment } = await createMomentWithImages(staff, 1);
  const asked = performance.now();
  await generate(staff, moment.id);
  expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 1, failed: 0 });
  return performance.now() - asked;
}
