import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A process that was started to be measured. */
export interface Started {
  /** What it said when it was ready. */
  ready: { url?: string };
  pid: number;
  stop(): Promise<void>;
}

/** Starts a program and waits for its first message. What it logs is thrown away, as to a file that nobody reads. */
export async function startProcess(
  file: URL,
  env: Record<string, string>,
  { execArgv = [] as string[] } = {},
): Promise<Started> {
  const child = fork(fileURLToPath(file), [], {
    env: { PATH: process.env['PATH'], ...env },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [ready] = (await Promise.race([once(child, 'message'), failed(ended, file)])) as [Started['ready']];
  return { ready, pid: child.pid!, stop: () => end(child, ended) };
}

/** Starts a program of `bare/`. */
export function startBare(name: string, env: Record<string, string>): Promise<Started> {
  const options = { execArgv: ['--import', 'tsx'] };
  return startProcess(new URL(`bare/${name}.ts`, import.meta.url), { NODE_ENV: 'production', ...env }, options);
}

async function failed(ended: Promise<unknown[]>, file: URL): Promise<never> {
  const [code] = await ended;
  throw new Error(`${file.pathname} ended with code ${String(code)} before it was ready`);
}

async function end(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** Resident memory of a process in MB (Linux). */
export async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
