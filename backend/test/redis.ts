import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { freePort } from './free-port.js';
import { whyMissing } from './programs.js';

/** Why no Redis can be started here; `null` where one can. */
export const NO_REDIS = whyMissing('redis-server');

/** A Redis server of the test's own on loopback, without persistence. */
export interface TestRedis {
  url: string;
  /** Forgets everything, as FLUSHALL does. */
  flush(): Promise<void>;
  /** Dies without a word. */
  kill(): Promise<void>;
  /** Stands still by SIGSTOP, and goes on by SIGCONT. */
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Is there again, empty, at the same address. */
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** @param settings further ones, as `redis-server` takes them: `--requirepass x`; `--sentinel` makes it a Sentinel */
export async function startRedis(settings: string[] = []): Promise<TestRedis> {
  const folder = await mkdtemp(join(tmpdir(), 'gmb-test-redis-'));
  const port = await freePort();
  const url = `redis://127.0.0.1:${port}`;
  let server = await launch(port, folder, settings);
  const kill = async (): Promise<void> => {
    const gone = once(server, 'exit');
    if (server.exitCode === null && server.signalCode === null && server.kill('SIGKILL')) await gone;
  };
  return {
    url,
    signal: (name) => void server.kill(name),
    flush: async () => {
      const client = new Redis(url);
      await client.flushall();
      client.disconnect();
    },
    kill,
    start: async () => void (server = await launch(port, folder, settings)),
    stop: async () => {
      await kill();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the server and waits until it says that it takes connections. */
async function launch(port: number, folder: string, settings: string[]): Promise<ChildProcess> {
  const own = ['--bind', '127.0.0.1', '--port', String(port), '--dir', folder];
  const file = join(folder, 'redis.conf');
  const isSentinel = settings.includes('--sentinel');
  // A Sentinel keeps its state in its configuration.
  if (isSentinel) await writeFile(file, '');
  const kind = isSentinel ? [] : ['--save', '', '--appendonly', 'no'];
  const server = spawn('redis-server', [...(isSentinel ? [file] : []), ...own, ...kind, ...settings], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let said = '';
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.once('exit', () => reject(new Error(`redis-server ended:\n${said}`)));
    server.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8');
      if (/Ready to accept connections|Sentinel ID is/.test(said)) resolve();
    });
  });
  return server;
}
