import { RUN_KIND_NAMES, type RunKindName } from '../../contract/runs.js';

/** One queue per kind of run, of the same name. */
export const QUEUE_NAMES = RUN_KIND_NAMES;
export type QueueName = RunKindName;

/** The payload of every job: the run's row is the source of truth. */
export interface RunJob {
  runId: string;
}

/** A job that has ended leaves nothing behind, so that the same row may be enqueued again. */
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * Id of a run's job. The job that a dead worker had keeps its id for as long as the queue, by that worker's clock, believes
 * it to be alive; so each expired lease gets a job of its own.
 */
export function jobIdOf({ id, lease }: { id: string; lease: string | null }): string {
  return lease ? `${id}-${lease}` : id;
}

/**
 * How workers take jobs: a job whose worker died before it leased the run is handed to another worker within
 * seconds, and a queue that was away is asked again soon. `runs/run-lease.ts` says what the lock is for beside the lease.
 */
export const WORKER_OPTIONS = {
  /** A worker renews its lock on a job while it lives; after this a job of a dead one is handed to another. */
  lockDuration: 5000,
  /** How often workers look for jobs of dead ones. */
  stalledInterval: 2000,
  /** The row says how a job ends, not how often its workers died. */
  maxStalledCount: 100,
  /** How long a worker waits that could not reach the queue. */
  runRetryDelay: 1000,
};

/**
 * Connections to a queue in PostgreSQL: of one process, in which a worker waits for the jobs of each queue on a connection of its own,
 * and of the page that shows the queues.
 */
export const QUEUE_CONNECTIONS = { process: 4 + QUEUE_NAMES.length, page: 2 };
