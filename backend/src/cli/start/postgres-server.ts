import { spawn, type ChildProcess } from 'node:child_process';
import { appendFileSync, renameSync, statSync } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { programEnvironment } from '../../config.js';
import { failedWith, OperatorError, unlessMissing } from '../../platform/operator-error.js';
import { readIfExists } from '../../platform/storage/data-dir.js';
import { errorLineOf, LOOPBACK, type Cluster } from './postgres-cluster.js';
import { commandLine } from './postgres-place.js';
import { otherProcesses, processExists } from './processes.js';
import { howItEnded } from './run-program.js';

const SETTINGS = {
  listen_addresses: LOOPBACK,
  unix_socket_directories: '',
  max_connections: '200',
  // No unused processes: three for asynchronous reads, which a database in memory does not need, and one for
  // replicas.
  io_method: 'sync',
  max_logical_replication_workers: '0',
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Leaves out the details of errors, which contain values of rows.
  log_error_verbosity: 'terse',
};

/** Steps that are tried in turn: disconnect clients and shut down; abort, so that the next start recovers; kill. */
const STOP_STEPS: { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 30_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/**
 * Starts the server of a cluster and resolves when it accepts connections. Its output goes to `postgres.log` in
 * DATA_DIR.
 * @param signal stops a server that is still starting
 * @throws OperatorError when the server ends before it is ready, or a server of an earlier start cannot be stopped
 */
export async function launchServer(
  cluster: Cluster,
  settings: Record<string, string>,
  signal: AbortSignal,
): Promise<ChildProcess> {
  await stopLeftoverServers(cluster);
  signal.throwIfAborted();
  const log = new BoundedLog(join(cluster.dataDir, 'postgres.log'));
  const child = spawnServer(cluster, settings);
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk: Buffer) => log.write(chunk));
  const stop = () => child.kill('SIGINT');
  signal.addEventListener('abort', stop, { once: true });
  try {
    await waitUntilReady(cluster, child, log);
    return child;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

function spawnServer(cluster: Cluster, settings: Record<string, string>): ChildProcess {
  const all = { ...SETTINGS, port: String(cluster.state.port), cluster_name: cluster.clusterName, ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postgres = join(cluster.programs.folder, 'bin/postgres');
  const { file, args, options } = commandLine(cluster.runAs, postgres, ['-D', cluster.directory, ...flags]);
  // Detached, so that Ctrl-C in the terminal does not stop it before the programs that use it.
  const child = spawn(file, args, {
    ...options,
    env: programEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (child.pid) stopWithParent(child, child.pid);
  return child;
}

/**
 * Starts a shell that reads from a pipe of this process. When this process is killed, the pipe closes and the shell
 * stops PostgreSQL.
 */
function stopWithParent(child: ChildProcess, pid: number): void {
  const guard = spawn('/bin/sh', ['-c', 'read -r line; kill -INT "$0"', String(pid)], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    cwd: '/',
  });
  guard.unref();
  child.once('exit', () => guard.kill('SIGKILL'));
}

async function waitUntilReady(cluster: Cluster, child: ChildProcess, log: BoundedLog): Promise<void> {
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('close', (code, signal) => resolve(howItEnded(code, signal)));
  });
  let ending: string | undefined;
  while (!ending) {
    const recorded = await readPostmaster(cluster);
    if (recorded?.ready && recorded.pid === child.pid) return;
    ending = await Promise.race([ended, delay(20, undefined)]);
  }
  throw new OperatorError(`The embedded PostgreSQL did not start (${ending}): ${errorLineOf(log.tail)}`);
}

/** Reads `postmaster.pid`, which a running PostgreSQL keeps in its data directory; undefined when there is none. */
async function readPostmaster({ directory }: Cluster): Promise<{ pid: number; ready: boolean } | undefined> {
  const lines = (await readIfExists(join(directory, 'postmaster.pid')))?.split('\n');
  const pid = Number(lines?.[0]);
  return lines && pid > 0 ? { pid, ready: lines[7]?.trim() === 'ready' } : undefined;
}

/**
 * Stops PostgreSQL processes that still use the data directory because the process that started them was killed: two
 * servers must never share it. Also removes a `postmaster.pid` whose process id now belongs to another program,
 * because PostgreSQL would refuse to start.
 * @throws OperatorError when a process does not end or belongs to another user
 */
export async function stopLeftoverServers(cluster: Cluster): Promise<void> {
  for (const { signal, waitMs } of STOP_STEPS) {
    const remaining = await processesOf(cluster);
    if (remaining.length === 0) break;
    const main = (await readPostmaster(cluster))?.pid;
    for (const pid of main && remaining.includes(main) ? [main] : remaining) sendSignal(signal, pid);
    const deadline = performance.now() + waitMs;
    while (performance.now() < deadline && (await processesOf(cluster)).length > 0) await delay(50);
  }
  const { directory } = cluster;
  const remaining = await processesOf(cluster);
  if (remaining.length > 0) {
    throw new OperatorError(
      `An earlier PostgreSQL on ${directory} does not end: stop process ${remaining.join(', ')} first`,
    );
  }
  const recorded = await readPostmaster(cluster);
  if (recorded && processExists(recorded.pid)) await rm(join(directory, 'postmaster.pid'), { force: true });
}

function sendSignal(signal: NodeJS.Signals, pid: number): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (failedWith(error, 'EPERM')) {
      throw new OperatorError(`PostgreSQL already runs here as process ${pid} of another user: stop it as that user`);
    }
    if (!failedWith(error, 'ESRCH')) throw error;
  }
}

/** Ids of the PostgreSQL processes that use the data directory. */
async function processesOf({ clusterName: mark, directory }: Cluster): Promise<number[]> {
  const marked = (await otherProcesses()).filter(
    ({ command }) => command.includes('postgres') && command.includes(mark),
  );
  const here = await Promise.all(marked.map(({ pid }) => mayRunIn(pid, directory)));
  return marked.filter((_, index) => here[index]).map(({ pid }) => pid);
}

/**
 * Whether a process may have the directory as its working directory; true when that is unknown. Inodes are compared
 * and not paths, because a visible process of another container may use the same path.
 */
async function mayRunIn(pid: number, directory: string): Promise<boolean> {
  if (process.platform !== 'linux') return true;
  try {
    const [cwd, data] = await Promise.all([unlessMissing(stat(`/proc/${pid}/cwd`)), unlessMissing(stat(directory))]);
    return cwd !== undefined && cwd.ino === data?.ino && cwd.dev === data.dev;
  } catch {
    // The process belongs to another user, who alone may see its working directory.
    return true;
  }
}

/** A log file of at most `maxBytes`. When it is full, it is renamed to `<file>.1`, replacing the previous one. */
export class BoundedLog {
  /** The last 4000 characters that were written through this object. */
  tail = '';

  constructor(
    private readonly file: string,
    private readonly maxBytes = 5_000_000,
  ) {}

  /** Does not throw when the disk is full: the database must keep running without a log. */
  write(chunk: Buffer): void {
    this.tail = (this.tail + chunk.toString('utf8')).slice(-4000);
    try {
      const size = statSync(this.file, { throwIfNoEntry: false })?.size ?? 0;
      if (size > 0 && size + chunk.length > this.maxBytes) renameSync(this.file, `${this.file}.1`);
      appendFileSync(this.file, chunk.subarray(-this.maxBytes), { mode: 0o600 });
    } catch (error) {
      if (!failedWith(error, 'ENOSPC', 'EDQUOT')) throw error;
    }
  }
}
