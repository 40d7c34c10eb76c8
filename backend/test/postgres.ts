import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '../src/database/migrate.js';
import { startEmbeddedPostgres } from '../src/cli/start/embedded-postgres.js';
import type { TestDatabase } from './database.js';

/** A PostgreSQL server of the test's own, with a migrated database. */
export interface TestPostgres extends TestDatabase {
  /** Ends all connections and stops in order, or at once so that the next start recovers. */
  stop(how: 'in order' | 'at once'): Promise<void>;
  /** Is there again, at the same address. */
  start(): Promise<void>;
}

export async function startPostgres(): Promise<TestPostgres> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gmb-own-postgres-'));
  const launch = () => startEmbeddedPostgres({ dataDir, settings: { fsync: 'off' }, print: () => undefined });
  let server = await launch();
  await migrate(server.url);
  const stop: TestPostgres['stop'] = async (how) => {
    const stopped = server.stop();
    if (how === 'at once') server.force();
    await stopped;
  };
  return {
    url: server.url,
    stop,
    start: async () => void (server = await launch()),
    drop: async () => {
      await stop('in order');
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
