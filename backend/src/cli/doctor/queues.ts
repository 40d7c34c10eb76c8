import { createPostgresBackend, Queue } from 'bullmq';
import { withDeadline } from '../../platform/async/end-early.js';
import { jobIdOf, JOB_OPTIONS, type QueueName } from '../../platform/queue/jobs.js';

const PATIENCE_MS = 5000;

/** A run, and the lease of the worker that had it last. */
export interface QueuedRun {
  id: string;
  kind: QueueName;
  lease: string | null;
}

/** The queues of the product, beside all processes that use them. */
export interface OpenQueues {
  /** Whether a job waits for, or is with, a worker. */
  has(queue: QueueName, run: QueuedRun): Promise<boolean>;
  /** Enqueues a job for a run, in place of one that no worker would take. */
  enqueue(queue: QueueName, run: QueuedRun): Promise<void>;
  close(): Promise<void>;
}
/** States of jobs that no worker takes. */
const DEAD = ['unknown', 'completed', 'failed'];

type AnyQueue = Pick<Queue, 'getJobState' | 'remove' | 'add' | 'close'>;

/** Opens them on Redis where there is one, else on PostgreSQL; and only once they are asked for anything. */
export function openQueues(place: { databaseUrl: string; redisUrl?: string }): OpenQueues {
  const queues = new Map<QueueName, AnyQueue>();
  const open = (name: QueueName): AnyQueue => {
    const queue = queues.get(name) ?? openQueue(name, place);
    queues.set(name, queue);
    return queue;
  };
  const knows = async (name: QueueName, jobId: string): Promise<boolean> =>
    !DEAD.includes(await inTime(open(name).getJobState(jobId)));
  const has: OpenQueues['has'] = async (name, run) => (await knows(name, run.id)) || knows(name, jobIdOf(run));
  return {
    has,
    enqueue: async (name, run) => {
      if (await has(name, run)) return;
      await inTime(open(name).remove(run.id));
      await inTime(open(name).add(name, { runId: run.id }, { jobId: run.id, ...JOB_OPTIONS }));
    },
    close: async () => {
      for (const queue of queues.values()) await inTime(queue.close()).catch(() => undefined);
    },
  };
}

function openQueue(name: QueueName, place: { databaseUrl: string; redisUrl?: string }): AnyQueue {
  const { databaseUrl: connectionString, redisUrl: url } = place;
  const queue = url
    ? new Queue(name, { connection: { url, maxRetriesPerRequest: null } })
    : new Queue(name, { connection: { connectionString, max: 2 } }, createPostgresBackend);
  // Errors reach the caller that waits for an answer.
  (queue as Queue).on('error', () => undefined);
  return queue as AnyQueue;
}

function inTime<T>(work: Promise<T>): Promise<T> {
  return withDeadline(work, PATIENCE_MS, new Error('the queue did not answer'));
}
