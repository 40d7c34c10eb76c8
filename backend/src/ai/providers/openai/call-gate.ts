import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { countUse } from '../../../platform/limits/rate-limits.queries.js';

const KEY = 'ai:calls';
/** Maximum random delay, which spreads the calls that wait for the next minute over its first second. */
const JITTER_MS = 1000;

/** Limits the AI calls per minute of all processes together, counted in the database. */
export class CallGate {
  constructor(
    private readonly db: DataSource,
    private readonly maxPerMinute: number,
    private readonly windowSeconds = 60,
  ) {}

  /** Waits until a call may be made, and counts it. @throws the signal's reason when it aborts */
  async pass(signal: AbortSignal): Promise<void> {
    const count = () => countUse(this.db, { points: this.maxPerMinute, seconds: this.windowSeconds }, KEY);
    for (let waitMs = await count(); waitMs > 0; waitMs = await count()) {
      const wait = delay(waitMs + Math.random() * JITTER_MS, undefined, { signal });
      await wait.catch(() => signal.throwIfAborted());
    }
    signal.throwIfAborted();
  }
}
