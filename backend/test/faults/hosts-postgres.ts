import { execFile } from 'node:child_process';
import { appendFile, chmod, readFile, readlink, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';
import { expect } from '@jest/globals';
import { eventually } from '../eventually.js';
import type { Host, Program } from '../hosts.js';
import { startPostgres } from '../postgres.js';
import { folder } from './hosts-programs.js';
import { later } from './later.js';

/** So that the log of PostgreSQL's changes does not fill a small disk by itself. */
const SMALL_LOG = ['max_wal_size=64MB', 'min_wal_size=32MB'];
/** So that a standby finds there what came since it was copied, and a commit waits until it has it, where one must. */
const FOR_STANDBYS = ['wal_keep_size=256MB', 'synchronous_commit=remote_apply'];

/** As many as where it was made: a standby refuses fewer. */
const CONNECTIONS = 'max_connections=200';

/** A PostgreSQL that can be started on a host. */
export interface PostgresOnHost {
  url: string;
  /** Starts it, also after it was killed, and waits until it answers. */
  start(env?: Record<string, string>): Promise<Program>;
  /** The same as a standby of another one. */
  follow(primary: PostgresOnHost): Promise<Program>;
}

/**
 * Makes a migrated database for the first host, and a copy for the second, which can be started as its standby.
 * @param disk a folder for the data of the first; without one they are on this machine's disk
 */
export async function makePostgres(hosts: [Host, Host], disk?: string): Promise<[PostgresOnHost, PostgresOnHost]> {
  const postgres = await startPostgres();
  const client = new Client({ connectionString: postgres.url });
  await client.connect();
  const made = (await client.query<{ data_directory: string }>('SHOW data_directory')).rows[0]!.data_directory;
  await client.end();
  const pid = (await readFile(join(made, 'postmaster.pid'), 'utf8')).split('\n')[0]!;
  const program = await readlink(`/proc/${pid}/exe`);
  await postgres.stop('in order');
  later(made, (path) => rm(path, { recursive: true, force: true }));
  const access = ['all', 'replication'].map((what) => `host ${what} all samenet scram-sha-256\n`);
  await appendFile(join(made, 'pg_hba.conf'), `\n${access.join('')}`);
  const place = await folder('standby');
  await chmod(place, 0o755);
  const copy = join(place, 'data');
  const first = disk ? join(disk, 'data') : made;
  for (const to of disk ? [copy, first] : [copy]) await promisify(execFile)('cp', ['-a', made, to]);
  const common = { program, url: postgres.url };
  return [
    onHost(hosts[0], { ...common, directory: first, settings: disk ? SMALL_LOG : FOR_STANDBYS }),
    onHost(hosts[1], { ...common, directory: copy, settings: FOR_STANDBYS }),
  ];
}

interface Server {
  program: string;
  directory: string;
  settings: string[];
  /** With the address that it was made at. */
  url: string;
}

function onHost(host: Host, { program, directory, settings, url: madeAt }: Server): PostgresOnHost {
  const at = new URL(madeAt);
  at.host = `${host.address}:5432`;
  const url = at.href;
  const common = ['listen_addresses=*', 'port=5432', 'unix_socket_directories=', 'fsync=off', CONNECTIONS, ...settings];
  const standby = join(directory, 'standby.signal');
  const launch = async (more: string[], env: Record<string, string>): Promise<Program> => {
    await rm(join(directory, 'postmaster.pid'), { force: true });
    const { uid, gid } = await stat(directory);
    // PostgreSQL refuses to run as root; files of root's are its own where root bears another number.
    const user =
      uid === 0
        ? ['unshare', '-U', '--map-user=1000', '--map-group=1000', '--']
        : ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
    const options = [...common, ...more].flatMap((setting) => ['-c', setting]);
    const started = host.start([...user, program, '-D', directory, ...options], { env });
    await eventually(async () => {
      if (started.child.exitCode !== null) throw new Error(`PostgreSQL ended:\n${started.log()}`);
      await onServer(url, async () => undefined);
    });
    return started;
  };
  return {
    url,
    start: async (env = {}) => {
      await rm(standby, { force: true });
      return launch([], env);
    },
    follow: async (primary) => {
      await writeFile(standby, '');
      return launch([`primary_conninfo=${primary.url}`], {});
    },
  };
}

/** Runs statements on one server. */
export async function onServer<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 1000 });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** From now on a primary acknowledges only what its standby has and shows, once that follows it. */
export async function waitForStandby({ url }: PostgresOnHost): Promise<void> {
  await onServer(url, async (client) => {
    await eventually(async () =>
      expect((await client.query(`SELECT FROM pg_stat_replication WHERE "state" = 'streaming'`)).rowCount).toBe(1),
    );
    await client.query(`ALTER SYSTEM SET synchronous_standby_names = '*'`);
    await client.query('SELECT pg_reload_conf()');
    await eventually(async () =>
      expect((await client.query(`SELECT FROM pg_stat_replication WHERE "sync_state" = 'sync'`)).rowCount).toBe(1),
    );
  });
}

/** Makes a standby the primary, which waits for no other. */
export async function promote({ url }: PostgresOnHost): Promise<void> {
  await onServer(url, async (client) => {
    await client.query('ALTER SYSTEM RESET synchronous_standby_names');
    await client.query('SELECT pg_reload_conf()');
    const { rows } = await client.query<{ done: boolean }>('SELECT pg_promote() AS done');
    expect(rows).toEqual([{ done: true }]);
  });
}
