import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../../test/free-port.js';
import { median, valueAtMost, valueWithoutGoal, type Figure } from '../figure.js';
import { residentMegabytes } from '../processes.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** Number of timed starts plus the first, which creates the database. One more start is made for the idle memory. */
const STARTS = 4;
/** Time after a start until a process is idle. */
const IDLE_AFTER_MS = 10_000;

/** A command line that starts the product. */
type Command = [program: string, ...rest: string[]];
const NPM_START: Command = ['npm', 'start'];
/** For memory: with `npm start`, npm's own process would count too. */
const NODE: Command = ['node', '--max-semi-space-size=2', '.'];

/** Seconds to start on existing data, and the memory of idle processes. */
export const start: Figure = {
  name: 'start',
  measure: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gmb-bench-'));
    const seconds: number[] = [];
    let idle: Memory = {};
    for (let count = 0; count <= STARTS; count += 1) {
      const product = await startWithCommand(count === STARTS ? NODE : NPM_START, dataDir);
      if (count > 0 && count < STARTS) seconds.push(product.seconds);
      if (count === STARTS) {
        await pause(IDLE_AFTER_MS);
        idle = await memoryOfTree(product.child.pid!);
      }
      await product.stop();
    }
    await rm(dataDir, { recursive: true, force: true });
    return [
      valueAtMost('`npm start` on existing data, to the first answer', 's', 4, median(seconds)),
      valueWithoutGoal('memory of an idle API process', 'MB', idle.api ?? 0),
      valueAtMost('memory of an idle worker process', 'MB', 150, idle.worker ?? 0),
      valueAtMost(
        'memory of all idle processes of `npm start` but npm’s and PostgreSQL’s',
        'MB',
        280,
        sum(Object.values(idle)),
      ),
    ];
  },
};

async function startWithCommand(
  [program, ...rest]: Command,
  dataDir: string,
): Promise<{ child: ChildProcess; seconds: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn(program, rest, { cwd: ROOT, env, stdio: 'ignore' });
  while (!(await answers(port))) await pause(10);
  const seconds = (performance.now() - began) / 1000;
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  return { child, seconds, stop };
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://127.0.0.1:${port}/api/health/live`).catch(() => null);
  return answer?.ok ?? false;
}

type Memory = Partial<Record<'starter' | 'api' | 'worker', number>>;

/** Resident memory in MB of a process and of its descendants, without PostgreSQL. */
async function memoryOfTree(pid: number): Promise<Memory> {
  const [children, environment, command] = await Promise.all([
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'),
    readFile(`/proc/${pid}/environ`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ]);
  const role = /(?:^|\0)ROLES=(api|worker)(?:\0|$)/.exec(environment)?.[1] as 'api' | 'worker' | undefined;
  const name = role ?? (command.startsWith('node\0') ? 'starter' : undefined);
  if (!name) return {};
  const below = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(memoryOfTree));
  return Object.assign({ [name]: await residentMegabytes(pid) }, ...below);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
