import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { ARENAS, NODE_FLAGS } from '../src/cli/start/supervisor.js';
import { SESSION_SECRET, type TestApp } from './app.js';

const LONGEST_LOG = 200_000;

/** Starts a program out of the built sources, such as `cli/migrate.js`; its output must be read, or it waits. */
export function runBuilt(
  file: string,
  args: string[],
  env: Record<string, string>,
  nodeFlags: string[] = [],
): ChildProcess {
  return fork(fileURLToPath(new URL(`../dist/src/${file}`, import.meta.url)), args, {
    env: { PATH: process.env['PATH'], ...env },
    execArgv: nodeFlags,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
}

/** A worker as production runs it: a process of its own, out of the built sources. */
export interface WorkerProcess {
  pid: number;
  isAlive(): boolean;
  /** All that it said. */
  log(): string;
  /** Dies without a word, as by `kill -9`. */
  kill(): Promise<void>;
  /** Is asked to stop, and has: its exit code. */
  stop(): Promise<number | null>;
}

/** An API in the same manner. */
export interface ApiProcess extends WorkerProcess {
  url: string;
}

/** What a process works on. */
type Data = Pick<TestApp, 'databaseUrl' | 'dataDir'>;

const running = new Set<ChildProcess>();

/** Starts a worker for an app's data and waits until it is ready. `env` configures it like the app. */
export async function startWorker(data: Data, env: Record<string, string> = {}): Promise<WorkerProcess> {
  return (await start('worker', data, env)).process;
}

/** Starts an API for an app's data, on the port in `env` or else a free one, and waits until it answers. */
export async function startApiProcess(
  data: Data,
  env: Record<string, string> = {},
  nodeFlags: string[] = [],
): Promise<ApiProcess> {
  const started = await start('api', data, { HOST: '127.0.0.1', PORT: '0', SESSION_SECRET, ...env }, nodeFlags);
  return { ...started.process, url: started.url! };
}

async function start(role: 'api' | 'worker', data: Data, env: Record<string, string>, nodeFlags: string[] = []) {
  const own = { ROLES: role, DATABASE_URL: data.databaseUrl, DATA_DIR: data.dataDir };
  const child = runBuilt('main.js', [], { ...own, ...ARENAS, ...env }, [...NODE_FLAGS[role], ...nodeFlags]);
  running.add(child);
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child);
    return code as number | null;
  });
  let log = '';
  for (const stream of [child.stdout!, child.stderr!]) {
    stream.on('data', (chunk: Buffer) => (log = (log + chunk.toString('utf8')).slice(-LONGEST_LOG)));
  }
  const ready = once(child, 'message').then(([message]) => message as { url?: string });
  const up = await Promise.race([ready, ended.then(() => null)]);
  if (!up) throw new Error(`The ${role} did not start:\n${log}`);
  const end = (signal: NodeJS.Signals): Promise<number | null> => {
    child.kill(signal);
    return ended;
  };
  const started: WorkerProcess = {
    pid: child.pid!,
    isAlive: () => running.has(child),
    log: () => log,
    kill: async () => void (await end('SIGKILL')),
    stop: () => end('SIGTERM'),
  };
  return { process: started, url: up.url };
}

/** Ends the processes that still run. */
export async function endWorkers(): Promise<void> {
  await Promise.all(
    [...running].map(async (child) => {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    }),
  );
}
