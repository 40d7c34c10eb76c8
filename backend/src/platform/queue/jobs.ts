import { RUN_KIND_NAMES, type RunKindName } from '../../contract/runs.js';

/** One queue per kind of run, of the same name. */
export const QUEUE_NAMES = RUN_KIND_NAMES;
export type QueueName = RunKindName;

/** The payload of every job: the run's row is the source of truth. */
export interface RunJob {
  runId: string;
}

/** Ended jobs are removed, so that the same run can be enqueued again. */
export const JOB_OPTIONS = { removeOnComplete: true, removeOnFail: true };

/**
 * Id of a run's job. It contains the expired lease, because the job of a dead worker keeps its id until the queue
 * considers that worker dead.
 */
export function jobIdOf({ id, lease }: { id: string; lease: string | null }): string {
  return lease ? `${id}-${lease}` : id;
}

/**
 * Options of BullMQ workers: a job whose worker died before it leased the run is given to another worker within
 * seconds, and workers reconnect soon after an outage. `runs/run-lease.ts` explains lock and lease.
 */
export const WORKER_OPTIONS = {
  /** A worker renews its lock on a job; a lock that is not renewed expires after this time. */
  lockDuration: 5000,
  /** Interval at which workers look for jobs with an expired lock. */
  stalledInterval: 2000,
  /** High, because the run's row decides when a run fails, not the number of dead workers. */
  maxStalledCount: 100,
  /** Pause of a worker that could not reach the queue. */
  runRetryDelay: 1000,
};

/**
 * Connections to a queue in PostgreSQL: of one process, whose worker of each queue needs a connection of its own, and
 * of the queue board.
 */
export const QUEUE_CONNECTIONS = { process: 4 + QUEUE_NAMES.length, page: 2 };
