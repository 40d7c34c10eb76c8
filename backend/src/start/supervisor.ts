import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { howItEnded } from './run-program.js';
import { messageOf } from './start-error.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const STEADY_AFTER_MS = 30_000;

/** A program to be kept running. */
export interface Program {
  name: string;
  /** Starts it once. Rejects, with nothing left running, when it does not come up or the signal aborts. */
  launch(signal: AbortSignal): Promise<ChildProcess>;
  stopSignal: NodeJS.Signals;
  /** For an end without delay; also sent when the program has not stopped after `graceMs`. */
  forceSignal: NodeJS.Signals;
  graceMs: number;
}

/** A program that is started again, after a growing pause, whenever it dies. */
export class Supervised {
  private readonly stopping = new AbortController();
  private child?: ChildProcess;
  private pauseMs = FIRST_PAUSE_MS;
  private ended: Promise<void> = Promise.resolve();

  constructor(
    private readonly program: Program,
    private readonly print: (line: string) => void,
  ) {}

  /** Resolves when the program is up; rejects when its first launch fails. */
  async start(): Promise<void> {
    const child = await this.program.launch(this.stopping.signal);
    this.ended = this.keep(child);
  }

  /** Stops the program for good and waits until it is gone. */
  async stop(): Promise<void> {
    this.stopping.abort();
    if (this.child) this.child.kill(this.program.stopSignal);
    const force = setTimeout(() => this.force(), this.program.graceMs);
    await this.ended;
    clearTimeout(force);
  }

  /** Ends a stop that takes too long. */
  force(): void {
    this.stopping.abort();
    this.child?.kill(this.program.forceSignal);
  }

  private async keep(first: ChildProcess): Promise<void> {
    let next: ChildProcess | undefined = first;
    while (next) {
      const startedAt = performance.now();
      const reason = await this.untilEnd(next);
      if (this.stopping.signal.aborted) return;
      if (performance.now() - startedAt >= STEADY_AFTER_MS) this.pauseMs = FIRST_PAUSE_MS;
      next = await this.again(reason);
    }
  }

  private async untilEnd(child: ChildProcess): Promise<string> {
    this.child = child;
    if (this.stopping.signal.aborted) child.kill(this.program.stopSignal);
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    this.child = undefined;
    return howItEnded(child.exitCode, child.signalCode);
  }

  /** Launches again, as often as it takes; undefined when it is to stop instead. */
  private async again(reason: string): Promise<ChildProcess | undefined> {
    const { signal } = this.stopping;
    let why = `ended with ${reason}`;
    while (!signal.aborted) {
      this.print(`${this.program.name} ${why}; starting it again in ${this.pauseMs / 1000} s`);
      await delay(this.pauseMs, undefined, { signal }).catch(() => undefined);
      this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
      if (signal.aborted) return undefined;
      try {
        return await this.program.launch(signal);
      } catch (error) {
        why = `did not start (${messageOf(error)})`;
      }
    }
    return undefined;
  }
}
