import { Queue } from 'bullmq';
import { Raw } from 'typeorm';
import { withDeadline } from '../../platform/async/end-early.js';
import { jobIdOf, JOB_OPTIONS, QUEUE_CONNECTIONS, QUEUE_NAMES, type QueueName } from '../../platform/queue/jobs.js';
import { postgresBackend, QueuePool } from '../../platform/queue/postgres-backend.js';
import { Run } from '../../runs/run.entity.js';
import type { Check, Stores } from './check.js';
import { streamRows } from '../rows.queries.js';

/** A run, and its last lease. */
interface LeasedRun {
  id: string;
  lease: string | null;
}

/**
 * A run is not lost while it waits this long for a worker, or for the lease of a dead worker to expire. No lease is
 * longer.
 */
const GRACE_PERIOD = `interval '1 minute'`;

const maybeLost = (kind: QueueName): string => `
  "kind" = '${kind}' AND "state" IN ('queued', 'running') AND "createdAt" < now() - ${GRACE_PERIOD}
    AND ("notBefore" IS NULL OR "notBefore" < clock_timestamp() - ${GRACE_PERIOD})
    AND ("leasedUntil" IS NULL OR "leasedUntil" NOT BETWEEN clock_timestamp() - ${GRACE_PERIOD}
      AND clock_timestamp() + ${GRACE_PERIOD})`;

/** Finds runs that have not ended, have no valid lease, and have no job in the queue. */
export const lostRuns: Check = async function* check({ client, db, ...stores }) {
  for (const kind of QUEUE_NAMES) {
    const queue = new RunQueue(kind, stores);
    try {
      const query = `SELECT "id", "lease" FROM runs WHERE ${maybeLost(kind)}`;
      for await (const run of await streamRows<LeasedRun>(client, query)) {
        if (await queue.hasJob(run)) continue;
        // Checked again, because its worker may just have ended it.
        const { id } = run;
        if (!(await db.createQueryBuilder(Run, 'run').where(maybeLost(kind)).andWhere({ id }).getExists())) continue;
        yield {
          problem: `run ${run.id} of ${kind} has not ended, and no worker and no queue has it`,
          action: 'enqueue it again',
          repair: async () => {
            const wrong = Raw((until) => `${until} > clock_timestamp() + ${GRACE_PERIOD}`);
            await db.manager.update(Run, { id, leasedUntil: wrong }, { lease: null, leasedUntil: null });
            await queue.enqueue(run);
          },
        };
      }
    } catch (error) {
      if (!(error instanceof QueueError)) throw error;
      yield { problem: `the queue of ${kind} cannot be asked: ${error.message}`, action: 'see that it can be reached' };
    } finally {
      await queue.close();
    }
  }
};

/** The queue failed, or did not answer in time. */
class QueueError extends Error {}

const ANSWER_MS = 5000;
/** States of jobs that no worker processes any more. */
const ENDED_STATES = ['unknown', 'completed', 'failed'];

type AnyQueue = Pick<Queue, 'getJobState' | 'remove' | 'add' | 'close'>;

/** A connection to one of the product's queues, which other processes use too. It connects at the first call. */
class RunQueue {
  private connection?: AnyQueue;

  constructor(
    private readonly name: QueueName,
    private readonly stores: Pick<Stores, 'databaseUrl' | 'redisUrl'>,
  ) {}

  /** Whether the queue has a waiting or active job for the run. */
  async hasJob(run: LeasedRun): Promise<boolean> {
    for (const id of [run.id, jobIdOf(run)]) {
      if (!ENDED_STATES.includes(await this.ask((queue) => queue.getJobState(id)))) return true;
    }
    return false;
  }

  /**
   * Enqueues a job for the run, and replaces an ended one. Does nothing if there is a job that a worker will process.
   */
  async enqueue(run: LeasedRun): Promise<void> {
    if (await this.hasJob(run)) return;
    await this.ask((queue) => queue.remove(run.id));
    await this.ask((queue) => queue.add(this.name, { runId: run.id }, { jobId: run.id, ...JOB_OPTIONS }));
  }

  async close(): Promise<void> {
    if (this.connection) await this.ask((queue) => queue.close()).catch(() => undefined);
  }

  private ask<T>(call: (queue: AnyQueue) => Promise<T>): Promise<T> {
    this.connection ??= this.open();
    return withDeadline(call(this.connection), ANSWER_MS, new Error('the queue did not answer')).catch((error) => {
      throw new QueueError(String(error));
    });
  }

  private open(): AnyQueue {
    const { databaseUrl, redisUrl: url } = this.stores;
    const queue = url
      ? new Queue(this.name, { connection: { url, maxRetriesPerRequest: null } })
      : new Queue(this.name, { connection: new QueuePool(databaseUrl, QUEUE_CONNECTIONS.page) }, postgresBackend);
    // Errors also reject the pending call; this only prevents an unhandled event.
    (queue as Queue).on('error', () => undefined);
    return queue as AnyQueue;
  }
}
