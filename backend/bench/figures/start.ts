import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { median, within, type Figure } from '../figure.js';
import { memoryOf } from '../processes.js';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const STARTS = 3;
/** What a process needs to come to rest after its start. */
const REST_MS = 10_000;

/** `npm start` on data that is there already, and what its processes take while nobody does anything. */
export const start: Figure = {
  name: 'start',
  measure: async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'gmb-bench-'));
    const seconds: number[] = [];
    let idle: Memory = {};
    // The first start makes the database.
    for (let count = 0; count <= STARTS; count += 1) {
      const product = await startWhole(dataDir);
      if (count > 0) seconds.push(product.seconds);
      if (count === STARTS) {
        await pause(REST_MS);
        idle = await memoryBelow(product.child.pid!);
      }
      await product.stop();
    }
    await rm(dataDir, { recursive: true, force: true });
    return [
      within('`npm start` on existing data, to the first answer', 's', 4, median(seconds)),
      within('memory of an idle API process', 'MB', 150, idle.api ?? 0),
      within('memory of an idle worker process', 'MB', 150, idle.worker ?? 0),
      within('memory of all idle processes of `npm start` but PostgreSQL’s', 'MB', 280, sum(Object.values(idle))),
    ];
  },
};

async function startWhole(
  dataDir: string,
): Promise<{ child: ChildProcess; seconds: number; stop: () => Promise<void> }> {
  const port = await freePort();
  const env = { ...process.env, PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir };
  const began = performance.now();
  const child = spawn('npm', ['start'], { cwd: ROOT, env, stdio: 'ignore' });
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

type Memory = Partial<Record<'npm' | 'starter' | 'api' | 'worker', number>>;

/** Resident memory in MB of a process of `npm start` and of those below it, without PostgreSQL's. */
async function memoryBelow(pid: number): Promise<Memory> {
  const [children, environment, command] = await Promise.all([
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8'),
    readFile(`/proc/${pid}/environ`, 'utf8'),
    readFile(`/proc/${pid}/cmdline`, 'utf8'),
  ]);
  const role = /(?:^|\0)ROLES=(api|worker)(?:\0|$)/.exec(environment)?.[1] as 'api' | 'worker' | undefined;
  const name = role ?? (command.startsWith('npm') ? 'npm' : command.includes('start.js') ? 'starter' : undefined);
  if (!name) return {};
  const below = await Promise.all(children.trim().split(' ').filter(Boolean).map(Number).map(memoryBelow));
  return Object.assign({ [name]: await memoryOf(pid) }, ...below);
}

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
