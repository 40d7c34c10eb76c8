import { Queue } from 'bullmq';
import { Raw } from 'typeorm';
import { withDeadline } from '../../platform/async/end-early.js';
import { jobIdOf, JOB_OPTIONS, QUEUE_CONNECTIONS, QUEUE_NAMES, type QueueName } from '../../platform/queue/jobs.js';
import { postgresBackend, QueuePool } from '../../platform/queue/postgres-backend.js';
import { Run } from '../../runs/run.entity.js';
import type { Check, Places } from './check.js';
import { rowsOf } from '../rows.queries.js';

/** A run, and the lease of the worker that had it last. */
interface LeasedRun {
  id: string;
  lease: string | null;
}

/** For this long a run may wait for a worker, or for the lease of a dead one to expire, without being lost. No lease is longer. */
const GRACE_PERIOD = `interval '1 minute'`;

const maybeLost = (kind: QueueName): string => `
  "kind" = '${kind}' AND "state" IN ('queued', 'running') AND "createdAt" < now() - ${GRACE_PERIOD}
    AND ("notBefore" IS NULL OR "notBefore" < clock_timestamp() - ${GRACE_PERIOD})
    AND ("leasedUntil" IS NULL OR "leasedUntil" NOT BETWEEN clock_timestamp() - ${GRACE_PERIOD}
      AND clock_timestamp() + ${GRACE_PERIOD})`;

/** Runs that neither ended, nor are with a worker, nor wait in the queue. */
export const lostRuns: Check = async function* check({ client, db, ...places }) {
  for (const kind of QUEUE_NAMES) {
    const queue = new RunQueue(kind, places);
    try {
      const query = `SELECT "id", "lease" FROM runs WHERE ${maybeLost(kind)}`;
      for await (const run of await rowsOf<LeasedRun>(client, query)) {
        if (await queue.has(run)) continue;
        // Its worker may have been about to end it.
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
/** States of jobs that no worker takes. */
const DEAD = ['unknown', 'completed', 'failed'];

type AnyQueue = Pick<Queue, 'getJobState' | 'remove' | 'add' | 'close'>;

/** A queue of the product, beside all processes that use it. It connects with the first question. */
class RunQueue {
  private opened?: AnyQueue;

  constructor(
    private readonly name: QueueName,
    private readonly place: Pick<Places, 'databaseUrl' | 'redisUrl'>,
  ) {}

  /** Whether a job waits for, or is with, a worker. */
  async has(run: LeasedRun): Promise<boolean> {
    for (const id of [run.id, jobIdOf(run)]) {
      if (!DEAD.includes(await this.ask((queue) => queue.getJobState(id)))) return true;
    }
    return false;
  }

  /** Enqueues a job, in place of one that no worker would take. */
  async enqueue(run: LeasedRun): Promise<void> {
    if (await this.has(run)) return;
    await this.ask((queue) => queue.remove(run.id));
    await this.ask((queue) => queue.add(this.name, { runId: run.id }, { jobId: run.id, ...JOB_OPTIONS }));
  }

  async close(): Promise<void> {
    if (this.opened) await this.ask((queue) => queue.close()).catch(() => undefined);
  }

  private ask<T>(question: (queue: AnyQueue) => Promise<T>): Promise<T> {
    this.opened ??= this.open();
    return withDeadline(question(this.opened), ANSWER_MS, new Error('the queue did not answer')).catch((error) => {
      throw new QueueError(String(error));
    });
  }

  private open(): AnyQueue {
    const { databaseUrl, redisUrl: url } = this.place;
    const queue = url
      ? new Queue(this.name, { connection: { url, maxRetriesPerRequest: null } })
      : new Queue(this.name, { connection: new QueuePool(databaseUrl, QUEUE_CONNECTIONS.page) }, postgresBackend);
    // Errors reach the caller that waits for an answer.
    (queue as Queue).on('error', () => undefined);
    return queue as AnyQueue;
  }
}
