import { createHash, randomBytes } from 'node:crypto';
import { chown, mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { programEnvironment } from '../../config.js';
import { failedWith, messageOf, OperatorError } from '../../platform/operator-error.js';
import { createDataDir, readIfExists, writePrivateFile } from '../../platform/storage/data-dir.js';
import { choosePlace, commandLine, ownerOf, type Place } from './postgres-place.js';
import { findPrograms } from './postgres-programs.js';
import { runProgram } from './run-program.js';

const SUPERUSER = 'gmb';
const DATABASE = 'gmb_moments';
export const LOOPBACK = '127.0.0.1';

const PLACES = ['data-dir', 'system'] as const;

/** The content of `postgres.json` in DATA_DIR, about the database cluster. */
interface ClusterState {
  password: string;
  /** Recorded, so that the address stays the same as long as the port is free. */
  port?: number;
  place: (typeof PLACES)[number];
}

/** A database cluster: its files in `directory`, and the way to run it. */
export interface Cluster extends Place {
  /** The product's DATA_DIR: absolute, without symbolic links. */
  dataDir: string;
  /** PostgreSQL's `cluster_name`: unique on this machine, and part of the command line of all its processes. */
  clusterName: string;
  state: ClusterState;
}

/**
 * Returns the address that the database of a DATA_DIR has while it runs; undefined if it never ran.
 * @throws OperatorError if the record cannot be read
 */
export async function recordedAddress(dataDir: string): Promise<string | undefined> {
  const state = await readState(dataDir);
  return state?.port === undefined ? undefined : addressOf(state.password, state.port);
}

export function addressOf(password: string, port: number): string {
  return `postgres://${SUPERUSER}:${password}@${LOOPBACK}:${port}/${DATABASE}`;
}

async function readState(dataDir: string): Promise<ClusterState | undefined> {
  const file = stateFile(dataDir);
  try {
    const text = await readIfExists(file);
    return text === undefined ? undefined : parseState(text);
  } catch (error) {
    if (failedWith(error, 'EACCES')) {
      throw new OperatorError(`${file} may not be read by this user: start as the user who started it first`);
    }
    if (error instanceof SyntaxError) {
      throw new OperatorError(`${file} is damaged: restore it, for it holds the password of the database beside it`);
    }
    throw new OperatorError(`${file} cannot be read (${messageOf(error)})`);
  }
}

/** @throws SyntaxError if it is not a complete record */
function parseState(text: string): ClusterState {
  const state = JSON.parse(text) as ClusterState | null;
  const isValid =
    typeof state?.password === 'string' &&
    PLACES.includes(state.place) &&
    (state.port === undefined || Number.isInteger(state.port));
  if (!isValid) throw new SyntaxError('it is not a record of a database cluster');
  return state;
}

export async function writeState({ dataDir, state }: Pick<Cluster, 'dataDir' | 'state'>): Promise<void> {
  await writePrivateFile(stateFile(dataDir), `${JSON.stringify(state, null, 2)}\n`);
}

function stateFile(dataDir: string): string {
  return join(dataDir, 'postgres.json');
}

/**
 * Opens the cluster of a DATA_DIR, and creates it the first time.
 * @param initArgs further arguments of initdb
 */
export async function openCluster(folder: string, initArgs: string[]): Promise<Cluster> {
  const dataDir = await createDataDir(folder);
  const known = await readState(dataDir);
  const installed = await findPrograms(dataDir);
  const place = await choosePlace({ dataDir, env: programEnvironment(), known, installed });
  const state = known ?? { password: randomBytes(24).toString('base64url'), place: place.name };
  const clusterName = `gmb-${createHash('sha256').update(place.directory).digest('hex').slice(0, 12)}`;
  const cluster = { ...place, dataDir, clusterName, state };
  if ((await ownerOf(place.directory)) === undefined) await createCluster(cluster, initArgs);
  else await checkCluster(cluster, known);
  return cluster;
}

async function createCluster(cluster: Cluster, initArgs: string[]): Promise<void> {
  const { directory, runAs, state } = cluster;
  // Created under another name and renamed, so that an interrupted start leaves no incomplete cluster.
  const unfinished = `${directory}.new`;
  const passwordFile = `${directory}.password`;
  await writeState(cluster);
  await rm(unfinished, { recursive: true, force: true });
  await mkdir(unfinished, { mode: 0o700 });
  try {
    await writeFile(passwordFile, state.password, { mode: 0o600 });
    if (runAs.kind === 'user') {
      for (const path of [unfinished, passwordFile]) await chown(path, runAs.uid, runAs.gid);
    }
    await runPostgres(cluster, 'initdb', [
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      // PostgreSQL's own C.UTF-8 is the same on every system, unlike installed locales.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      '--locale=C',
      `--pgdata=${unfinished}`,
      `--pwfile=${passwordFile}`,
      ...initArgs,
    ]);
    // Created in single-user mode before the rename, so that every finished cluster has its database.
    await runPostgres(
      cluster,
      'postgres',
      ['--single', '-D', unfinished, 'postgres'],
      `CREATE DATABASE ${DATABASE};\n`,
    );
    await rename(unfinished, directory);
  } finally {
    await rm(passwordFile, { force: true });
  }
}

async function runPostgres(cluster: Cluster, program: string, args: string[], input?: string): Promise<void> {
  const path = join(cluster.programs.folder, 'bin', program);
  const { file, args: commandArgs, options } = commandLine(cluster.runAs, path, args);
  const ended = await runProgram(file, commandArgs, { ...options, env: programEnvironment() }, input);
  // `postgres --single` exits with 0 after a failed statement.
  if (ended.ok && !/ERROR|FATAL/.test(ended.output)) return;
  throw new OperatorError(
    `The embedded PostgreSQL could not make its database in ${cluster.directory} (${ended.ending}): ${errorLineOf(ended.output)}; set DATABASE_URL to use another PostgreSQL`,
  );
}

async function checkCluster(cluster: Cluster, known: ClusterState | undefined): Promise<void> {
  if (!known) {
    throw new OperatorError(
      `${stateFile(cluster.dataDir)} with the password of the database in ${cluster.directory} is missing: restore it, or move that folder away to start with an empty database`,
    );
  }
  const major = (await readIfExists(join(cluster.directory, 'PG_VERSION')))?.trim();
  if (major === undefined) {
    throw new OperatorError(
      `${cluster.directory} is not a database of PostgreSQL, for PG_VERSION is missing in it: restore that folder, or move it away and run npm run restore -- <archive>`,
    );
  }
  if (cluster.programs.version.split('.')[0] !== major) {
    throw new OperatorError(
      `The database in ${cluster.directory} was made by PostgreSQL ${major}, but PostgreSQL ${cluster.programs.version} is installed: install the earlier release of this product and run npm run backup, then this one with another DATA_DIR and run npm run restore`,
    );
  }
}

/** Returns the last line with an error, or else the last line that is not empty. */
export function errorLineOf(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines.findLast((line) => /error|fatal/i.test(line)) ?? lines.at(-1) ?? 'it printed nothing';
}
