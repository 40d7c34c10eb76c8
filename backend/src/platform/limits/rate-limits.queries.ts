import type { EntityManager } from 'typeorm';

const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const TAKE = `
  INSERT INTO rate_limits AS counted ("key", "points", "expire") VALUES ($1, 1, ${NOW_MS} + $2)
  ON CONFLICT ("key") DO UPDATE SET
    "points" = CASE WHEN counted."expire" <= ${NOW_MS} THEN 1 ELSE counted."points" + 1 END,
    "expire" = CASE WHEN counted."expire" <= ${NOW_MS} THEN excluded."expire" ELSE counted."expire" END
  RETURNING "points", greatest(1, "expire" - ${NOW_MS})::int AS "leftMs"`;

/** Runs statements. */
export type Db = Pick<EntityManager, 'query'>;

/**
 * Counts one use of a key, also if it is refused, for all processes together and by the database's clock, unlike
 * `RateLimiterPostgres` of the library, which compares the clocks of processes. A window begins with its first use.
 * @returns milliseconds until the next window if there were too many in this one, otherwise 0
 */
export async function countUse(db: Db, limit: { points: number; seconds: number }, key: string): Promise<number> {
  const counted = await countInWindow(db, limit, key);
  return counted.points > limit.points ? counted.leftMs : 0;
}

/** Counts one use; returns the uses within the window so far, and the milliseconds until the next window. */
export async function countInWindow(
  db: Db,
  { seconds }: { seconds: number },
  key: string,
): Promise<{ points: number; leftMs: number }> {
  const [counted] = await db.query<[{ points: number; leftMs: number }]>(TAKE, [key, seconds * 1000]);
  return counted;
}

/** Undoes one use in the window of a key. */
export async function undoUse(db: Db, key: string): Promise<void> {
  await db.query('UPDATE rate_limits SET "points" = "points" - 1 WHERE "key" = $1 AND "points" > 0', [key]);
}
