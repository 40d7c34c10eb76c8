import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks per second of the times in /proc, on every Linux that Node runs on. */
const TICKS = 100;

/**
 * Processor seconds, user and system, that a process and all that it started have used, ended ones included; 0 for a process that
 * is gone, and where there is no /proc.
 */
export function processorSeconds(pid = process.pid) {
  const processes = new Map(readAll().map((each) => [each.pid, each]));
  const descends = (each) => each && (each.pid === pid || descends(processes.get(each.parent)));
  const ticks = [...processes.values()].filter(descends).reduce((total, each) => total + each.ticks, 0);
  return ticks / TICKS;
}

function readAll() {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readOne(Number(name)));
  } catch {
    return [];
  }
}

function readOne(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name before may contain blanks. See proc(5): utime, stime, and those of children that ended.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return [
      {
        pid,
        parent: Number(fields[1]),
        ticks: fields
          .slice(11, 15)
          .map(Number)
          .reduce((a, b) => a + b),
      },
    ];
  } catch {
    // It ended meanwhile.
    return [];
  }
}
