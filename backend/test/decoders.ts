import { readdirSync, readFileSync } from 'node:fs';

/** The processes that decode pictures for a process (Linux). */
export function decodersOf(pid = process.pid): number[] {
  const children = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
    readOr(`/proc/${pid}/task/${thread}/children`, '').split(' ').filter(Boolean).map(Number),
  );
  return children.filter((child) => readOr(`/proc/${child}/cmdline`, '').includes('pictures/decoder.js'));
}

/** Bytes that processes have in memory, all together. */
export function memoryOf(pids: number[]): number {
  return pids.reduce((sum, pid) => sum + residentBytes(pid), 0);
}

/** Watches, until stopped, how many bytes a process's decoders take at most, all together. */
export function watchDecoders(pid = process.pid): { stop(): number } {
  let peak = 0;
  const timer = setInterval(() => (peak = Math.max(peak, memoryOf(decodersOf(pid)))), 10);
  return {
    stop: () => {
      clearInterval(timer);
      return peak;
    },
  };
}

function residentBytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readOr(`/proc/${pid}/status`, ''))?.[1] ?? 0) * 1024;
}

// A process or a thread may end at any time.
function readOr(file: string, otherwise: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch {
    return otherwise;
  }
}
