import type { DataSource } from 'typeorm';
import { CountedWindow } from '../database/counted-window.js';
import { wait } from './wait.js';

const KEY = 'ai:calls';
/** Spreads those who wait for the next minute over its first second. */
const JITTER_MS = 1000;

/** Lets through a number of AI calls per minute, counted in the database for all processes together. */
export class CallGate {
  private readonly calls: CountedWindow;

  constructor(db: DataSource, maxPerMinute: number, windowSeconds = 60) {
    this.calls = new CountedWindow(db, { points: maxPerMinute, seconds: windowSeconds });
  }

  /** Returns when a call may be made. */
  async pass(signal: AbortSignal): Promise<void> {
    for (let waitMs = await this.calls.take(KEY); waitMs > 0; waitMs = await this.calls.take(KEY)) {
      await wait(waitMs + Math.random() * JITTER_MS, signal);
    }
    signal.throwIfAborted();
  }
}
