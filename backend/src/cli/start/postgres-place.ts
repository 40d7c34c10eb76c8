import type { SpawnOptions } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { chmod, mkdir, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { failedWith, messageOf, OperatorError, unlessMissing } from '../../platform/operator-error.js';
import { copyPrograms, type PostgresPrograms } from './postgres-programs.js';
import { runProgram } from './run-program.js';

/**
 * The way to run PostgreSQL's programs, which refuse to run as root. `direct`: as the user of this process.
 * `namespace`: in a user namespace where this user has another id, so that the files still belong to this user.
 * `user`: as a system user.
 */
export type RunAs =
  | { kind: 'direct' }
  | { kind: 'namespace'; uid: number; gid: number }
  | { kind: 'user'; name: string; uid: number; gid: number };

/** The data directory, and the way to run PostgreSQL on it. */
export interface Place {
  /** `system`: below /var/lib, because the user that runs PostgreSQL for root cannot enter DATA_DIR. */
  name: 'data-dir' | 'system';
  directory: string;
  programs: PostgresPrograms;
  runAs: RunAs;
}

interface PlaceOptions {
  /** Absolute, without symbolic links. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  installed: PostgresPrograms;
  /** The place that the last start recorded, if any. */
  known: { place: Place['name']; port?: number } | undefined;
}

/** Folder for databases of root that cannot be in DATA_DIR. */
const SYSTEM_FOLDER = '/var/lib/gmb-moments';
const SYSTEM_USER = 'gmb-moments';
const UNMAPPED = 65534;

/** Returns the command line and the options of `spawn` that run a program in this way. */
export function commandLine(runAs: RunAs, program: string, args: string[]) {
  const options: SpawnOptions = runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid, cwd: '/' } : { cwd: '/' };
  if (runAs.kind !== 'namespace') return { file: program, args, options };
  const unshare = ['-U', `--map-user=${runAs.uid}`, `--map-group=${runAs.gid}`, '--', program];
  return { file: 'unshare', args: [...unshare, ...args], options };
}

/**
 * Decides where and as which user PostgreSQL runs. An existing database keeps its folder and its owner.
 * @throws OperatorError if there is no way to run it
 */
export async function choosePlace(options: PlaceOptions): Promise<Place> {
  const { dataDir, installed, known } = options;
  const directory = join(dataDir, 'postgres');
  const uid = process.getuid?.();
  if (known?.place === 'system') {
    if (uid === 0) return systemPlace(options);
    throw new OperatorError(
      `The database of ${dataDir} is in ${systemFolder(dataDir)}, where root made it: start as root, or choose another DATA_DIR`,
    );
  }
  const owner = await ownerOf(directory);
  const place = { name: 'data-dir' as const, directory, programs: installed };
  const account = accounts().find((entry) => entry.uid === uid);
  if (owner !== undefined && owner !== uid) {
    throw new OperatorError(
      `The database in ${directory} belongs to user number ${owner}, but this is user ${account?.name ?? `number ${uid}`}: start as that user, or choose another DATA_DIR`,
    );
  }
  if (uid !== 0 && (account || process.platform !== 'linux')) return { ...place, runAs: { kind: 'direct' } };
  const namespace = await findNamespace(options);
  if (namespace) return { ...place, runAs: namespace };
  if (owner !== undefined) {
    throw new OperatorError(
      `The database in ${directory} was made in a user namespace, which this system does not allow now (unshare -U): allow it again, or choose another DATA_DIR`,
    );
  }
  if (uid === 0) return systemPlace(options);
  throw new OperatorError(
    `The user number ${uid} has no name on this system, without which PostgreSQL does not start: start as a user of /etc/passwd, or set DATABASE_URL`,
  );
}

/** Returns the user id of a file's owner; undefined if there is no such file. */
export async function ownerOf(path: string): Promise<number | undefined> {
  return (await unlessMissing(stat(path)))?.uid;
}

/** Finds a user namespace in which PostgreSQL runs and may write to DATA_DIR; undefined if the system allows none. */
async function findNamespace({ installed, dataDir, env }: PlaceOptions): Promise<RunAs | undefined> {
  // initdb needs an account with a name. 65534 is avoided, because files of other users seem to belong to it.
  const others = accounts().filter(({ uid }) => uid !== 0);
  const account = others.find(({ uid }) => uid !== UNMAPPED) ?? others[0];
  if (!account) return undefined;
  const runAs: RunAs = { kind: 'namespace', uid: account.uid, gid: account.gid };
  const script = 'test -w "$1" && test -x "$1" && exec "$0" --version';
  const postgres = join(installed.folder, 'bin/postgres');
  const { file, args, options } = commandLine(runAs, 'sh', ['-c', script, postgres, dataDir]);
  return (await runProgram(file, args, { ...options, env })).ok ? runAs : undefined;
}

/** Returns the folder for the database of a DATA_DIR that only root may enter. */
function systemFolder(dataDir: string): string {
  return join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

async function systemPlace({ dataDir, env, installed, known }: PlaceOptions): Promise<Place> {
  const home = systemFolder(dataDir);
  const directory = join(home, 'postgres');
  const owner = await ownerOf(directory);
  // A recorded port means that the database was created.
  if (owner === undefined && known?.port !== undefined) {
    throw new OperatorError(
      `The database of ${dataDir} should be in ${home} but is not: if ${dataDir} was moved, move its folder below ${SYSTEM_FOLDER} to ${home}`,
    );
  }
  await makeSystemFolders(home);
  if (owner !== undefined && !known) await rename(directory, `${directory}.set-aside-${Date.now()}`);
  const runAs = await systemUser(known && owner, env);
  return { name: 'system', directory, programs: await copyPrograms(installed, home), runAs };
}

async function makeSystemFolders(home: string): Promise<void> {
  try {
    for (const folder of [SYSTEM_FOLDER, home]) {
      // The umask of root may hide the new folder from PostgreSQL's user.
      if (await mkdir(folder, { recursive: true })) await chmod(folder, 0o755);
    }
  } catch (error) {
    if (!failedWith(error, 'EACCES', 'EROFS', 'EPERM')) throw error;
    throw new OperatorError(
      `PostgreSQL refuses to run as root, and its data cannot be put in ${home} for another user (${messageOf(error)}): start as an ordinary user, or set DATABASE_URL`,
    );
  }
}

/** The user that owns existing data; otherwise the product's own user, created if possible; otherwise `nobody`. */
async function systemUser(dataOwner: number | undefined, env: NodeJS.ProcessEnv): Promise<RunAs> {
  const findAccount = (name: string) => accounts().find((account) => account.name === name);
  if (dataOwner === undefined && !findAccount(SYSTEM_USER)) {
    const args = '--system --user-group --no-create-home --home-dir /nonexistent --shell /bin/false'.split(' ');
    await runProgram('useradd', [...args, SYSTEM_USER], { env });
  }
  const account =
    dataOwner === undefined
      ? (findAccount(SYSTEM_USER) ?? findAccount('nobody'))
      : accounts().find(({ uid }) => uid === dataOwner);
  if (account && account.uid !== 0) return { kind: 'user', ...account };
  throw new OperatorError(
    'PostgreSQL refuses to run as root, and there is no other user here to run it as: start as an ordinary user, or set DATABASE_URL',
  );
}

function accounts(): { name: string; uid: number; gid: number }[] {
  if (process.platform !== 'linux') return [];
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
