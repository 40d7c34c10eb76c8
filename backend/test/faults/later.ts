import { endWorkers } from '../worker-process.js';

const steps: (() => Promise<unknown>)[] = [];

/** Returns the thing, which this step ends after the fault, when the workers have ended; what came last ends first. */
export function later<T>(thing: T, step: (thing: T) => Promise<unknown>): T {
  steps.push(() => step(thing));
  return thing;
}

/** Ends the workers, and then all that was to be ended later. */
export async function endAll(): Promise<void> {
  await endWorkers();
  for (const step of steps.splice(0).toReversed()) await step();
}
