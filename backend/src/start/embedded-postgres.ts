import { programEnvironment } from '../config.js';
import { DATABASE, openCluster, SUPERUSER, type Cluster } from './postgres-cluster.js';
import { stopLeftovers } from './postgres-leftovers.js';
import { launchServer } from './postgres-server.js';
import { writeState, type ClusterState } from './postgres-state.js';
import { tryPort } from './port.js';
import { messageOf } from './start-error.js';
import { Supervised, type Program } from './supervisor.js';

const LOOPBACK = '127.0.0.1';

/** A PostgreSQL of our own that is running, and is started again when it dies. */
export interface EmbeddedPostgres {
  url: string;
  port: number;
  /** Ends all connections, writes everything to disk and stops. */
  stop(): Promise<void>;
  /** Stops at once; the next start recovers. */
  force(): void;
}

export interface EmbeddedPostgresOptions {
  /** Holds data, password, port and log; made if missing. Only one process at a time may use it. */
  dataDir: string;
  /** Settings of postgresql.conf, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  /** Where lines for the person go. */
  print?: (line: string) => void;
  /** Gives up a start that is under way; `stop` is for afterwards. */
  signal?: AbortSignal;
}

/** Starts PostgreSQL from the programs that npm installed; the first time in a directory, makes the database. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, print = console.log } = options;
  const initArgs = settings.fsync === 'off' ? ['--no-sync'] : [];
  const cluster = await openCluster({ dataDir: options.dataDir, env: programEnvironment(), initArgs });
  if (cluster.runAs.kind === 'user') print(whereItIs(cluster, cluster.runAs.name));
  // Before the port is chosen, since it may be theirs.
  await stopLeftovers(cluster.directory, cluster.mark);
  const server = await startOnFreePort(cluster, { ...options, settings, print });
  return {
    url: addressOf(cluster.state),
    port: cluster.state.port ?? 0,
    stop: () => server.stop(),
    force: () => server.force(),
  };
}

type ServerOptions = EmbeddedPostgresOptions & Required<Pick<EmbeddedPostgresOptions, 'settings' | 'print'>>;

async function startOnFreePort(cluster: Cluster, options: ServerOptions): Promise<Supervised> {
  for (let attempt = 1; ; attempt++) {
    await choosePort(cluster);
    const server = new Supervised(programOf(cluster, options.settings), options.print);
    try {
      await startUnless(options.signal, server);
      return server;
    } catch (error) {
      // Another program was quicker to take the port that was free.
      if (attempt === 3 || !/could not bind|create any TCP/.test(messageOf(error))) throw error;
    }
  }
}

function programOf(cluster: Cluster, settings: Record<string, string>): Program {
  return {
    name: 'PostgreSQL',
    launch: (signal) => launchServer(cluster, settings, signal),
    stopSignal: 'SIGINT',
    forceSignal: 'SIGQUIT',
    graceMs: 30_000,
  };
}

async function startUnless(signal: AbortSignal | undefined, server: Supervised): Promise<void> {
  const giveUp = () => void server.stop();
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    signal?.throwIfAborted();
    await server.start();
  } finally {
    signal?.removeEventListener('abort', giveUp);
  }
}

function whereItIs(cluster: Cluster, user: string): string {
  return `PostgreSQL may not run as root, so it runs as ${user} with its data in ${cluster.directory}`;
}

async function choosePort(cluster: Cluster): Promise<void> {
  const { port } = cluster.state;
  if (port && !(await tryPort(port, LOOPBACK)).refused) return;
  cluster.state.port = (await tryPort(0, LOOPBACK)).port;
  await writeState(cluster.stateFile, cluster.state);
}

/** Address of the database of a DATA_DIR while it runs, by what the DATA_DIR remembers. */
export function addressOf({ password, port = 0 }: ClusterState): string {
  return `postgres://${SUPERUSER}:${password}@${LOOPBACK}:${port}/${DATABASE}`;
}
