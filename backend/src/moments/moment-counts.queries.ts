import type { DataSource, EntityManager } from 'typeorm';
import type { MomentStatus } from '../contract/statuses.js';

// Triggers insert changes of the counts into `moment_counts`, and a sweep merges the rows, so that the sum takes the
// same time for any number of moments.
const COUNT_MOMENTS =
  'SELECT coalesce(sum("count"), 0)::int AS count FROM moment_counts WHERE $1::text[] IS NULL OR "status" = ANY($1)';

// One statement, so that concurrent readers see either the old rows or the merged row.
const MERGE_COUNTS = `WITH removed AS (DELETE FROM moment_counts RETURNING "status", "count")
  INSERT INTO moment_counts SELECT "status", sum("count") FROM removed GROUP BY "status"`;

/** The number of moments with one of these statuses; of all moments without `statuses`. */
export async function countMoments(db: DataSource, statuses?: MomentStatus[]): Promise<number> {
  const [{ count }] = await db.query<[{ count: number }]>(COUNT_MOMENTS, [statuses ?? null]);
  return count;
}

/** Merges the rows of each status into one. Safe to run concurrently. */
export async function mergeMomentCounts(db: DataSource | EntityManager): Promise<void> {
  await db.query(MERGE_COUNTS);
}
