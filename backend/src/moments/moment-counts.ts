import { Injectable } from '@nestjs/common';
import { Interval } from '@nestjs/schedule';
import { DataSource, type EntityManager } from 'typeorm';
import { oneAtATime } from '../common/one-at-a-time.js';
import type { MomentStatus } from '../contract/statuses.js';

/** The numbers of moments that the database keeps beside them (`moment_counts`): its sum costs the same for any number of them. */

const SUM = 'SELECT coalesce(sum("count"), 0)::int AS count FROM moment_counts WHERE $1::text IS NULL OR "status" = $1';

// Whoever reads meanwhile sees all of the old rows or all of the new.
const GATHER = `WITH gone AS (DELETE FROM moment_counts RETURNING "status", "count")
  INSERT INTO moment_counts SELECT "status", sum("count") FROM gone GROUP BY "status"`;

const SWEEP_MS = 30_000;

/** How many moments there are, of this status or of all. */
export async function countMoments(db: DataSource, status?: MomentStatus): Promise<number> {
  const [{ count }] = await db.query<[{ count: number }]>(SUM, [status ?? null]);
  return count;
}

/** Counts the moments of a status themselves and keeps that, while nobody changes any; for repairs. */
export async function recountMoments(manager: EntityManager, status: string): Promise<void> {
  await manager.query('LOCK TABLE moments IN SHARE ROW EXCLUSIVE MODE');
  await manager.query('DELETE FROM moment_counts WHERE "status" = $1', [status]);
  await manager.query(
    'INSERT INTO moment_counts SELECT status, count(*) FROM moments WHERE "status" = $1 GROUP BY status',
    [status],
  );
}

/** Puts the rows of each status together, again and again, so that there are few to sum. Any number of workers may do so at once. */
@Injectable()
export class MomentCountsSweep {
  private readonly round = oneAtATime('MomentCounts', () => this.db.query(GATHER));

  constructor(private readonly db: DataSource) {}

  @Interval(SWEEP_MS)
  sweep(): Promise<void> {
    return this.round();
  }
}
