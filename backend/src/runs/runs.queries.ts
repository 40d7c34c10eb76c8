import type { EntityManager } from 'typeorm';
import type { Run } from './run.entity.js';

/** A run without a worker, and the lease of the worker that had it last. */
export interface RunToEnqueue {
  id: string;
  kind: Run['kind'];
  lease: string | null;
}

/**
 * Runs that a worker could lease now, the oldest first. Most have a job already; enqueueing them again has no effect.
 */
export function findRunsToEnqueue(manager: EntityManager, kind: string, limit: number): Promise<RunToEnqueue[]> {
  return manager.query<RunToEnqueue[]>(
    `SELECT "id", "kind", "lease" FROM runs
     WHERE "kind" = $1 AND "state" IN ('queued', 'running') AND "createdAt" < now() - interval '2 seconds'
       AND ("leasedUntil" IS NULL OR "leasedUntil" < clock_timestamp())
       AND ("notBefore" IS NULL OR "notBefore" <= clock_timestamp())
     ORDER BY "createdAt" LIMIT $2`,
    [kind, limit],
  );
}
