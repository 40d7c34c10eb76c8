/**
 * The catalogue of jobs: one queue per kind of work, its payload, and the one processor that handles it. Payloads are ids:
 * the row is the truth.
 */
export interface Jobs {
  captions: { runId: string };
  optimizations: { runId: string };
}
export type QueueName = keyof Jobs;

export const QUEUE_NAMES = ['captions', 'optimizations'] as const satisfies readonly QueueName[];

/** A job that has ended leaves nothing behind, so that the same row may be rung for again. */
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * Id of a run's job. The job that a dead worker had keeps its id for as long as the queue, by that worker's clock, believes
 * it to be alive; so each claim that was lost is rung for by a job of its own.
 */
export function jobIdOf({ id, claim }: { id: string; claim: string | null }): string {
  return claim ? `${id}-${claim}` : id;
}

/** How workers take jobs: a dead one's job is handed to another within seconds, and a queue that was away is asked again soon. */
export const WORKER_OPTIONS = {
  /** A worker renews its hold on a job while it lives; after this a job of a dead one is handed to another. */
  lockDuration: 5000,
  /** How often workers look for jobs of dead ones. */
  stalledInterval: 2000,
  /** The row says how a job ends, not how often its workers died. */
  maxStalledCount: 100,
  /** How long a worker waits that could not reach the queue. */
  runRetryDelay: 1000,
};
