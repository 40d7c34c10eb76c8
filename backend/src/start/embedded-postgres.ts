import { Client } from 'pg';
import { programEnvironment } from '../config.js';
import { openCluster, SUPERUSER, type Cluster } from './postgres-cluster.js';
import { stopLeftovers } from './postgres-leftovers.js';
import { launchServer } from './postgres-server.js';
import { writeState } from './postgres-state.js';
import { tryPort } from './port.js';
import { Supervised } from './supervisor.js';

const DATABASE = 'gmb_moments';
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
}

/** Starts PostgreSQL from the programs that npm installed; the first time in a directory, makes the database. */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { settings = {}, print = console.log } = options;
  const initArgs = settings.fsync === 'off' ? ['--no-sync'] : [];
  const cluster = await openCluster({ dataDir: options.dataDir, env: programEnvironment(), initArgs });
  if (cluster.runAs.kind === 'user') print(whereItIs(cluster, cluster.runAs.name));
  // Before the port is chosen, since it may be theirs.
  await stopLeftovers(cluster.directory, cluster.mark);
  const port = await choosePort(cluster);
  const server = new Supervised(
    {
      name: 'PostgreSQL',
      launch: (signal) => launchServer(cluster, settings, signal),
      stopSignal: 'SIGINT',
      forceSignal: 'SIGQUIT',
      graceMs: 30_000,
    },
    print,
  );
  await server.start();
  const url = addressOf(cluster, port);
  await ensureDatabase(url('postgres'));
  return { url: url(DATABASE), port, stop: () => server.stop(), force: () => server.force() };
}

function whereItIs(cluster: Cluster, user: string): string {
  return `PostgreSQL may not run as root, so it runs as ${user} with its data in ${cluster.directory}`;
}

async function choosePort(cluster: Cluster): Promise<number> {
  const { port } = cluster.state;
  if (port && !(await tryPort(port, LOOPBACK)).refused) return port;
  cluster.state.port = (await tryPort(0, LOOPBACK)).port;
  await writeState(cluster.stateFile, cluster.state);
  return cluster.state.port;
}

function addressOf(cluster: Cluster, port: number) {
  return (database: string) => `postgres://${SUPERUSER}:${cluster.state.password}@${LOOPBACK}:${port}/${database}`;
}

async function ensureDatabase(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [DATABASE]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${DATABASE}`);
  } finally {
    await client.end();
  }
}
