import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { DataSource } from 'typeorm';
import { dataSourceOptions } from '../src/database/data-source.js';

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

export function createDatabase(): Promise<TestDatabase> {
  const template = new URL(postgresUrl()).pathname.slice(1);
  return create(`TEMPLATE ${template} STRATEGY file_copy`);
}

/** A database of its own that was never migrated. */
export function createEmptyDatabase(): Promise<TestDatabase> {
  return create('');
}

async function create(how: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(`CREATE DATABASE ${name} ${how}`);
  return { url: addressOf(name), drop: () => administer(`DROP DATABASE ${name} WITH (FORCE)`) };
}

/** A migrated database of its own, with a connection to it. */
export interface OpenDatabase extends TestDatabase {
  db: DataSource;
}

export async function openDatabase(): Promise<OpenDatabase> {
  const { url, drop } = await createDatabase();
  const db = await new DataSource({ ...dataSourceOptions(url), poolSize: 2 }).initialize();
  return { url, db, drop: () => db.destroy().then(drop) };
}

/** Runs a statement beside all databases of tests. */
export async function administer(statement: string): Promise<void> {
  const client = new Client({ connectionString: addressOf('postgres') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
