import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { TLSSocket } from 'node:tls';
import { administer, createDatabase, createEmptyDatabase, type TestDatabase } from '../../test/database.js';
import { SELF_SIGNED } from '../../test/self-signed.js';
import { runStatement } from '../../test/statement.js';
import { checkDatabase } from './check-database.js';
import { migrate } from './migrate.js';

const CREATES = { creates: true };

describe('the database at start', () => {
  let database: TestDatabase;
  const cleanUp: (() => Promise<void>)[] = [];

  beforeAll(async () => {
    database = await createDatabase();
  });
  afterEach(async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  });
  afterAll(() => database.drop());

  /** The address of a database with another user, database or query. */
  function address(change: { database?: string; user?: string; password?: string; query?: string }, of = database) {
    const url = new URL(of.url);
    if (change.database) url.pathname = `/${change.database}`;
    if (change.user) [url.username, url.password] = [change.user, change.password ?? 'x'];
    return `${url.href}${change.query ?? ''}`;
  }

  /** A role of its own, and the address with it. */
  async function roleAt(of: TestDatabase, options = ''): Promise<{ role: string; url: string }> {
    const role = `role_${randomBytes(6).toString('hex')}`;
    await administer(`CREATE ROLE ${role} LOGIN PASSWORD 'x' ${options}`);
    cleanUp.push(() => administer(`DROP ROLE ${role}`));
    return { role, url: address({ user: role }, of) };
  }

  /** A database that was never migrated, with these statements run in it. */
  async function emptyDatabase(...statements: string[]): Promise<TestDatabase> {
    const empty = await createEmptyDatabase();
    cleanUp.push(() => empty.drop());
    for (const statement of statements) await runStatement(empty.url, statement);
    return empty;
  }

  it('is taken where nothing is wrong, also by a role that owns it alone', async () => {
    const connections = { sum: 50, processes: 2, pool: 20 };
    await expect(checkDatabase(database.url, { ...CREATES, connections })).resolves.toBeUndefined();
    const empty = await emptyDatabase();
    const { role, url } = await roleAt(empty);
    await administer(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO ${role}`);
    cleanUp.push(() => administer(`ALTER DATABASE ${new URL(url).pathname.slice(1)} OWNER TO CURRENT_USER`));
    await expect(checkDatabase(url, CREATES)).resolves.toBeUndefined();
  });

  it.each(['SQL_ASCII', 'LATIN1'])('is refused with the encoding %s', async (encoding) => {
    const name = `test_${randomBytes(6).toString('hex')}`;
    await administer(`CREATE DATABASE ${name} ENCODING '${encoding}' LOCALE 'C' TEMPLATE template0`);
    cleanUp.push(() => administer(`DROP DATABASE ${name}`));
    await expect(checkDatabase(address({ database: name }), CREATES)).rejects.toThrow(
      new RegExp(`^DATABASE_URL: names a database with the encoding ${encoding}, .*: create one with .*$`),
    );
  });

  it.each([
    ['a user', { user: 'nobody' }, /^DATABASE_URL: has a user or password that the server refuses \(.*"nobody".*\)$/],
    ['a database', { database: 'none' }, /^DATABASE_URL: names a database that does not exist: create it \(.*\)$/],
    ['a TLS', { query: '?sslmode=require' }, /^DATABASE_URL: asks for TLS, which the server does not have: .*$/],
    [
      'a certificate',
      { query: '?sslmode=verify-full&sslrootcert=/none.pem' },
      /^DATABASE_URL: names a file of a certificate that cannot be read \(ENOENT.*\)$/,
    ],
  ])('is refused where the address names %s that is not there', async (_what, change, line) => {
    await expect(checkDatabase(address(change))).rejects.toThrow(line);
  });

  it('is refused where the role may do too little, each with what to do', async () => {
    const empty = await emptyDatabase();
    const { role, url } = await roleAt(empty);
    const refused = (line: RegExp) => expect(checkDatabase(url, CREATES)).rejects.toThrow(line);
    await refused(
      new RegExp(`^DATABASE_URL: .* may not create tables: run GRANT CREATE ON SCHEMA "public" TO "${role}"$`),
    );
    await runStatement(empty.url, `GRANT CREATE ON SCHEMA public TO ${role}`);
    cleanUp.push(() => runStatement(empty.url, `DROP OWNED BY ${role}`));
    const name = new URL(url).pathname.slice(1);
    await refused(new RegExp(`^DATABASE_URL: .* run GRANT CREATE ON DATABASE "${name}" TO "${role}"$`));
    await administer(`GRANT CREATE ON DATABASE ${name} TO ${role}`);
    await runStatement(empty.url, 'CREATE SCHEMA extensions; CREATE EXTENSION pg_trgm SCHEMA extensions');
    await refused(
      /^DATABASE_URL: .* pg_trgm is in the schema "extensions", .* ALTER EXTENSION pg_trgm SET SCHEMA "public"$/,
    );
    await runStatement(empty.url, 'ALTER EXTENSION pg_trgm SET SCHEMA public');
    await administer(`ALTER DATABASE ${name} SET default_transaction_read_only TO on`);
    await refused(new RegExp(`^DATABASE_URL: .* run ALTER DATABASE "${name}" RESET default_transaction_read_only$`));
    await administer(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
    await checkDatabase(url, CREATES);
    await migrate(url);
    await runStatement(empty.url, `ALTER ROLE ${role} SET search_path = elsewhere`);
    await refused(/^DATABASE_URL: .* search_path names no schema that exists: .*$/);
  });

  it('is refused where the tables are those of another role', async () => {
    const { url } = await roleAt(database);
    await expect(checkDatabase(url)).rejects.toThrow(
      /^DATABASE_URL: .* may not use the table "migrations", .*: name that role, .*$/,
    );
  });

  it('may keep its tables in a schema of its own', async () => {
    const empty = await emptyDatabase('CREATE SCHEMA own');
    const { role, url } = await roleAt(empty);
    const name = new URL(url).pathname.slice(1);
    await administer(`GRANT CREATE ON DATABASE ${name} TO ${role}`);
    cleanUp.push(() => runStatement(empty.url, `DROP OWNED BY ${role}`));
    await runStatement(empty.url, `ALTER SCHEMA own OWNER TO ${role}; ALTER ROLE ${role} SET search_path = own`);
    await checkDatabase(url, CREATES);
    await migrate(url);
    await expect(checkDatabase(url, CREATES)).resolves.toBeUndefined();
  });

  it('is refused where fewer connections are allowed than are opened', async () => {
    const { role, url } = await roleAt(await emptyDatabase(), 'CONNECTION LIMIT 30');
    await checkDatabase(url, { connections: { sum: 30, processes: 1, pool: 20 } });
    await expect(checkDatabase(url, { connections: { sum: 57, processes: 2, pool: 20 } })).rejects.toThrow(
      new RegExp(
        `^DATABASE_URL: .*"${role}" 30 connections, and 2 processes open up to 57 \\(DATABASE_POOL is 20\\): raise the limit .*, or set DATABASE_POOL to 6$`,
      ),
    );
  });

  it('is refused where its certificate is not trusted', async () => {
    const server = createServer((socket) => {
      socket.once('data', () => {
        socket.write('S');
        new TLSSocket(socket, { ...SELF_SIGNED, isServer: true }).on('error', () => undefined).end('E');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    cleanUp.push(async () => void server.close());
    const url = `postgres://gmb@127.0.0.1:${(server.address() as AddressInfo).port}/gmb?sslmode=require`;
    await expect(checkDatabase(url)).rejects.toThrow(
      /^DATABASE_URL: leads to a server whose certificate is not trusted: add sslrootcert=\/path.* \(.*certificate.*\)$/,
    );
  });

  it('is waited for where nothing answers', async () => {
    await expect(checkDatabase('postgres://gmb@127.0.0.1:1/gmb')).rejects.toThrow(
      /^DATABASE_URL: the database cannot be reached \(.*ECONNREFUSED.*\)$/,
    );
  });
});
