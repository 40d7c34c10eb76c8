import { readFileSync } from 'node:fs';
import type { SpawnOptions } from 'node:child_process';
import { runProgram } from './run-program.js';
import { StartError } from './start-error.js';

/**
 * How PostgreSQL's programs are run, which refuse to run as root.
 * `direct`: as the user of this process. `namespace`: in a user namespace where this user bears another number, so that
 * the files still belong to this user. `user`: as a system user.
 */
export type RunAs =
  | { kind: 'direct' }
  | { kind: 'namespace'; uid: number; gid: number }
  | { kind: 'user'; name: string; uid: number; gid: number };

interface Account {
  name: string;
  uid: number;
  gid: number;
}

const SYSTEM_USER = 'gmb-moments';
const NOBODY = 65534;

/** The command line and the options that run a program in this way. */
export function commandLine(runAs: RunAs, program: string, args: string[]) {
  const options: SpawnOptions = runAs.kind === 'user' ? { uid: runAs.uid, gid: runAs.gid, cwd: '/' } : { cwd: '/' };
  if (runAs.kind !== 'namespace') return { file: program, args, options };
  const unshare = ['-U', `--map-user=${runAs.uid}`, `--map-group=${runAs.gid}`, '--', program];
  return { file: 'unshare', args: [...unshare, ...args], options };
}

/** A user namespace in which `postgres` runs and may write to `folder`; undefined where the system allows none. */
export async function findNamespace(postgres: string, folder: string, env: NodeJS.ProcessEnv) {
  // initdb wants an account that has a name, and 65534 is also what foreign files seem to belong to.
  const account = accounts().find(({ uid }) => uid !== 0 && uid !== NOBODY) ?? accounts().find(({ uid }) => uid !== 0);
  if (process.platform !== 'linux' || !account) return undefined;
  const runAs: RunAs = { kind: 'namespace', uid: account.uid, gid: account.gid };
  const script = 'test -w "$1" && test -x "$1" && exec "$0" --version';
  const { file, args, options } = commandLine(runAs, 'sh', ['-c', script, postgres, folder]);
  return (await runProgram(file, args, { ...options, env })).ok ? runAs : undefined;
}

/** Whether this process's user has a name, without which initdb does not run. */
export function hasAccount(): boolean {
  return process.platform !== 'linux' || accounts().some(({ uid }) => uid === process.getuid?.());
}

/** The account that owns existing data; else one of the product's own, made if possible; else `nobody`. */
export async function systemUser(dataOwner: number | undefined, env: NodeJS.ProcessEnv): Promise<RunAs> {
  if (dataOwner !== undefined) return asUser(accounts().find(({ uid }) => uid === dataOwner));
  const made = accounts().find(({ name }) => name === SYSTEM_USER) ?? (await makeSystemUser(env));
  return asUser(made ?? accounts().find(({ name }) => name === 'nobody'));
}

async function makeSystemUser(env: NodeJS.ProcessEnv): Promise<Account | undefined> {
  const args = ['--system', '--user-group', '--no-create-home', '--home-dir', '/nonexistent', '--shell', '/bin/false'];
  await runProgram('useradd', [...args, SYSTEM_USER], { env });
  return accounts().find(({ name }) => name === SYSTEM_USER);
}

function asUser(account: Account | undefined): RunAs {
  if (account && account.uid !== 0) return { kind: 'user', ...account };
  throw new StartError(
    'PostgreSQL refuses to run as root, and there is no other user here to run it as: start as an ordinary user, or set DATABASE_URL',
  );
}

function accounts(): Account[] {
  if (process.platform !== 'linux') return [];
  const lines = readFileSync('/etc/passwd', 'utf8').split('\n');
  return lines.flatMap((line) => {
    const [name, , uid, gid] = line.split(':');
    return name && uid && gid ? [{ name, uid: Number(uid), gid: Number(gid) }] : [];
  });
}
