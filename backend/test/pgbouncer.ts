import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from './eventually.js';
import { freePort } from './free-port.js';
import { findProgram } from './programs.js';
import { runStatement } from './statement.js';

/** A PgBouncer in front of a database. */
export interface PgBouncer {
  /** The address of the database through it. */
  url: string;
  stop(): Promise<void>;
}

/** @param mode when a connection to the server is given to another client */
export async function startPgBouncer(
  databaseUrl: string,
  mode: 'session' | 'transaction' | 'statement',
): Promise<PgBouncer> {
  const { hostname, port, pathname, username, password } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'gmb-pgbouncer-'));
  const own = await freePort();
  const name = pathname.slice(1);
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${name} = host=${hostname} port=${port} dbname=${name} user=${decodeURIComponent(username)} password=${decodeURIComponent(password)}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
unix_socket_dir =
auth_type = any
pool_mode = ${mode}
default_pool_size = 100
max_client_conn = 200
`,
  );
  // It does not run as root, and another user has to read its file.
  await chmod(folder, 0o755);
  const asUser = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
  const child = spawn(findProgram('pgbouncer')!, [...asUser, file], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  const url = new URL(databaseUrl);
  url.port = String(own);
  await eventually(() => runStatement(url.href, 'SELECT 1'));
  return {
    url: url.href,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
