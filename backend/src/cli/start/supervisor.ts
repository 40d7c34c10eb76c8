import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { childEnvironment } from '../../config.js';
import { messageOf, OperatorError } from '../../platform/operator-error.js';
import { isFailure, ReportedFailure } from '../../platform/process-failure.js';
import { howItEnded } from './run-program.js';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 10_000;
const STEADY_AFTER_MS = 30_000;

/**
 * Flags of Node that save memory.
 * - `max-semi-space-size`: by default V8's young generation grows to 48 MB and stays so, a third of an idle process.
 * With
 *   less than 8 MB, an API would promote objects of unfinished requests to the old generation, whose collection costs more.
 *   A worker has few such objects.
 * - `heap-growing-percent`: by default the old generation may grow to four times the live objects, and stays so after
 * long
 *   load (327 MB). With 50 % an API stays below 200 MB, for 10 % more processor time per response.
 *
 * package.json and the Dockerfile repeat these flags for processes that are started by hand.
 */
export const NODE_FLAGS = {
  api: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
  worker: ['--max-semi-space-size=2'],
};

/** Limits glibc to two memory arenas, instead of one per allocating thread: an idle process takes 5 MB less. */
export const ARENAS = { MALLOC_ARENA_MAX: '2' };

/** A program for `Supervised`. */
export interface Program {
  name: string;
  /**
   * Starts the program once. If it does not become ready or the signal aborts, it is ended and the promise rejects.
   */
  launch(signal: AbortSignal): Promise<ChildProcess>;
  stopSignal: NodeJS.Signals;
  /** Ends the program without delay; also sent when it has not stopped after `graceMs`. */
  forceSignal: NodeJS.Signals;
  graceMs: number;
}

/**
 * Keeps a program running: restarts it whenever it ends, after a growing pause. A program that reports before its end
 * that a restart would not help is not restarted.
 */
export class Supervised {
  private readonly stopping = new AbortController();
  private child?: ChildProcess;
  private pauseMs = FIRST_PAUSE_MS;
  private ended: Promise<void> = Promise.resolve();

  /** @param onFailure called when the program has ended by itself and is not restarted */
  constructor(
    private readonly program: Program,
    private readonly print: (line: string) => void,
    private readonly onFailure: () => void = () => undefined,
  ) {}

  /**
   * Resolves when the program is up; rejects when its first launch fails.
   * @param signal cancels the first launch
   */
  async start(signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const signals = signal ? [signal, this.stopping.signal] : [this.stopping.signal];
    const child = await this.program.launch(AbortSignal.any(signals));
    this.ended = this.keepRunning(child);
  }

  /** Stops the program, and starts it again. */
  restart(): void {
    this.pauseMs = FIRST_PAUSE_MS;
    this.child?.kill(this.program.stopSignal);
  }

  /** Stops the program permanently, and waits until it has exited; kills it after `graceMs`. */
  async stop(): Promise<void> {
    this.stopping.abort();
    this.child?.kill(this.program.stopSignal);
    const force = setTimeout(() => this.force(), this.program.graceMs);
    await this.ended;
    clearTimeout(force);
  }

  /** Kills the program, and does not restart it. */
  force(): void {
    this.stopping.abort();
    this.child?.kill(this.program.forceSignal);
  }

  private async keepRunning(first: ChildProcess): Promise<void> {
    let child: ChildProcess | undefined = first;
    while (child) {
      const startedAt = performance.now();
      const { reason, isFinal } = await this.untilEnd(child);
      if (isFinal && !this.stopping.signal.aborted) return this.onFailure();
      if (performance.now() - startedAt >= STEADY_AFTER_MS) this.pauseMs = FIRST_PAUSE_MS;
      child = await this.relaunch(`ended with ${reason}`);
    }
  }

  private async untilEnd(child: ChildProcess): Promise<{ reason: string; isFinal: boolean }> {
    this.child = child;
    if (this.stopping.signal.aborted) child.kill(this.program.stopSignal);
    const isFinal = await untilEnd(child);
    this.child = undefined;
    return { reason: howItEnded(child.exitCode, child.signalCode), isFinal };
  }

  /** Launches the program until it succeeds; undefined if the program is stopped meanwhile. */
  private async relaunch(firstReason: string): Promise<ChildProcess | undefined> {
    const { signal } = this.stopping;
    let reason = firstReason;
    while (!signal.aborted) {
      this.print(`${this.program.name} ${reason}; starting it again in ${this.pauseMs / 1000} s`);
      await delay(this.pauseMs, undefined, { signal }).catch(() => undefined);
      this.pauseMs = Math.min(this.pauseMs * 2, LONGEST_PAUSE_MS);
      if (signal.aborted) return undefined;
      try {
        return await this.program.launch(signal);
      } catch (error) {
        reason = `did not start (${messageOf(error)})`;
      }
    }
    return undefined;
  }
}

/** A Node program of the product or of its packages, and how to run it. */
export interface NodeProgram {
  name: string;
  /** The program's file. */
  file: string;
  args?: string[];
  env: NodeJS.ProcessEnv;
  /** Flags of Node. */
  flags?: string[];
  /** Called each time it reports that it is ready, with the URL that it serves, if any. */
  onReady?: (url: string | undefined) => void;
}

/** Returns a Node program that runs until it is stopped, for `Supervised`. */
export function longRunning(options: NodeProgram): Program {
  return {
    name: options.name,
    launch: async () => {
      const child = await forkProgram(options);
      child.on('message', (message) => {
        if (isReady(message)) options.onReady?.(message.url);
      });
      return child;
    },
    stopSignal: 'SIGTERM',
    forceSignal: 'SIGKILL',
    graceMs: 15_000,
  };
}

/**
 * Runs a Node program until it ends.
 * @throws OperatorError if it fails, ReportedFailure if it has printed why, the signal's reason if that aborts
 */
export async function runToEnd(options: NodeProgram, signal: AbortSignal): Promise<void> {
  const child = await forkProgram(options);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const isReported = await untilEnd(child);
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (child.exitCode === 0) return;
  if (isReported) throw new ReportedFailure(`${options.name} failed`);
  throw new OperatorError(`${options.name} failed: it ended with ${howItEnded(child.exitCode, child.signalCode)}`);
}

async function forkProgram({ name, file, args = [], env, flags = [] }: NodeProgram): Promise<ChildProcess> {
  const child = fork(file, args, {
    env: { ...ARENAS, ...childEnvironment(env) },
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // In its own session, so that Ctrl-C in the terminal only reaches the starter, which stops all programs in order.
    detached: true,
  });
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw new OperatorError(`${name} could not be started: ${messageOf(error)}`);
  }
  // Errors of signals and messages are ignored, because the child's exit is handled.
  child.on('error', () => undefined);
  return child;
}

/** Waits until a program has ended. @returns whether it reported that a restart would not help */
async function untilEnd(child: ChildProcess): Promise<boolean> {
  let hasFailed = false;
  child.on('message', (message) => (hasFailed ||= isFailure(message)));
  if (isRunning(child)) await once(child, 'exit');
  // Its last message may arrive after its exit.
  if (child.connected) await once(child, 'disconnect');
  return hasFailed;
}

function isRunning({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode === null && signalCode === null;
}

function isReady(message: unknown): message is { type: 'ready'; url?: string } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
