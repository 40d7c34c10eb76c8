import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 20_000;
const LOOK_AGAIN_MS = 20;

/** Looks until the expectation holds, and fails as it failed last when it does not within 20 seconds, or the given time. */
export async function eventually<T>(expectation: () => T | Promise<T>, withinMs = DEADLINE_MS): Promise<T> {
  const deadline = Date.now() + withinMs;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(LOOK_AGAIN_MS);
  }
}
