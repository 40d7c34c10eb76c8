import type { EntityManager } from 'typeorm';

const NOW_MS = '(extract(epoch FROM clock_timestamp()) * 1000)::bigint';

const TAKE = `
  INSERT INTO rate_limits AS counted ("key", "points", "expire") VALUES ($1, 1, ${NOW_MS} + $2)
  ON CONFLICT ("key") DO UPDATE SET
    "points" = CASE WHEN counted."expire" <= ${NOW_MS} THEN 1 ELSE counted."points" + 1 END,
    "expire" = CASE WHEN counted."expire" <= ${NOW_MS} THEN excluded."expire" ELSE counted."expire" END
  RETURNING "points", greatest(1, "expire" - ${NOW_MS})::int AS "leftMs"`;

/**
 * Counts uses within a window for all processes together, by the database's clock. The limiter's own `RateLimiterPostgres`
 * compares times of the processes' clocks.
 */
export class CountedWindow {
  constructor(
    private readonly db: Pick<EntityManager, 'query'>,
    private readonly limit: { points: number; seconds: number },
  ) {}

  /**
   * Counts one use, refused ones included. A window begins with its first use.
   * @returns milliseconds until the next window where there were too many in this one, else 0
   */
  async take(key: string): Promise<number> {
    const { points, seconds } = this.limit;
    const [counted] = await this.db.query<[{ points: number; leftMs: number }]>(TAKE, [key, seconds * 1000]);
    return counted.points > points ? counted.leftMs : 0;
  }

  /** Gives one use back. */
  async refund(key: string): Promise<void> {
    await this.db.query('UPDATE rate_limits SET "points" = "points" - 1 WHERE "key" = $1 AND "points" > 0', [key]);
  }
}
