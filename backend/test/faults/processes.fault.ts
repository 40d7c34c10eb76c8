import { readdir, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect } from '@jest/globals';
import { captionRun, endedRun, generate, imagesOf } from '../captions.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { filesOf } from '../files.js';
import { createGate } from '../gate.js';
import { endedGeneration, generateAll, runsOf, submittedOptimization } from '../optimizations.js';
import { BACKENDS, onAll, skipMissingBackends, startSystem, type Backend, type System } from '../system.js';
import { startApiProcess, startWorker } from '../worker-process.js';
import { expectAgreement } from './agreement.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';
import { startPair } from './pair.js';
import { asker, atWork, isDone, staffAndClients, type Answer } from './work.js';

afterEach(endAll);

const IMAGES = 10;
const ROUNDS = 3;

/** Waits until so many further pieces of work were acknowledged. */
async function further(answers: Answer[], count: number): Promise<void> {
  const before = answers.filter(isDone).length;
  await eventually(() => expect(answers.filter(isDone).length).toBeGreaterThanOrEqual(before + count));
}

/** Names of what was asked more than once. */
function askedAgain(names: (string | null)[]): (string | null)[] {
  return names.filter((name, index) => names.indexOf(name) !== index);
}

describe('processes that die', () => {
  skipMissingBackends();

  const stageOn = async (backend: Backend): Promise<System> => later(await startSystem(backend), (one) => one.close());

  /** Plays a story with the queue on PostgreSQL and on Redis. */
  const onEither = (story: (system: System) => Promise<void>) => async (): Promise<void> =>
    onAll(await Promise.all(BACKENDS.map(stageOn)), story)();

  /** Makes the folders of interrupted uploads look hours old. */
  async function ageLeftBehind(system: System): Promise<void> {
    const folder = join(system.app.dataDir, 'incoming');
    const longAgo = Date.now() / 1000 - 3 * 60 * 60;
    for (const name of await readdir(folder)) await utimes(join(folder, name), longAgo, longAgo);
  }

  fault(
    {
      what: 'kill -9 of the API',
      done: `${ROUNDS} times while six people upload, decide and edit`,
      checked: 'what was answered is there once, the rest wholly or not at all; no file stays behind',
    },
    async () => {
      const system = await stageOn('PostgreSQL');
      let api = await startApiProcess(system.app, system.env);
      const again = { ...system.env, PORT: new URL(api.url).port };
      const restart = async (): Promise<void> => {
        await api.kill();
        api = await startApiProcess(system.app, again);
      };
      const ask = await asker(system.app, api.url);
      const people = await staffAndClients(system.app);
      const answers = await atWork(people, ask, async (soFar) => {
        for (let round = 0; round < ROUNDS; round += 1) {
          await further(soFar, 12);
          await restart();
        }
        await further(soFar, 12);
      });
      const wrong = answers.filter(({ status }) => status !== null && status >= 300);
      expect(wrong).toEqual([]);
      for (const person of people) await person.check();
      await ageLeftBehind(system);
      await restart();
      await eventually(async () =>
        expect((await filesOf(system.app)).filter((file) => file.startsWith('/incoming'))).toEqual([]),
      );
      await expectAgreement(system.app, system.env);
    },
  );

  fault(
    {
      what: 'kill -9 of a worker',
      done: 'at the third of ten captions without another one, and of the next at the seventh with another one; on either queue',
      checked: 'the run goes on by itself; only the images in flight are asked of the AI again; the count is right',
    },
    onEither(async (system) => {
      const { app, ai, env, staff } = system;
      const { moment } = await createMomentWithImages(staff, IMAGES);
      const thinking = { delayMs: 100 };
      const never = { until: createGate().opened };
      ai.always(thinking);
      ai.next(thinking, thinking, never, thinking, thinking, thinking, thinking, never);
      const first = await startWorker(app, env);
      await generate(staff, moment.id);
      await ai.received(3);
      await first.kill();
      expect(await captionRun(staff, moment.id)).toMatchObject({ state: 'running', done: 2 });
      const second = await startWorker(app, env);
      await ai.received(8);
      const third = await startWorker(app, env);
      await second.kill();
      expect(await captionRun(staff, moment.id)).toMatchObject({ state: 'running', done: 6 });
      const run = await endedRun(staff, moment.id);
      expect(run).toMatchObject({ state: 'completed', total: IMAGES, done: IMAGES, failed: 0, errors: [] });
      const titles = (await imagesOf(staff, moment.id)).map(({ title }) => title);
      expect(titles.filter((title) => title.startsWith('Caption of picture'))).toHaveLength(IMAGES);
      expect(askedAgain(ai.requests.map(({ fileName }) => fileName))).toEqual(['IMG_1002.jpg', 'IMG_1006.jpg']);
      expect(ai.requests).toHaveLength(IMAGES + 2);
      for (const worker of [second, third]) expect(worker.log()).not.toMatch(/ERROR|WARN/);
      await expectAgreement(app, env);
    }),
  );

  fault(
    {
      what: 'kill -9 of a worker',
      done: 'with two of five suggestions written and three in flight',
      checked: 'another worker writes the rest; only what was in flight is asked again; nothing is written twice',
    },
    async () => {
      const system = await stageOn('PostgreSQL');
      const { ai, staff } = system;
      const first = await startWorker(system.app, system.env);
      const optimization = await submittedOptimization(staff);
      const never = { until: createGate().opened };
      ai.next({ ok: true }, { ok: true }, never, never, never);
      await generateAll(staff, optimization);
      await ai.received(5);
      await eventually(async () => expect((await runsOf(staff, optimization))[0]).toMatchObject({ done: 2 }));
      const inFlight = ai.requests.slice(2).map(({ section }) => section);
      await first.kill();
      const second = await startWorker(system.app, system.env);
      const run = await endedGeneration(staff, optimization);
      expect(run).toMatchObject({ state: 'completed', total: 5, done: 5, failed: 0 });
      expect(askedAgain(ai.requests.map(({ section }) => section)).toSorted()).toEqual(inFlight.toSorted());
      expect(ai.requests).toHaveLength(8);
      const { body } = await staff.get(`/api/gmb-optimizations/${optimization.id}/history`).expect(200);
      const suggested = (body as { action: string }[]).filter(({ action }) => action === 'section.suggested');
      expect(suggested).toHaveLength(5);
      expect(second.log()).not.toMatch(/ERROR|WARN/);
      await expectAgreement(system.app, system.env);
    },
  );

  fault(
    {
      what: 'kill -9 of the API and of the worker at once',
      done: 'in the middle of ten captions, uploads, decisions and edits; on either queue',
      checked: 'the run ends 10/10; what was answered is there once, the rest wholly or not at all',
    },
    onEither(async (system) => {
      const pair = await startPair(system.app, system.env);
      const ask = await asker(system.app, pair.url);
      const people = await staffAndClients(system.app);
      const { moment } = await createMomentWithImages(system.staff, IMAGES);
      system.ai.always({ delayMs: 400 });
      await generate(system.staff, moment.id);
      await atWork(people, ask, async (soFar) => {
        await further(soFar, 6);
        await system.ai.received(3);
        await pair.restart('api', 'worker');
        await further(soFar, 6);
      });
      const run = await endedRun(system.staff, moment.id);
      expect(run).toMatchObject({ state: 'completed', total: IMAGES, done: IMAGES, failed: 0 });
      expect(system.ai.requests.length).toBeLessThanOrEqual(IMAGES + 1);
      for (const person of people) await person.check();
      await expectAgreement(system.app, system.env);
    }),
  );
});
