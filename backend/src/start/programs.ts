import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { childEnvironment } from '../config.js';
import { howItEnded } from './run-program.js';
import { messageOf, StartError } from './start-error.js';
import type { Program } from './supervisor.js';

/**
 * V8 lets the space of young objects grow to 48 MB, and keeps it: a third of an idle process. An API with less than 8 MB
 * would move objects of requests that it is still answering to the old ones, whose collection costs more; a worker has
 * few at a time. The same stands in package.json and the Dockerfile, for processes that are started by hand.
 */
export const NODE_FLAGS = { api: ['--max-semi-space-size=8'], worker: ['--max-semi-space-size=2'] };

/** glibc keeps freed memory apart for each thread that allocates; with two such arenas an idle process takes 5 MB less. */
const ARENAS = { MALLOC_ARENA_MAX: '2' };

/** How one of our programs is run. */
export interface ProgramOptions {
  name: string;
  /** The program's file. */
  file: string;
  env: NodeJS.ProcessEnv;
  /** Flags of Node. */
  flags?: string[];
  /** Called each time it says that it is up, with the address that it serves, if it does. */
  onReady?: (url: string | undefined) => void;
}

/** One of our programs that runs until it is told to stop. */
export function lasting(options: ProgramOptions): Program {
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

/** Runs one of our programs to its end. */
export async function runToEnd(options: ProgramOptions, signal: AbortSignal): Promise<void> {
  const child = await forkProgram(options);
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
  signal.removeEventListener('abort', stop);
  signal.throwIfAborted();
  if (child.exitCode === 0) return;
  throw new StartError(`${options.name} failed: it ended with ${howItEnded(child.exitCode, child.signalCode)}`);
}

async function forkProgram({ name, file, env, flags = [] }: ProgramOptions): Promise<ChildProcess> {
  const child = fork(file, [], {
    env: { ...ARENAS, ...childEnvironment(env) },
    execArgv: flags,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // In a session of its own, so that Ctrl-C in the terminal reaches the starter alone, which stops all in order.
    detached: true,
  });
  if (child.pid === undefined) {
    const [error] = await once(child, 'error');
    throw new StartError(`${name} could not be started: ${messageOf(error)}`);
  }
  // A failed signal or message shows in the child's end, if in anything.
  child.on('error', () => undefined);
  return child;
}

function isReady(message: unknown): message is { type: 'ready'; url?: string } {
  return typeof message === 'object' && message !== null && 'type' in message && message.type === 'ready';
}
