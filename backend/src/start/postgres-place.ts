import { createHash } from 'node:crypto';
import { chmod, mkdir, rename, stat } from 'node:fs/promises';
import { userInfo } from 'node:os';
import { join } from 'node:path';
import { copyPrograms, programPath, type PostgresPrograms } from './postgres-programs.js';
import type { ClusterState } from './postgres-state.js';
import { findNamespace, hasAccount, systemUser, type RunAs } from './postgres-user.js';
import { failedWith, messageOf, StartError } from './start-error.js';

/** Where the data of root's databases goes when they cannot be in DATA_DIR. */
const SYSTEM_FOLDER = '/var/lib/gmb-moments';

/** Where the data is, and who runs PostgreSQL on it. */
export interface Place {
  name: ClusterState['place'];
  directory: string;
  programs: PostgresPrograms;
  runAs: RunAs;
}

interface PlaceOptions {
  /** Absolute, without symbolic links. */
  dataDir: string;
  env: NodeJS.ProcessEnv;
  installed: PostgresPrograms;
  known: ClusterState | undefined;
}

/** Decides how PostgreSQL can run here; a database that exists stays where and whose it is. */
export async function choosePlace(options: PlaceOptions): Promise<Place> {
  const { dataDir, env, installed, known } = options;
  const directory = join(dataDir, 'postgres');
  const isRoot = process.getuid?.() === 0;
  if (known?.place === 'system') return isRoot ? systemPlace(options) : refuseUser(dataDir);
  const owner = await ownerOf(directory);
  checkOwner(directory, owner);
  if (!isRoot && hasAccount()) return { name: 'data-dir', directory, programs: installed, runAs: { kind: 'direct' } };
  const namespace = await findNamespace(programPath(installed, 'postgres'), dataDir, env);
  if (namespace) return { name: 'data-dir', directory, programs: installed, runAs: namespace };
  if (owner !== undefined) refuseWithoutNamespace(directory);
  if (isRoot) return systemPlace(options);
  throw new StartError(
    `The user number ${process.getuid?.()} has no name on this system, without which PostgreSQL does not start: start as a user of /etc/passwd, or set DATABASE_URL`,
  );
}

/** The number of a file's owner, or undefined where there is no such file. */
export async function ownerOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).uid;
  } catch (error) {
    if (failedWith(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** The folder for the database of one DATA_DIR that only root may enter. */
export function systemFolder(dataDir: string): string {
  return join(SYSTEM_FOLDER, createHash('sha256').update(dataDir).digest('hex').slice(0, 16));
}

async function systemPlace({ dataDir, env, installed, known }: PlaceOptions): Promise<Place> {
  const home = systemFolder(dataDir);
  const directory = join(home, 'postgres');
  const owner = await ownerOf(directory);
  // A port is recorded as soon as the database was made.
  if (owner === undefined && known?.port !== undefined) {
    throw new StartError(
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
    throw new StartError(
      `PostgreSQL refuses to run as root, and its data cannot be put in ${home} for another user (${messageOf(error)}): start as an ordinary user, or set DATABASE_URL`,
    );
  }
}

function checkOwner(directory: string, owner: number | undefined): void {
  if (owner === undefined || owner === process.getuid?.()) return;
  throw new StartError(
    `The database in ${directory} belongs to user number ${owner}, but this is ${userName()}: start as that user, or choose another DATA_DIR`,
  );
}

function userName(): string {
  try {
    return `user ${userInfo().username}`;
  } catch {
    return `user number ${process.getuid?.()}`;
  }
}

function refuseUser(dataDir: string): never {
  throw new StartError(
    `The database of ${dataDir} is in ${systemFolder(dataDir)}, where root made it: start as root, or choose another DATA_DIR`,
  );
}

function refuseWithoutNamespace(directory: string): never {
  throw new StartError(
    `The database in ${directory} was made in a user namespace, which this system does not allow now (unshare -U): allow it again, or choose another DATA_DIR`,
  );
}
