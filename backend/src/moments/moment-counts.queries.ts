import type { DataSource, EntityManager } from 'typeorm';
import type { MomentStatus } from '../contract/statuses.js';

// Triggers insert each change of the counts as rows into `moment_counts`. Their sum costs the same for any number of
// moments, since the rows are merged regularly.
const COUNT_MOMENTS =
  'SELECT coalesce(sum("count"), 0)::int AS count FROM moment_counts WHERE $1::text IS NULL OR "status" = $1';

// One statement, so that concurrent readers see either the old rows or the merged ones.
const MERGE_COUNTS = `WITH removed AS (DELETE FROM moment_counts RETURNING "status", "count")
  INSERT INTO moment_counts SELECT "status", sum("count") FROM removed GROUP BY "status"`;

/** Number of moments with this status; of all moments when it is undefined. */
export async function countMoments(db: DataSource, status?: MomentStatus): Promise<number> {
  const [{ count }] = await db.query<[{ count: number }]>(COUNT_MOMENTS, [status ?? null]);
  return count;
}

/**
 * Replaces the stored count of a status by the real one, for repairs. Changes of moments, and merging, are blocked until
 * the transaction ends.
 */
export async function recountMoments(manager: EntityManager, status: string): Promise<void> {
  await manager.query('LOCK TABLE moments, moment_counts IN SHARE ROW EXCLUSIVE MODE');
  await manager.query('DELETE FROM moment_counts WHERE "status" = $1', [status]);
  await manager.query(
    'INSERT INTO moment_counts SELECT status, count(*) FROM moments WHERE "status" = $1 GROUP BY status',
    [status],
  );
}

/** Merges the count rows of each status into one, so that `countMoments` sums few. Safe to run concurrently. */
export async function mergeMomentCounts(db: DataSource | EntityManager): Promise<void> {
  await db.query(MERGE_COUNTS);
}
