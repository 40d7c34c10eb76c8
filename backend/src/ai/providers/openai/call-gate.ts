import { setTimeout as delay } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { CountedWindow } from '../../../platform/limits/counted-window.js';

const KEY = 'ai:calls';
/** Spreads the calls that wait for the next minute over its first second. */
const JITTER_MS = 1000;

/** Limits the AI calls per minute of all processes together, counted in the database. */
export class CallGate {
  private readonly calls: CountedWindow;

  constructor(db: DataSource, maxPerMinute: number, windowSeconds = 60) {
    this.calls = new CountedWindow(db, { points: maxPerMinute, seconds: windowSeconds });
  }

  /** Returns when a call may be made; throws the signal's reason when it aborts. */
  async pass(signal: AbortSignal): Promise<void> {
    for (let waitMs = await this.calls.take(KEY); waitMs > 0; waitMs = await this.calls.take(KEY)) {
      const wait = delay(waitMs + Math.random() * JITTER_MS, undefined, { signal });
      await wait.catch(() => signal.throwIfAborted());
    }
    signal.throwIfAborted();
  }
}
