import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { captionRun, endedRun, generate, imagesOf } from '../../test/captions.js';
import { createMomentWithImages } from '../../test/factories.js';
import { endWorkers, startWorker, type WorkerProcess } from '../../test/worker-process.js';
import { createGate } from '../../test/gate.js';
import { BACKENDS, startStage, onAll, skipMissingBackends, type Stage } from '../../test/stage.js';

// A busy machine takes its time.
jest.setTimeout(180_000);

const IMAGES = 10;
const FIFTH = 'IMG_1004.jpg';

// A machine that is loaded may renew a lock late.
const COMPLAINT = /ERROR|WARN(?!.*could not renew lock)/;

describe('a worker that stops', () => {
  const stages: Stage[] = [];
  skipMissingBackends();

  beforeAll(async () => {
    for (const backend of BACKENDS) stages.push(await startStage(backend));
  });
  afterAll(async () => {
    await endWorkers();
    await Promise.all(stages.map((stage) => stage.close()));
  });

  /** The last worker that was started, which outlives its story. */
  const alive = new Map<Stage, WorkerProcess>();

  async function newWorker(stage: Stage): Promise<WorkerProcess> {
    const worker = await startWorker(stage.app, stage.env);
    alive.set(stage, worker);
    return worker;
  }

  const someWorker = async (stage: Stage): Promise<WorkerProcess> => alive.get(stage) ?? newWorker(stage);

  /** A run that is at its fifth image, whose answer comes when the gate opens. The others take 300 ms each. */
  async function halfDone({ ai, staff }: Stage) {
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
  async function expectAllCaptioned({ staff }: Stage, momentId: string, total = IMAGES): Promise<void> {
    const run = await endedRun(staff, momentId);
    expect(run).toMatchObject({ state: 'completed', total, done: total, failed: 0, errors: [] });
    const images = await imagesOf(staff, momentId);
    expect(images.filter(({ title }) => title.startsWith('Caption of picture'))).toHaveLength(total);
  }

  /** The names of the pictures that the AI was asked about more than once. */
  function askedAgain({ ai }: Stage): string[] {
    const names = ai.requests.map(({ fileName }) => fileName);
    return names.filter((name, index) => names.indexOf(name) !== index);
  }

  it(
    'finishes the current image on shutdown, so that it is not captioned twice',
    onAll(stages, async (stage) => {
      const first = await someWorker(stage);
      const { momentId, open } = await halfDone(stage);
      await newWorker(stage);
      const before = first.log().length;
      const stopped = first.stop();
      open();
      expect(await stopped).toBe(0);
      expect(first.log().slice(before)).not.toMatch(COMPLAINT);
      await expectAllCaptioned(stage, momentId);
      expect(askedAgain(stage)).toEqual([]);
    }),
  );

  it(
    'requeues the current image on shutdown when it takes too long',
    onAll(stages, async (stage) => {
      const first = await someWorker(stage);
      const { momentId } = await halfDone(stage);
      const before = first.log().length;
      expect(await first.stop()).toBe(0);
      expect(first.log().slice(before)).not.toMatch(COMPLAINT);
      expect(stage.ai.requests[4]!.hungUp).toBe(true);
      expect(await captionRun(stage.staff, momentId)).toMatchObject({ state: 'running', done: 4, failed: 0 });
      await newWorker(stage);
      await expectAllCaptioned(stage, momentId);
      expect(askedAgain(stage)).toEqual([FIFTH]);
    }),
  );

  it(
    'shares six moments with another worker, with one AI call per image',
    onAll(stages, async (stage) => {
      stage.ai.always({ delayMs: 50 });
      const moments = await Promise.all(Array.from({ length: 6 }, () => createMomentWithImages(stage.staff, 3)));
      await someWorker(stage);
      await newWorker(stage);
      await Promise.all(moments.map(({ moment }) => generate(stage.staff, moment.id)));
      for (const { moment } of moments) await expectAllCaptioned(stage, moment.id, 3);
      const pictures = stage.ai.requests.map(({ picture }) => picture!.hash);
      expect(pictures).toHaveLength(18);
      expect(new Set(pictures).size).toBe(18);
    }),
  );
});
