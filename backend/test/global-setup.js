import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import 'reflect-metadata';

/** One PostgreSQL for the whole run, with a migrated database that every test file copies. Needs a build of the sources. */
export default async function globalSetup() {
  const { startEmbeddedPostgres } = await import('../dist/src/cli/start/embedded-postgres.js');
  const { migrate } = await import('../dist/src/database/migrate.js');
  const dataDir = await mkdtemp(join(tmpdir(), 'gmb-test-postgres-'));
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '300' };
  const postgres = await startEmbeddedPostgres({ dataDir, settings, print: () => undefined });
  await migrate(postgres.url);
  process.env.TEST_POSTGRES_URL = postgres.url;
  globalThis.testPostgres = { postgres, dataDir };
}
