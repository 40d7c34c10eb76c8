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
    const memory: { api: number; worker: number }[] = [];
    // The first start makes the database.
    for (let count = 0; count <= STARTS; count += 1) {
      const product = await startWhole(dataDir);
      if (count > 0) seconds.push(product.seconds);
      if (count === STARTS) {
        await pause(REST_MS);
        memory.push(await memories(product.child.pid!));
      }
      await product.stop();
    }
    await rm(dataDir, { recursive: true, force: true });
    return [
      within('`npm start` on existing data, to the first answer', 's', 4, median(seconds)),
      within('memory of an idle API process', 'MB', 150, memory[0]!.api),
      within('memory of an idle worker process', 'MB', 150, memory[0]!.worker),
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

/** Memory of the processes below one, by the role that stands in their environment. */
async function memories(root: number): Promise<{ api: number; worker: number }> {
  const found = { api: 0, worker: 0 };
  const children = (await readFile(`/proc/${root}/task/${root}/children`, 'utf8')).trim().split(' ').filter(Boolean);
  for (const pid of children.map(Number)) {
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8');
    const role = /(?:^|\0)ROLES=(api|worker)(?:\0|$)/.exec(environment)?.[1] as 'api' | 'worker' | undefined;
    if (role) found[role] = await memoryOf(pid);
    else Object.assign(found, withoutZeros(await memories(pid)));
  }
  return found;
}

const withoutZeros = (memory: Record<string, number>) =>
  Object.fromEntries(Object.entries(memory).filter(([, mb]) => mb));

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await once(server.close(), 'close');
  return port;
}
