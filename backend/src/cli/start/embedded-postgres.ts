import { addressOf, LOOPBACK, openCluster, writeState, type Cluster } from './postgres-cluster.js';
import { launchServer, stopLeftoverServers } from './postgres-server.js';
import { messageOf } from '../../platform/operator-error.js';
import { tryPort } from './port.js';
import { Supervised, type Program } from './supervisor.js';

const ATTEMPTS = 3;

/** The product's own running PostgreSQL, which is restarted when it ends unexpectedly. */
export interface EmbeddedPostgres {
  url: string;
  /** Ends all connections, writes everything to disk and stops. */
  stop(): Promise<void>;
  /** Stops at once; the next start recovers. */
  force(): void;
}

export interface EmbeddedPostgresOptions {
  /** Folder for data, password, port and log; created if missing. Only one process at a time may use it. */
  dataDir: string;
  /** Settings of postgresql.conf, such as `{ fsync: 'off' }` for tests. */
  settings?: Record<string, string>;
  /** Prints a line for the operator. */
  print?: (line: string) => void;
  /** Cancels the start; call `stop` after it. */
  signal?: AbortSignal;
}

/**
 * Starts PostgreSQL from the programs that npm installed. Creates the database if the folder has none.
 *
 * The npm package's own class is not used, because
 * - as root it needs a user `postgres` that may write to DATA_DIR;
 * - a killed first start leaves an incomplete database, and a killed product a server that the next start cannot
 * replace;
 * - it gives PostgreSQL the product's whole environment, and ends this process by its own signal handlers.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, settings = {}, print = console.log, signal } = options;
  const cluster = await openCluster(dataDir, settings.fsync === 'off' ? ['--no-sync'] : []);
  const { runAs, directory, state } = cluster;
  if (runAs.kind === 'user') {
    print(`PostgreSQL may not run as root, so it runs as ${runAs.name} with its data in ${directory}`);
  }
  const program: Program = {
    name: 'PostgreSQL',
    launch: (stopping) => launchServer(cluster, settings, stopping),
    stopSignal: 'SIGINT',
    forceSignal: 'SIGQUIT',
    graceMs: 30_000,
  };
  const server = new Supervised(program, print);
  // Before the port is chosen, because they may use it.
  await stopLeftoverServers(cluster);
  const port = await startOnFreePort(cluster, server, signal);
  return { url: addressOf(state.password, port), stop: () => server.stop(), force: () => server.force() };
}

/** @returns the port on which it runs */
async function startOnFreePort(cluster: Cluster, server: Supervised, signal?: AbortSignal): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    const port = await choosePort(cluster);
    try {
      await server.start(signal);
      return port;
    } catch (error) {
      // Another program may take the port just before PostgreSQL does.
      if (attempt === ATTEMPTS || !/could not bind|create any TCP/.test(messageOf(error))) throw error;
    }
  }
}

async function choosePort(cluster: Cluster): Promise<number> {
  const recorded = cluster.state.port;
  if (recorded && !(await tryPort(recorded, LOOPBACK)).refused) return recorded;
  const { port } = await tryPort(0, LOOPBACK);
  cluster.state.port = port;
  await writeState(cluster);
  return port;
}
