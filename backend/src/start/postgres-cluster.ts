import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeDataDir } from './data-dir.js';
import { choosePlace, ownerOf, type Place } from './postgres-place.js';
import { findPrograms, programPath } from './postgres-programs.js';
import { readState, writeState, type ClusterState } from './postgres-state.js';
import { commandLine } from './postgres-user.js';
import { runProgram } from './run-program.js';
import { StartError } from './start-error.js';

export const SUPERUSER = 'gmb';
export const DATABASE = 'gmb_moments';

/** A data directory of PostgreSQL, and how it is run. */
export interface Cluster extends Place {
  /** Absolute, without symbolic links. */
  dataDir: string;
  /** Distinguishes its processes from all others on this machine. */
  mark: string;
  env: NodeJS.ProcessEnv;
  stateFile: string;
  state: ClusterState;
}

interface ClusterOptions {
  dataDir: string;
  env: NodeJS.ProcessEnv;
  initArgs: string[];
}

/** Opens the cluster of a DATA_DIR, and makes it the first time. */
export async function openCluster({ dataDir: given, env, initArgs }: ClusterOptions): Promise<Cluster> {
  const dataDir = await makeDataDir(given);
  const stateFile = join(dataDir, 'postgres.json');
  const known = await readState(stateFile);
  const place = await choosePlace({ dataDir, env, known, installed: await findPrograms(dataDir) });
  const state = known ?? { password: randomBytes(24).toString('base64url'), place: place.name };
  const mark = `gmb-${createHash('sha256').update(place.directory).digest('hex').slice(0, 12)}`;
  const cluster = { ...place, dataDir, mark, env, stateFile, state };
  if ((await ownerOf(place.directory)) === undefined) await makeCluster(cluster, initArgs);
  else await checkCluster(cluster, known);
  return cluster;
}

async function makeCluster(cluster: Cluster, initArgs: string[]): Promise<void> {
  // Under another name until it is complete, so that a start cut short leaves nothing half made.
  const draft = `${cluster.directory}.new`;
  const passwordFile = `${cluster.directory}.password`;
  await writeState(cluster.stateFile, cluster.state);
  await rm(draft, { recursive: true, force: true });
  await mkdir(draft, { mode: 0o700 });
  try {
    await writeFile(passwordFile, cluster.state.password, { mode: 0o600 });
    if (cluster.runAs.kind === 'user') {
      const { uid, gid } = cluster.runAs;
      await Promise.all([draft, passwordFile].map((path) => chown(path, uid, gid)));
    }
    await initialise(cluster, [`--pgdata=${draft}`, `--pwfile=${passwordFile}`, ...initArgs]);
    await createDatabase(cluster, draft);
    await rename(draft, cluster.directory);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function initialise(cluster: Cluster, args: string[]): Promise<void> {
  const fixed = [
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // PostgreSQL's own C.UTF-8: the same on every system, whatever locales are installed.
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--locale=C',
  ];
  await runPostgres(cluster, 'initdb', [...fixed, ...args]);
}

/** Creates the database without a server, so that a cluster never lacks it. */
async function createDatabase(cluster: Cluster, directory: string): Promise<void> {
  await runPostgres(cluster, 'postgres', ['--single', '-D', directory, 'postgres'], `CREATE DATABASE ${DATABASE};\n`);
}

async function runPostgres(cluster: Cluster, program: 'initdb' | 'postgres', args: string[], input?: string) {
  const { file, args: line, options } = commandLine(cluster.runAs, programPath(cluster.programs, program), args);
  const ended = await runProgram(file, line, { ...options, env: cluster.env }, input);
  if (ended.ok && !/ERROR|FATAL/.test(ended.output)) return;
  throw new StartError(
    `The embedded PostgreSQL could not make its database in ${cluster.directory} (${ended.how}): ${lastLine(ended.output)}; set DATABASE_URL to use another PostgreSQL`,
  );
}

async function checkCluster(cluster: Cluster, known: ClusterState | undefined): Promise<void> {
  if (!known) {
    throw new StartError(
      `${cluster.stateFile} with the password of the database in ${cluster.directory} is missing: restore it, or move that folder away to start afresh`,
    );
  }
  const major = (await readFile(join(cluster.directory, 'PG_VERSION'), 'utf8')).trim();
  if (cluster.programs.version.split('.')[0] !== major) {
    throw new StartError(
      `The database in ${cluster.directory} was made by PostgreSQL ${major}, but PostgreSQL ${cluster.programs.version} is installed: install the earlier release of this product, and dump and restore the data`,
    );
  }
}

/** The last line that says something. */
export function lastLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'it said nothing';
}
