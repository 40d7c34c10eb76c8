import { setTimeout as delay } from 'node:timers/promises';
import { stretched } from './stretched.js';

const DEADLINE_MS = 20_000;
/** Until it looks again: longer from time to time, since looking takes the processor from what it waits for. */
const PAUSE_MS = { first: 20, longest: 250, factor: 1.2 };

/**
 * Looks until the expectation holds, and fails as it failed last when it does not within 20 seconds, or the given time, on an idle
 * machine.
 */
export async function eventually<T>(expectation: () => T | Promise<T>, withinMs = DEADLINE_MS): Promise<T> {
  const deadline = Date.now() + stretched(withinMs);
  for (let pause = PAUSE_MS.first; ; pause = Math.min(pause * PAUSE_MS.factor, PAUSE_MS.longest)) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(pause);
  }
}
