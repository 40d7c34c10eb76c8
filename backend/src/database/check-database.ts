import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { POOL_MIN } from '../config-values.js';
import { ConfigError } from '../config.js';
import { isDatabaseDown } from '../platform/database/outage.js';
import { TimeoutClient } from '../platform/database/timeout-client.js';
import { ThrottledLogger } from '../platform/logging/throttled-logger.js';
import { messageOf, OperatorError } from '../platform/operator-error.js';
import { migrationsOf, refuseUnreleased } from './applied-migrations.js';
import type { Connections } from './connections.js';
import { readServer, type Server } from './server.queries.js';

const VERSION_MIN = 14;
const CONNECT_MS = 5000;
const RETRY_MS = 1000;
/** How often two connections are compared, since other clients may use the pooler at the same time. */
const COMPARISONS = 3;

/** The database does not answer, which may be temporary. */
class DatabaseAway extends OperatorError {}

/** What the database is used for. */
interface Use {
  connections?: Connections;
  /** Whether tables are created, which needs more rights. */
  creates?: boolean;
}

/**
 * Checks whether the product can work with a database, before it is used.
 * @throws ConfigError naming the setting and what to do; another OperatorError while the database does not answer, or if a
 * version before 1.0.0 made it
 */
export async function checkDatabase(databaseUrl: string, use: Use = {}): Promise<void> {
  const client = await connect(databaseUrl);
  try {
    const server = await readServer(client);
    checkServer(server);
    refuseUnreleased(await migrationsOf(client));
    if (use.connections) checkConnections(server, use.connections);
    if (use.creates) checkRights(server);
    if (!(await keepsSessions(databaseUrl, client))) {
      throw wrong(
        'leads to a pooler that gives each transaction another session (transaction or statement mode), which loses locks, settings and events: name PostgreSQL itself, or a pool in session mode',
      );
    }
  } catch (error) {
    throw described(error);
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Like `checkDatabase`, but waits, and logs it, while the database does not answer. */
export async function untilDatabaseIsUsable(
  databaseUrl: string,
  connections: Connections,
  logger: ConstructorParameters<typeof ThrottledLogger>[0],
): Promise<void> {
  const log = new ThrottledLogger(logger);
  for (;;) {
    try {
      return await checkDatabase(databaseUrl, { connections });
    } catch (error) {
      if (!(error instanceof DatabaseAway)) throw error;
      log.warn(`Waiting for the database: ${error.message}`);
      await delay(RETRY_MS);
    }
  }
}

function checkServer({ version, encoding, schema, closedTable, role }: Server): void {
  if (version < VERSION_MIN * 10_000) {
    throw wrong(`leads to a PostgreSQL older than ${VERSION_MIN}: name a later one`);
  }
  if (encoding !== 'UTF8') {
    throw wrong(
      `names a database with the encoding ${encoding}, which cannot keep every text: create one with CREATE DATABASE … ENCODING 'UTF8' TEMPLATE template0`,
    );
  }
  if (!schema) {
    throw wrong(
      'has a role whose search_path names no schema that exists: create the schema, or reset it with ALTER ROLE … RESET search_path',
    );
  }
  if (closedTable) {
    throw wrong(
      `has a role that may not use the table "${closedTable}", which another one made: name that role, or run ALTER TABLE … OWNER TO "${role}" for all tables`,
    );
  }
}

function checkConnections({ role, limit }: Server, { sum, processes, pool }: Connections): void {
  if (limit >= sum) return;
  const opened = processes === 1 ? 'this process opens' : `${processes} processes open`;
  const enough = pool - Math.ceil((sum - limit) / processes);
  const orLess = enough >= POOL_MIN ? `, or set DATABASE_POOL to ${enough}` : '';
  throw wrong(
    `leads to a server that allows "${role}" ${limit} connections, and ${opened} up to ${sum} (DATABASE_POOL is ${pool}): raise the limit (CONNECTION LIMIT, max_connections)${orLess}`,
  );
}

function checkRights({ role, database, schema, may, trigrams, isReadOnly }: Server): void {
  if (isReadOnly) {
    throw wrong(
      `leads to a database that takes no changes: name the primary, or run ALTER DATABASE "${database}" RESET default_transaction_read_only`,
    );
  }
  if (!may.createTables) {
    throw wrong(`has a role that may not create tables: run GRANT CREATE ON SCHEMA "${schema}" TO "${role}"`);
  }
  if (!may.createInDatabase) {
    throw wrong(
      `has a role that may not create the extension pg_trgm and the schema of the queue: run GRANT CREATE ON DATABASE "${database}" TO "${role}"`,
    );
  }
  if (!trigrams.schema && !trigrams.isAvailable) {
    throw wrong('leads to a server without the extension pg_trgm: install the contrib package of PostgreSQL there');
  }
  if (trigrams.schema && !trigrams.isInPath) {
    throw wrong(
      `names a database whose extension pg_trgm is in the schema "${trigrams.schema}", outside of the search_path: run ALTER EXTENSION pg_trgm SET SCHEMA "${schema}"`,
    );
  }
}

/** Whether each connection is one session of its own, as without a transaction pooler. */
async function keepsSessions(databaseUrl: string, client: TimeoutClient): Promise<boolean> {
  const mark = randomUUID();
  const other = await connect(databaseUrl);
  try {
    await client.query(`SELECT set_config('gmb.session', $1, false)`, [mark]);
    for (let comparison = 0; comparison < COMPARISONS; comparison++) {
      await other.query('BEGIN');
      if ((await markOf(other)) === mark) return false;
      if ((await markOf(client)) !== mark) return false;
      await other.query('ROLLBACK');
    }
    return true;
  } catch (error) {
    if (/statement pooling/.test(messageOf(error))) return false;
    throw error;
  } finally {
    await other.end().catch(() => undefined);
  }
}

async function markOf(client: TimeoutClient): Promise<string | null> {
  const { rows } = await client.query<{ mark: string | null }>(`SELECT current_setting('gmb.session', true) AS mark`);
  return rows[0]!.mark;
}

async function connect(databaseUrl: string): Promise<TimeoutClient> {
  try {
    const client = new TimeoutClient({ connectionString: databaseUrl, connectionTimeoutMillis: CONNECT_MS });
    await client.connect();
    client.on('error', () => undefined);
    return client;
  } catch (error) {
    throw described(error);
  }
}

// Codes of OpenSSL and Node.js for a certificate that is not trusted; they have no common prefix.
const CERTIFICATE = /^(CERT_|ERR_TLS_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/;

const REFUSALS: [is: (code: string, reason: string) => boolean, what: string][] = [
  [
    (code) => CERTIFICATE.test(code),
    'leads to a server whose certificate is not trusted: add sslrootcert=/path/of/its/ca.pem to the address',
  ],
  [
    (_code, reason) => /does not support SSL/.test(reason),
    'asks for TLS, which the server does not have: remove sslmode from the address',
  ],
  [(code) => code === 'ENOENT' || code === 'EACCES', 'names a file of a certificate that cannot be read'],
  [
    (code, reason) => code === '28000' && /no encryption|SSL off/.test(reason),
    'asks without TLS, which the server requires: add ?sslmode=verify-full to the address',
  ],
  [(code) => code === '28P01' || code === '28000', 'has a user or password that the server refuses'],
  [(code) => code === '3D000', 'names a database that does not exist: create it'],
  [(code) => code === '42704', `leads to a PostgreSQL older than ${VERSION_MIN}: name a later one`],
  [(code) => code === '42501', 'has a role that lacks a right'],
];

/** The database's error as one line. */
function described(error: unknown): unknown {
  if (error instanceof OperatorError) return error;
  const code = String((error as { code?: unknown }).code ?? '');
  const reason = messageOf(error) || code;
  const refusal = REFUSALS.find(([is]) => is(code, reason));
  if (refusal) return wrong(`${refusal[1]} (${reason})`);
  if (isDatabaseDown(error)) return new DatabaseAway(`DATABASE_URL: the database cannot be reached (${reason})`);
  return wrong(`leads to a server that refuses it (${reason})`);
}

function wrong(what: string): ConfigError {
  return new ConfigError(`DATABASE_URL: ${what}`);
}
