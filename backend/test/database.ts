import { randomBytes } from 'node:crypto';
import { Client } from 'pg';

/** The PostgreSQL that the test run started; its database is migrated and empty. */
function postgresUrl(): string {
  const url = process.env['TEST_POSTGRES_URL'];
  if (!url)
    throw new Error('TEST_POSTGRES_URL is not set: run the tests through jest, whose global set-up starts PostgreSQL');
  return url;
}

function addressOf(database: string): string {
  const url = new URL(postgresUrl());
  url.pathname = `/${database}`;
  return url.href;
}

/** A database of its own, copied from the migrated one. */
export interface TestDatabase {
  url: string;
  drop(): Promise<void>;
}

export async function createDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  const template = new URL(postgresUrl()).pathname.slice(1);
  await administer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY file_copy`);
  return { url: addressOf(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** Runs a statement beside all databases of tests. */
export async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: addressOf('postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
