import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** A running process of the benchmark. */
export interface StartedProcess {
  /** Its first message, sent when it was ready. */
  ready: { url?: string; times?: { whole: number; measuring: number }[] };
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

/** What a process took, in MB. */
interface Memory {
  before: number;
  /** How far it grew above that. */
  own: number;
  /** The peak of its child processes together. */
  decoders: number;
  /** The peak of all of them together. */
  peak: number;
}

/** Samples the memory of a process and its child processes every 100 ms (Linux); `stop` ends that. */
export async function watchMemory(pid: number): Promise<{ stop: () => Memory }> {
  const before = await residentMegabytes(pid);
  const most = { before, own: 0, decoders: 0, peak: before };
  const sample = async (): Promise<void> => {
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
    const pids = children.split(' ').filter(Boolean).map(Number);
    // A child may end before its memory is read.
    const memory = await Promise.all(pids.map((child) => residentMegabytes(child).catch(() => 0)));
    const decoders = memory.reduce((sum, value) => sum + value, 0);
    const now = await residentMegabytes(pid);
    most.decoders = Math.max(most.decoders, decoders);
    most.own = Math.max(most.own, now - before);
    most.peak = Math.max(most.peak, now + decoders);
  };
  const timer = setInterval(() => void sample(), 100);
  const stop = () => {
    clearInterval(timer);
    return most;
  };
  return { stop };
}
