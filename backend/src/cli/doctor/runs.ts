import type { EntityManager } from 'typeorm';
import { RUN_KINDS } from '../../run-kinds.js';
import { publishProgress } from '../../runs/run-lease.js';
import type { RunKind } from '../../runs/run-kind.js';
import { Run } from '../../runs/run.entity.js';
import { lockSubject } from '../../runs/runs.queries.js';
import { rowsOf, type CheckContext, type Finding } from './check.js';
import type { QueuedRun } from './queues.js';

const ACTIVE = `run."state" IN ('queued', 'running')`;

/** Counts and states as they follow from the items; what waits in a run that has ended is no longer to be done. */
const COUNTED = `
  SELECT run."id", ${ACTIVE} AS active,
    count(*) FILTER (WHERE item."state" IN ('done', 'failed') OR item."state" IN ('waiting', 'running') AND ${ACTIVE})::int AS total,
    count(*) FILTER (WHERE item."state" = 'done')::int AS done,
    count(*) FILTER (WHERE item."state" = 'failed')::int AS failed,
    count(*) FILTER (WHERE item."state" IN ('waiting', 'running'))::int AS waiting
  FROM runs AS run LEFT JOIN run_items AS item ON item."runId" = run."id"
  GROUP BY run."id"`;

const RIGHT_STATE = `CASE WHEN counted.active OR run."state" = 'cancelled' THEN run."state"
  WHEN counted.failed > 0 AND counted.done = 0 THEN 'failed' ELSE 'completed' END`;

const MISCOUNTED = `
  SELECT run."id", run."kind", counted.*, run."state", run."total" AS "storedTotal",
    run."done" AS "storedDone", run."failed" AS "storedFailed"
  FROM runs AS run JOIN (${COUNTED}) AS counted ON counted."id" = run."id"
  WHERE (run."total", run."done", run."failed") IS DISTINCT FROM (counted.total, counted.done, counted.failed)
    OR run."state" <> ${RIGHT_STATE}
    OR (run."endedAt" IS NULL) <> counted.active
    OR NOT counted.active AND counted.waiting > 0`;

interface Miscounted extends Record<
  'done' | 'failed' | 'waiting' | 'storedTotal' | 'storedDone' | 'storedFailed',
  number
> {
  id: string;
  kind: Run['kind'];
  state: string;
}

/** Runs whose count, state or end is not what follows from their items. */
export async function* miscountedRuns({ client, db }: CheckContext): AsyncGenerator<Finding> {
  for await (const run of rowsOf<Miscounted>(client, MISCOUNTED)) {
    const stored = `is ${run.state} with ${run.storedDone} done and ${run.storedFailed} failed of ${run.storedTotal}`;
    const right = `its items say ${run.done} done, ${run.failed} failed and ${run.waiting} waiting`;
    yield {
      problem: `run ${run.id} of ${run.kind} ${stored}, but ${right}`,
      action: 'count them again',
      repair: () => db.transaction((manager) => recount(manager, RUN_KINDS[run.kind].kind, run.id)),
    };
  }
}

async function recount(manager: EntityManager, kind: RunKind, id: string): Promise<void> {
  const run = await manager.findOneBy(Run, { id });
  if (!run) return;
  await lockSubject(manager, kind, run);
  await manager.findOne(Run, { where: { id }, lock: { mode: 'pessimistic_write' } });
  await manager.query(
    `UPDATE runs AS run SET "total" = counted.total, "done" = counted.done, "failed" = counted.failed,
       "state" = ${RIGHT_STATE},
       "endedAt" = CASE WHEN counted.active THEN NULL ELSE coalesce(run."endedAt", clock_timestamp()) END
     FROM (${COUNTED} HAVING run."id" = $1) AS counted WHERE run."id" = $1`,
    [id],
  );
  await manager.query(
    `UPDATE run_items SET "state" = 'skipped' WHERE "runId" = $1 AND "state" IN ('waiting', 'running')
     AND EXISTS (SELECT FROM runs WHERE "id" = $1 AND "endedAt" IS NOT NULL)`,
    [id],
  );
  await publishProgress(manager, kind, await manager.findOneByOrFail(Run, { id }));
}

/** For this long a run may wait for a worker, or for the lease of a dead one to expire, without being lost. No lease is longer. */
const GRACE_PERIOD = `interval '1 minute'`;

const MAYBE_LOST = `
  SELECT "id", "kind", "lease" FROM runs
  WHERE "state" IN ('queued', 'running') AND "createdAt" < now() - ${GRACE_PERIOD}
    AND ("notBefore" IS NULL OR "notBefore" < clock_timestamp() - ${GRACE_PERIOD})
    AND ("leasedUntil" IS NULL OR "leasedUntil" NOT BETWEEN clock_timestamp() - ${GRACE_PERIOD}
      AND clock_timestamp() + ${GRACE_PERIOD})`;

/** Runs that neither ended, nor are with a worker, nor wait in the queue. */
export async function* lostRuns({ client, db, queues }: CheckContext): AsyncGenerator<Finding> {
  const unavailable = new Set<string>();
  for await (const run of rowsOf<QueuedRun>(client, MAYBE_LOST)) {
    const { id, kind } = run;
    if (unavailable.has(kind)) continue;
    try {
      if (await queues.has(kind, run)) continue;
    } catch (error) {
      unavailable.add(kind);
      yield { problem: `the queue of ${kind} cannot be asked: ${String(error)}`, action: 'see that it can be reached' };
      continue;
    }
    // Its worker may have been about to end it.
    const [still] = await db.query<unknown[]>(`${MAYBE_LOST} AND "id" = $1`, [id]);
    if (!still) continue;
    yield {
      problem: `run ${id} of ${kind} has not ended, and no worker and no queue has it`,
      action: 'enqueue it again',
      repair: async () => {
        await db.query(
          `UPDATE runs SET "lease" = NULL, "leasedUntil" = NULL
           WHERE "id" = $1 AND "leasedUntil" > clock_timestamp() + ${GRACE_PERIOD}`,
          [id],
        );
        await queues.enqueue(kind, run);
      },
    };
  }
}
