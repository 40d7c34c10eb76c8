import { readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readIfThere } from './private-file.js';
import { runProgram } from './run-program.js';
import { failedWith, StartError } from './start-error.js';

const STOPS: { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/** The first lines of `postmaster.pid`, which a running PostgreSQL keeps in its data directory. */
export async function readPostmaster(directory: string): Promise<{ pid: number; ready: boolean } | undefined> {
  const lines = (await readIfThere(join(directory, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[0]);
  return lines && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Stops whatever still runs on a data directory since its starter was killed, so that no two servers ever share one,
 * and removes a `postmaster.pid` whose number belongs to another program by now, at which PostgreSQL would give up.
 * @param mark the `cluster_name` of this directory, which stands in the command line of each of its processes
 */
export async function stopLeftovers(directory: string, mark: string): Promise<void> {
  for (const { signal, waitMs } of STOPS) {
    const left = await processesOn(directory, mark);
    if (left.length === 0) break;
    const main = (await readPostmaster(directory))?.pid;
    signalAll(main && left.includes(main) ? [main] : left, signal);
    await untilGone(directory, mark, waitMs);
  }
  const left = await processesOn(directory, mark);
  if (left.length > 0) {
    throw new StartError(`An earlier PostgreSQL on ${directory} does not end: stop process ${left.join(', ')} first`);
  }
  const recorded = await readPostmaster(directory);
  if (recorded && isAlive(recorded.pid)) await rm(join(directory, 'postmaster.pid'), { force: true });
}

function signalAll(pids: number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if (failedWith(error, 'EPERM')) {
        throw new StartError(`PostgreSQL already runs here as process ${pid} of another user: stop it as that user`);
      }
      if (!failedWith(error, 'ESRCH')) throw error;
    }
  }
}

async function untilGone(directory: string, mark: string, waitMs: number): Promise<void> {
  const deadline = performance.now() + waitMs;
  while (performance.now() < deadline && (await processesOn(directory, mark)).length > 0) await delay(50);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return failedWith(error, 'EPERM');
  }
}

async function processesOn(directory: string, mark: string): Promise<number[]> {
  const all = process.platform === 'linux' ? await linuxProcesses() : await otherProcesses();
  const marked = all.filter(({ command }) => command.includes('postgres') && command.includes(mark));
  const here = await Promise.all(marked.map(({ pid }) => mayRunIn(pid, directory)));
  return marked.filter((_, index) => here[index]).map(({ pid }) => pid);
}

async function linuxProcesses() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (name) => ({
      pid: Number(name),
      command: await readFile(`/proc/${name}/cmdline`, 'utf8').catch(() => ''),
    })),
  );
  return found.filter(({ pid }) => pid !== process.pid);
}

async function otherProcesses() {
  const { output } = await runProgram('ps', ['-axww', '-o', 'pid=,command=']);
  return output.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command && Number(pid) !== process.pid ? [{ pid: Number(pid), command }] : [];
  });
}

/** Another container may have the same path, and its processes may be visible here; so compare the folder itself. */
async function mayRunIn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    const [theirs, ours] = await Promise.all([stat(`/proc/${pid}/cwd`), stat(directory)]);
    return theirs.ino === ours.ino && theirs.dev === ours.dev;
  } catch (error) {
    return !failedWith(error, 'ENOENT', 'ESRCH');
  }
}
