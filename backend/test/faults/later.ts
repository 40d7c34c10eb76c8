import { afterEach } from '@jest/globals';
import { endWorkers } from '../worker-process.js';

const steps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  await endWorkers();
  for (const step of steps.splice(0).toReversed()) await step();
});

/** Returns the thing, which this step ends after the case, when the workers have ended; what came last ends first. */
export function later<T>(thing: T, step: (thing: T) => Promise<unknown>): T {
  steps.push(() => step(thing));
  return thing;
}
