import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type { DataSource } from 'typeorm';
import { wait } from './wait.js';

const KEY = 'calls';
/** Spreads those who wait for the next minute over its first second. */
const JITTER_MS = 1000;

/** Lets through a number of AI calls per minute, counted in the database for all processes together. */
export class CallGate {
  private readonly limiter: RateLimiterPostgres;

  constructor(dataSource: DataSource, maxPerMinute: number, windowSeconds = 60) {
    this.limiter = new RateLimiterPostgres({
      storeClient: dataSource,
      storeType: 'typeorm',
      tableName: 'rate_limits',
      tableCreated: true,
      keyPrefix: 'ai',
      points: maxPerMinute,
      duration: windowSeconds,
      clearExpiredByTimeout: false,
    });
  }

  /** Returns when a call may be made. */
  async pass(signal: AbortSignal): Promise<void> {
    for (let waitMs = await this.take(); waitMs > 0; waitMs = await this.take()) {
      await wait(waitMs + Math.random() * JITTER_MS, signal);
    }
    signal.throwIfAborted();
  }

  /** Takes a place in this minute; otherwise says in how many milliseconds the next minute begins. */
  private async take(): Promise<number> {
    try {
      await this.limiter.consume(KEY);
      return 0;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(refused.msBeforeNext, 1);
    }
  }
}
