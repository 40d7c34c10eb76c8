import { availableParallelism, loadavg } from 'node:os';

/** A limit in whole milliseconds for an idle machine: longer by as much as this one has more work than processors. */
export function stretched(ms: number): number {
  return Math.round(ms * Math.max(1, loadavg()[0]! / availableParallelism()));
}
