import type { EntityManager } from 'typeorm';
import { CAPTION_RUNS } from '../captions/caption-claims.js';
import { CaptionRun } from '../captions/caption-run.entity.js';
import { lockOptimization } from '../gmb-optimizations/find-optimization.js';
import { OPTIMIZATION_RUNS } from '../gmb-optimizations/optimization-claims.js';
import { OptimizationRun } from '../gmb-optimizations/optimization-run.entity.js';
import { lockMoment } from '../moments/settle.js';
import { QUEUE_NAMES, type QueueName } from '../queue/jobs.js';
import { RUN_TABLES } from '../runs/run-tables.js';
import type { Finding } from './finding.js';
import type { Patient } from './patient.js';
import type { QueuedRun } from './queues.js';
import { rowsOf } from './rows.js';

/** What each kind of run is about, which is locked before the run, and how its progress is told. */
const KINDS = {
  captions: {
    subject: 'momentId',
    lock: lockMoment,
    tell: async (manager, id) => CAPTION_RUNS.announce(manager, await manager.findOneByOrFail(CaptionRun, { id })),
  },
  optimizations: {
    subject: 'optimizationId',
    lock: lockOptimization,
    tell: async (manager, id) =>
      OPTIMIZATION_RUNS.announce(manager, await manager.findOneByOrFail(OptimizationRun, { id })),
  },
} as const satisfies Record<
  QueueName,
  {
    subject: string;
    lock(manager: EntityManager, id: string): Promise<unknown>;
    tell(manager: EntityManager, runId: string): Promise<void>;
  }
>;
const ITEM_TABLES: Record<QueueName, string> = {
  captions: 'caption_run_items',
  optimizations: 'optimization_run_items',
};

/** Counts and states as they follow from the items; what waits in a run that has ended is no longer to be done. */
const COUNTED = (queue: QueueName): string => `
  SELECT run."id", run."state" IN ('queued', 'running') AS active,
    count(*) FILTER (WHERE item."state" IN ('done', 'failed')
      OR item."state" = 'waiting' AND run."state" IN ('queued', 'running'))::int AS total,
    count(*) FILTER (WHERE item."state" = 'done')::int AS done,
    count(*) FILTER (WHERE item."state" = 'failed')::int AS failed,
    count(*) FILTER (WHERE item."state" = 'waiting')::int AS waiting
  FROM ${RUN_TABLES[queue]} AS run LEFT JOIN ${ITEM_TABLES[queue]} AS item ON item."runId" = run."id"
  GROUP BY run."id"`;

const RIGHT_STATE = `CASE WHEN counted.active THEN run."state"
  WHEN counted.failed > 0 AND counted.done = 0 THEN 'failed' ELSE 'completed' END`;

const MISCOUNTED = (queue: QueueName): string => `
  SELECT run."id", run."${KINDS[queue].subject}" AS subject, counted.*, run."state", run."total" AS "toldTotal",
    run."done" AS "toldDone", run."failed" AS "toldFailed"
  FROM ${RUN_TABLES[queue]} AS run JOIN (${COUNTED(queue)}) AS counted ON counted."id" = run."id"
  WHERE (run."total", run."done", run."failed") IS DISTINCT FROM (counted.total, counted.done, counted.failed)
    OR run."state" <> ${RIGHT_STATE}
    OR (run."endedAt" IS NULL) <> counted.active
    OR NOT counted.active AND counted.waiting > 0`;

interface Miscounted extends Record<'total' | 'done' | 'failed' | 'waiting', number> {
  id: string;
  subject: string;
  state: string;
  toldTotal: number;
  toldDone: number;
  toldFailed: number;
}

/** Runs whose count, state or end is not what follows from their items. */
export async function* miscountedRuns({ client, db }: Patient): AsyncGenerator<Finding> {
  for (const queue of QUEUE_NAMES) {
    for await (const run of rowsOf<Miscounted>(client, MISCOUNTED(queue))) {
      const told = `is ${run.state} with ${run.toldDone} done and ${run.toldFailed} failed of ${run.toldTotal}`;
      const right = `its items say ${run.done} done, ${run.failed} failed and ${run.waiting} waiting`;
      yield {
        what: `run ${run.id} of ${queue} ${told}, but ${right}`,
        cure: 'count them anew',
        mend: () => db.transaction((manager) => recount(manager, queue, run)),
      };
    }
  }
}

async function recount(manager: EntityManager, queue: QueueName, { id, subject }: Miscounted): Promise<void> {
  const { lock, tell } = KINDS[queue];
  await lock(manager, subject);
  await manager.query(`SELECT FROM ${RUN_TABLES[queue]} WHERE "id" = $1 FOR UPDATE`, [id]);
  await manager.query(
    `UPDATE ${RUN_TABLES[queue]} AS run SET "total" = counted.total, "done" = counted.done, "failed" = counted.failed,
       "state" = ${RIGHT_STATE},
       "endedAt" = CASE WHEN counted.active THEN NULL ELSE coalesce(run."endedAt", clock_timestamp()) END
     FROM (${COUNTED(queue)} HAVING run."id" = $1) AS counted WHERE run."id" = $1`,
    [id],
  );
  await manager.query(
    `UPDATE ${ITEM_TABLES[queue]} SET "state" = 'skipped' WHERE "runId" = $1 AND "state" = 'waiting'
     AND EXISTS (SELECT FROM ${RUN_TABLES[queue]} WHERE "id" = $1 AND "endedAt" IS NOT NULL)`,
    [id],
  );
  await tell(manager, id);
}

/** Until then a run may be on its way to a worker, or from a dead one to another. No claim reaches further than this. */
const SOME_TIME = `interval '1 minute'`;

const FORGOTTEN = (queue: QueueName): string => `
  SELECT "id", "claim" FROM ${RUN_TABLES[queue]}
  WHERE "state" IN ('queued', 'running') AND "createdAt" < now() - ${SOME_TIME}
    AND ("claimedUntil" IS NULL OR "claimedUntil" NOT BETWEEN clock_timestamp() - ${SOME_TIME}
      AND clock_timestamp() + ${SOME_TIME})`;

/** Runs that neither ended, nor are with a worker, nor wait in the queue. */
export async function* lostRuns(patient: Patient): AsyncGenerator<Finding> {
  for (const queue of QUEUE_NAMES) {
    try {
      yield* lostIn(queue, patient);
    } catch (error) {
      yield { what: `the queue of ${queue} cannot be asked: ${String(error)}`, cure: 'see that it can be reached' };
    }
  }
}

async function* lostIn(queue: QueueName, { client, db, queues }: Patient): AsyncGenerator<Finding> {
  for await (const run of rowsOf<QueuedRun>(client, FORGOTTEN(queue))) {
    const { id } = run;
    if (await queues.has(queue, run)) continue;
    // Its worker may have been about to end it.
    const [still] = await db.query<unknown[]>(`${FORGOTTEN(queue)} AND "id" = $1`, [id]);
    if (!still) continue;
    yield {
      what: `run ${id} of ${queue} has not ended, and no worker and no queue has it`,
      cure: 'ring for it again',
      mend: async () => {
        await db.query(
          `UPDATE ${RUN_TABLES[queue]} SET "claim" = NULL, "claimedUntil" = NULL
           WHERE "id" = $1 AND "claimedUntil" > clock_timestamp() + ${SOME_TIME}`,
          [id],
        );
        await queues.ring(queue, run);
      },
    };
  }
}
