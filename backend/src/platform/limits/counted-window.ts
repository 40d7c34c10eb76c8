import { countUse, takeUseBack, type Db } from './rate-limits.queries.js';

/**
 * Counts uses within a window for all processes together, by the database's clock. The limiter's own `RateLimiterPostgres`
 * compares times of the processes' clocks.
 */
export class CountedWindow {
  constructor(
    private readonly db: Db,
    private readonly limit: { points: number; seconds: number },
  ) {}

  /**
   * Counts one use, refused ones included. A window begins with its first use.
   * @returns milliseconds until the next window if there were too many in this one, otherwise 0
   */
  async take(key: string): Promise<number> {
    const { points, seconds } = this.limit;
    const counted = await countUse(this.db, key, seconds);
    return counted.points > points ? counted.leftMs : 0;
  }

  /** Gives one use back. */
  refund(key: string): Promise<void> {
    return takeUseBack(this.db, key);
  }
}
