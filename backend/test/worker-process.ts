import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { TestApp } from './app.js';

const MAIN = fileURLToPath(new URL('../dist/src/main.js', import.meta.url));
const LONGEST_LOG = 200_000;

/** A worker as production runs it: a process of its own, out of the built sources. */
export interface WorkerProcess {
  pid: number;
  /** All that it said. */
  log(): string;
  /** Dies without a word, as by `kill -9`. */
  kill(): Promise<void>;
  /** Is asked to stop, and has: its exit code. */
  stop(): Promise<number | null>;
}

const running = new Set<ChildProcess>();

/** Starts a worker for an app's data and waits until it is ready. `env` configures it like the app. */
export async function startWorker(
  app: Pick<TestApp, 'databaseUrl' | 'dataDir'>,
  env: Record<string, string> = {},
): Promise<WorkerProcess> {
  const child = fork(MAIN, [], {
    env: { PATH: process.env['PATH'], ROLES: 'worker', DATABASE_URL: app.databaseUrl, DATA_DIR: app.dataDir, ...env },
    execArgv: [],
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString('utf8')).slice(-LONGEST_LOG)));
  }
  const ready = once(child, 'message').then(() => true);
  if (!(await Promise.race([ready, ended.then(() => false)]))) throw new Error(`The worker did not start:\n${log}`);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  return { pid: child.pid!, log: () => log, kill: async () => void (await end('SIGKILL')), stop: () => end('SIGTERM') };
}

/** Ends the workers that still run. */
export async function endWorkers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}
