import { setTimeout as delay } from 'node:timers/promises';

const DEADLINE_MS = 20_000;
const LOOK_AGAIN_MS = 20;

/** Looks until the expectation holds, and fails as it failed last when it does not within 20 seconds. */
export async function eventually<T>(expectation: () => T | Promise<T>): Promise<T> {
  const deadline = Date.now() + DEADLINE_MS;
  for (;;) {
    try {
      return await expectation();
    } catch (error) {
      if (Date.now() > deadline) throw error;
    }
    await delay(LOOK_AGAIN_MS);
  }
}
