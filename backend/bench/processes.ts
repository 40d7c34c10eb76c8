import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A running process of the benchmark. */
export interface StartedProcess {
  /** Its first message, sent when it was ready. */
  ready: { url?: string };
  pid: number;
  stop(): Promise<void>;
}

/**
 * Starts a Node program and waits for its first IPC message. Its stdout is discarded, its stderr inherited.
 * @throws Error when it ends before that
 */
export async function startProcess(
  file: URL,
  env: Record<string, string>,
  { execArgv = [] as string[] } = {},
): Promise<StartedProcess> {
  const child = fork(fileURLToPath(file), [], {
    env: { PATH: process.env['PATH'], ...env },
    execArgv,
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const ended = once(child, 'exit');
  const [ready] = (await Promise.race([once(child, 'message'), rejectOnExit(ended, file)])) as [
    StartedProcess['ready'],
  ];
  return { ready, pid: child.pid!, stop: () => stopProcess(child, ended) };
}

/** Starts a program of `bare/`, which does the same work as the product without it. */
export function startBare(name: string, env: Record<string, string>): Promise<StartedProcess> {
  const options = { execArgv: ['--import', 'tsx'] };
  return startProcess(new URL(`bare/${name}.ts`, import.meta.url), { NODE_ENV: 'production', ...env }, options);
}

async function rejectOnExit(ended: Promise<unknown[]>, file: URL): Promise<never> {
  const [code] = await ended;
  throw new Error(`${file.pathname} ended with code ${String(code)} before it was ready`);
}

async function stopProcess(child: ChildProcess, ended: Promise<unknown>): Promise<void> {
  child.kill('SIGTERM');
  await ended;
}

/** Resident memory of a process in MB (Linux). */
export async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)![1]) / 1024;
}
