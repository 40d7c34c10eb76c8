/**
 * The catalogue of jobs: one queue per kind of work, its payload, and the one processor that handles it
 * (`queue.module.ts` fails the start of a worker where a processor is missing). Payloads are ids: the row is the truth.
 */
export interface Jobs {
  captions: { runId: string };
}
export type QueueName = keyof Jobs;

export const QUEUE_NAMES = ['captions'] as const satisfies readonly QueueName[];

/** A worker renews its hold on a job while it lives; after this a job of a dead one is handed to another. */
export const LOCK_DURATION_MS = 5000;
/** How often workers look for jobs of dead ones. */
export const STALLED_INTERVAL_MS = 2000;
