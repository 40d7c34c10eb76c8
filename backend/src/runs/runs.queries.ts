import type { EntityManager } from 'typeorm';
import { prepared } from '../platform/database/sql.js';
import type { Run } from './run.entity.js';
import type { RunKind } from './run-kind.js';

// Each item of each run takes these two statements; by the ORM a caption of the fastest AI would take a third longer.
/** Locks what the run is about, for the rest of the transaction. @returns whether it still exists */
export async function lockSubject(manager: EntityManager, { subject }: RunKind, { subjectId }: Run): Promise<boolean> {
  const table = manager.connection.getMetadata(subject).tableName;
  const sql = prepared(`lock subject in ${table}`, `SELECT FROM "${table}" WHERE "id" = $1 FOR UPDATE`);
  const rows = await manager.query<unknown[]>(sql, [subjectId]);
  return rows.length > 0;
}

const FINISH_ITEM = prepared(
  'finish run item',
  `
  WITH item AS (
    UPDATE run_items SET "state" = $3, "code" = $6, "message" = $4, "detail" = $7 WHERE "runId" = $1 AND "key" = $2
  )
  UPDATE runs SET
    "done" = "done" + ($3::text = 'done')::int,
    "failed" = "failed" + ($3::text = 'failed')::int,
    "total" = "total" - ($3::text = 'skipped')::int
  WHERE "id" = $1 AND "lease" = $5
  RETURNING "state", "total", "done", "failed"`,
);

/** The columns that an item ends with. */
interface ItemColumns {
  state: 'done' | 'failed' | 'skipped';
  code: string | null;
  message: string;
  detail: string;
}

/** Ends an item and counts it. @returns the run's counts; `undefined` when this worker's lease is no longer valid */
export async function countItem(
  manager: EntityManager,
  { id, lease }: Run,
  key: string,
  { state, code, message, detail }: ItemColumns,
): Promise<Pick<Run, 'state' | 'total' | 'done' | 'failed'> | undefined> {
  const [[counted]] = await manager.query<[Pick<Run, 'state' | 'total' | 'done' | 'failed'>[], number]>(FINISH_ITEM, [
    id,
    key,
    state,
    message,
    lease,
    code,
    detail,
  ]);
  return counted;
}

/** A run that no worker has, and the lease of the worker that had it last. */
export interface RunToEnqueue {
  id: string;
  kind: Run['kind'];
  lease: string | null;
}

/** Runs that a worker could take now, the oldest first: most are in the queue as well, and enqueueing them again changes nothing. */
export function runsToEnqueue(manager: EntityManager, kind: string, limit: number): Promise<RunToEnqueue[]> {
  return manager.query<RunToEnqueue[]>(
    `SELECT "id", "kind", "lease" FROM runs
     WHERE "kind" = $1 AND "state" IN ('queued', 'running') AND "createdAt" < now() - interval '2 seconds'
       AND ("leasedUntil" IS NULL OR "leasedUntil" < clock_timestamp())
       AND ("notBefore" IS NULL OR "notBefore" <= clock_timestamp())
     ORDER BY "createdAt" LIMIT $2`,
    [kind, limit],
  );
}
