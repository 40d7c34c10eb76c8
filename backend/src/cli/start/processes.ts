import { readdir, readFile } from 'node:fs/promises';
import { failedWith, unlessMissing } from '../../platform/operator-error.js';
import { runProgram } from './run-program.js';

/** Index of the start time among the fields of `/proc/<pid>/stat` that follow the program's name. */
const START_TIME = 19;

/**
 * Returns the start time of a process; `''` if there is none with this id. Together with the id it identifies a
 * process, because another process may get the same id later.
 */
export async function startTimeOf(pid: number): Promise<string> {
  if (process.platform !== 'linux') {
    return (await runProgram('ps', ['-o', 'lstart=', '-p', String(pid)])).output.trim();
  }
  const boot = await unlessMissing(readFile('/proc/sys/kernel/random/boot_id', 'utf8'));
  const status = await unlessMissing(readFile(`/proc/${pid}/stat`, 'utf8'));
  // The fields after the program's name, which is in parentheses and may contain any characters. The first is the
  // state.
  const fields = status?.slice(status.lastIndexOf(')') + 2).split(' ');
  return !fields || fields[0] === 'Z' ? '' : `${boot?.trim()} ${fields[START_TIME]}`;
}

/** Whether a process has this id. A process that has ended counts until its parent reads its exit code. */
export function processExists(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return failedWith(error, 'EPERM');
  }
}

/** All other processes that this user can see, with their command lines. */
export async function otherProcesses(): Promise<{ pid: number; command: string }[]> {
  const all = process.platform === 'linux' ? await linuxProcesses() : await psProcesses();
  return all.filter(({ pid }) => pid !== process.pid);
}

// Read from /proc, because small containers have no `ps`.
async function linuxProcesses() {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const commandOf = (pid: number) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return Promise.all(pids.map(async (pid) => ({ pid, command: await commandOf(pid) })));
}

async function psProcesses() {
  const { output } = await runProgram('ps', ['-axww', '-o', 'pid=,command=']);
  return output.split('\n').flatMap((line) => {
    const [, pid, command] = /^\s*(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && command ? [{ pid: Number(pid), command }] : [];
  });
}
