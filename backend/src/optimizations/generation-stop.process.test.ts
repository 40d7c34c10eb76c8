import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { endedGeneration, generateAll, runsOf, submittedOptimization } from '../../test/optimizations.js';
import { createGate } from '../../test/gate.js';
import { startSystem, type System } from '../../test/system.js';
import { endWorkers, startWorker } from '../../test/worker-process.js';

// A dead worker is noticed within ten seconds; a busy machine takes its time.
jest.setTimeout(90_000);

describe('a worker that stops between two sections', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
  });
  afterAll(async () => {
    await endWorkers();
    await system.close();
  });

  const askedAgain = (): (string | null)[] => {
    const sections = system.ai.requests.map(({ section }) => section);
    return sections.filter((section, index) => sections.indexOf(section) !== index);
  };

  /** A generation with two sections written and the other three asked for; their answers never come. */
  async function halfDone() {
    const optimization = await submittedOptimization(system.staff);
    const never = createGate();
    system.ai.next({ ok: true }, { ok: true }, ...[1, 2, 3].map(() => ({ until: never.opened })));
    await generateAll(system.staff, optimization);
    await system.ai.received(5);
    for (;;) {
      const [run] = await runsOf(system.staff, optimization);
      if (run!.done === 2) return optimization;
    }
  }

  it('hands the sections back that take too long when the worker is asked to stop', async () => {
    const first = await startWorker(system.app, system.env);
    const optimization = await halfDone();
    expect(await first.stop()).toBe(0);
    expect(first.log()).not.toMatch(/ERROR|WARN/);
    expect((await runsOf(system.staff, optimization))[0]).toMatchObject({ state: 'running', done: 2, failed: 0 });
    await startWorker(system.app, system.env);
    expect(await endedGeneration(system.staff, optimization)).toMatchObject({ state: 'completed', done: 5 });
    expect(askedAgain()).toHaveLength(3);
  });
});
