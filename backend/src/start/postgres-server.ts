import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { BoundedLog } from './bounded-log.js';
import { lastLine, type Cluster } from './postgres-cluster.js';
import { readPostmaster, stopLeftovers } from './postgres-leftovers.js';
import { programPath } from './postgres-programs.js';
import { commandLine } from './postgres-user.js';
import { howItEnded } from './run-program.js';
import { StartError } from './start-error.js';

const SETTINGS = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '',
  max_connections: '200',
  timezone: 'UTC',
  log_timezone: 'UTC',
};

/** Starts the server of a cluster and resolves when it takes connections. */
export async function launchServer(
  cluster: Cluster,
  settings: Record<string, string>,
  signal: AbortSignal,
): Promise<ChildProcess> {
  await stopLeftovers(cluster.directory, cluster.mark);
  signal.throwIfAborted();
  const log = new BoundedLog(join(cluster.dataDir, 'postgres.log'));
  const child = spawnServer(cluster, settings);
  child.stderr?.on('data', (chunk: Buffer) => log.write(chunk));
  child.stdout?.on('data', (chunk: Buffer) => log.write(chunk));
  const stop = () => child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await untilReady(cluster, child, log);
    return child;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function spawnServer(cluster: Cluster, settings: Record<string, string>): ChildProcess {
  const all = { ...SETTINGS, port: String(cluster.state.port), cluster_name: cluster.mark, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = programPath(cluster.programs, 'postgres');
  const { file, args, options } = commandLine(cluster.runAs, postgres, ['-D', cluster.directory, ...flags]);
  // In a session of its own, so that Ctrl-C in the terminal does not stop it before the programs that use it.
  const child = spawn(file, args, { ...options, env: cluster.env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  if (child.pid) endWithParent(child, child.pid);
  return child;
}

/** A shell that waits on a pipe from this process; when this process is killed, the pipe closes and it stops PostgreSQL. */
function endWithParent(child: ChildProcess, pid: number): void {
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}

async function untilReady(cluster: Cluster, child: ChildProcess, log: BoundedLog): Promise<void> {
  const ended = untilEnd(child);
  let how: string | undefined;
  while (!how) {
    const recorded = await readPostmaster(cluster.directory);
    if (recorded?.ready && recorded.pid === child.pid) return;
    how = await Promise.race([ended, delay(20, undefined)]);
  }
  throw new StartError(`The embedded PostgreSQL did not start (${how}): ${lastLine(log.tail)}`);
}

function untilEnd(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(howItEnded(code, signal)));
  });
}
