import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { captionRun, endedRun, generate, imagesOf } from '../../test/captions.js';
import { createMomentWithImages } from '../../test/factories.js';
import { endWorkers, startWorker, type WorkerProcess } from '../../test/worker-process.js';
import { createGate } from '../../test/gate.js';
import { BACKENDS, startSystem, onAll, skipMissingBackends, type System } from '../../test/system.js';

// A busy machine takes its time.
jest.setTimeout(180_000);

const IMAGES = 10;
const FIFTH = 'IMG_1004.jpg';

// A machine that is loaded may renew a lock late.
const COMPLAINT = /ERROR|WARN(?!.*could not renew lock)/;

describe('a worker that stops', () => {
  const stages: System[] = [];
  skipMissingBackends();

  beforeAll(async () => {
    for (const backend of BACKENDS) stages.push(await startSystem(backend));
  });
  afterAll(async () => {
    await endWorkers();
    await Promise.all(stages.map((system) => system.close()));
  });

  /** The last worker that was started, which outlives its story. */
  const alive = new Map<System, WorkerProcess>();

  async function newWorker(system: System): Promise<WorkerProcess> {
    const worker = await startWorker(system.app, system.env);
    alive.set(system, worker);
    return worker;
  }

  const someWorker = async (system: System): Promise<WorkerProcess> => alive.get(system) ?? newWorker(system);

  /** A run that is at its fifth image, whose answer comes when the gate opens. The others take 300 ms each. */
  async function halfDone({ ai, staff }: System) {
    const { moment } = await createMomentWithImages(staff, IMAGES);
    const gate = createGate();
    const thinking = { delayMs: 300 };
    ai.always(thinking);
    ai.next(thinking, thinking, thinking, thinking, { until: gate.opened });
    await generate(staff, moment.id);
    await ai.received(5);
    return { momentId: moment.id, open: gate.open };
  }

  /** Every image has its caption, and the counters say so. */
  async function expectAllCaptioned({ staff }: System, momentId: string, total = IMAGES): Promise<void> {
    const run = await endedRun(staff, momentId);
    expect(run).toMatchObject({ state: 'completed', total, done: total, failed: 0, errors: [] });
    const images = await imagesOf(staff, momentId);
    expect(images.filter(({ title }) => title.startsWith('Caption of picture'))).toHaveLength(total);
  }

  /** The names of the pictures that the AI was asked about more than once. */
  function askedAgain({ ai }: System): string[] {
    const names = ai.requests.map(({ fileName }) => fileName);
    return names.filter((name, index) => names.indexOf(name) !== index);
  }

  it(
    'finishes the current image on shutdown, so that it is not captioned twice',
    onAll(stages, async (system) => {
      const first = await someWorker(system);
      const { momentId, open } = await halfDone(system);
      await newWorker(system);
      const before = first.log().length;
      const stopped = first.stop();
      open();
      expect(await stopped).toBe(0);
      expect(first.log().slice(before)).not.toMatch(COMPLAINT);
      await expectAllCaptioned(system, momentId);
      expect(askedAgain(system)).toEqual([]);
    }),
  );

  it(
    'requeues the current image on shutdown when it takes too long',
    onAll(stages, async (system) => {
      const first = await someWorker(system);
      const { momentId } = await halfDone(system);
      const before = first.log().length;
      expect(await first.stop()).toBe(0);
      expect(first.log().slice(before)).not.toMatch(COMPLAINT);
      expect(system.ai.requests[4]!.hungUp).toBe(true);
      expect(await captionRun(system.staff, momentId)).toMatchObject({ state: 'running', done: 4, failed: 0 });
      await newWorker(system);
      await expectAllCaptioned(system, momentId);
      expect(askedAgain(system)).toEqual([FIFTH]);
    }),
  );

  it(
    'shares six moments with another worker, with one AI call per image',
    onAll(stages, async (system) => {
      system.ai.always({ delayMs: 50 });
      const moments = await Promise.all(Array.from({ length: 6 }, () => createMomentWithImages(system.staff, 3)));
      await someWorker(system);
      await newWorker(system);
      await Promise.all(moments.map(({ moment }) => generate(system.staff, moment.id)));
      for (const { moment } of moments) await expectAllCaptioned(system, moment.id, 3);
      const pictures = system.ai.requests.map(({ picture }) => picture!.hash);
      expect(pictures).toHaveLength(18);
      expect(new Set(pictures).size).toBe(18);
    }),
  );
});
