import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import { join } from 'node:path';
import { Client } from 'pg';
import { makeArchives, startStoredApp, type Archives, type StoredApp } from '../backups.js';
import { findProcesses, waitUntil } from '../checkout.js';
import { createDatabase } from '../database.js';
import { eventually } from '../eventually.js';
import { createMomentWithImages } from '../factories.js';
import { WholeCheckout } from '../whole-checkout.js';
import { MIGRATIONS } from '../../src/database/applied-migrations.js';
import { migrate } from '../../src/database/migrate.js';
import { startEmbeddedPostgres } from '../../src/cli/start/embedded-postgres.js';
import { fault } from './fault.js';
import { endAll, later } from './later.js';

afterEach(endAll);

/** Until a restore has come there, on a busy machine. */
const HALTED_MS = 60_000;

/** Of a restore, from its first one that changes tables to the rows. */
const STEPS = ['DROP TABLE', 'CREATE INDEX', 'COPY'] as const;
type Step = (typeof STEPS)[number];

describe('a restore that is killed', () => {
  let archives: Archives;
  let source: StoredApp;
  let checkout: WholeCheckout;

  beforeAll(async () => {
    checkout = new WholeCheckout();
    archives = await makeArchives();
    source = await startStoredApp('disk');
    await createMomentWithImages(await source.staff(), 1);
    await archives.backUp(source, 'good.tar');
  });
  afterAll(async () => {
    await source.close();
    await checkout.remove();
    await archives.remove();
  });

  const restore = (env: NodeJS.ProcessEnv) =>
    checkout.node('cli/restore.js', [join(archives.folder, 'good.tar'), '--replace'], env);

  async function within<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
    const client = new Client({ connectionString: url });
    await client.connect();
    return work(client).finally(() => client.end());
  }

  const addClient = (url: string) =>
    within(url, (client) => client.query(`INSERT INTO clients ("business") VALUES ('As it was')`));

  /** Has the database stop at the first statement of this kind until it is interrupted; at COPY, that of the images. */
  const haltAt = (url: string, step: Step) =>
    within(url, async (client) => {
      const wait = `LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(3600); END'`;
      await client.query('CREATE SCHEMA interruption');
      if (step !== 'COPY') {
        await client.query(`CREATE FUNCTION interruption.wait() RETURNS event_trigger ${wait}`);
        await client.query(`CREATE EVENT TRIGGER interruption ON ddl_command_start WHEN TAG IN ('${step}')
          EXECUTE FUNCTION interruption.wait()`);
        return;
      }
      // No event trigger knows COPY, and the restore makes the table that it fills.
      await client.query(`CREATE FUNCTION interruption.wait() RETURNS trigger ${wait}`);
      await client.query(`CREATE FUNCTION interruption.prepare() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
        IF EXISTS (SELECT FROM pg_event_trigger_ddl_commands() WHERE objid = to_regclass('images')) THEN
          CREATE TRIGGER interruption BEFORE INSERT ON images EXECUTE FUNCTION interruption.wait();
        END IF;
      END $$`);
      await client.query(`CREATE EVENT TRIGGER interruption ON ddl_command_end WHEN TAG IN ('CREATE TABLE')
        EXECUTE FUNCTION interruption.prepare()`);
    });

  /** Undoes that. */
  const goOn = (url: string) =>
    within(url, async (client) => {
      await client.query('DROP EVENT TRIGGER interruption');
      await client.query('DROP SCHEMA interruption CASCADE');
    });

  /** The process of PostgreSQL that the restore has come to a halt in. */
  const halted = (url: string): Promise<number> =>
    eventually(
      () =>
        within(url, async (client) => {
          const { rows } = await client.query<{ pid: number }>(
            `SELECT pid FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND datname = current_database()`,
          );
          expect(rows).toHaveLength(1);
          return rows[0]!.pid;
        }),
      HALTED_MS,
    );

  const contentOf = (url: string) =>
    within(url, async (client) => {
      const clients = await client.query<{ business: string }>('SELECT "business" FROM clients');
      const migrations = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY id');
      return { clients: clients.rows.map((row) => row.business), migrations: migrations.rows.map((row) => row.name) };
    });

  const AS_IT_WAS = { clients: ['As it was'], migrations: MIGRATIONS };
  const RESTORED = { clients: ['Rosa’s Flowers'], migrations: MIGRATIONS };

  /** Kills a restore at a statement, and waits until PostgreSQL has noticed. */
  async function killAt(url: string, step: Step): Promise<void> {
    await haltAt(url, step);
    const run = restore({ DATABASE_URL: url });
    const pid = await halted(url);
    run.child.kill('SIGKILL');
    await run.ended;
    await within(url, (client) => client.query('SELECT pg_cancel_backend($1)', [pid]));
    await eventually(() =>
      within(url, async (client) => {
        const { rows } = await client.query('SELECT FROM pg_stat_activity WHERE pid = $1', [pid]);
        expect(rows).toEqual([]);
      }),
    );
    await goOn(url);
  }

  fault(
    {
      what: 'kill -9 of a restore',
      done: 'before the old tables go, then before the archive’s migrations have made their tables, then while its rows come',
      checked: 'the database is as it was each time, and the next restore succeeds',
    },
    async () => {
      const { url } = later(await createDatabase(), (one) => one.drop());
      await addClient(url);
      for (const step of STEPS) {
        await killAt(url, step);
        expect({ step, ...(await contentOf(url)) }).toEqual({ step, ...AS_IT_WAS });
      }
      expect(await restore({ DATABASE_URL: url }).ended).toBe(0);
      expect(await contentOf(url)).toEqual(RESTORED);
    },
  );

  fault(
    {
      what: 'kill -9 of a restore',
      done: 'of the database of npm start, which the restore itself has started',
      checked: 'its PostgreSQL ends; the database is as it was, and the next restore succeeds',
    },
    async () => {
      const dataDir = join(checkout.root, '.data');
      const start = () => startEmbeddedPostgres({ dataDir, print: () => undefined });
      let postgres = await start();
      await migrate(postgres.url);
      await addClient(postgres.url);
      await haltAt(postgres.url, 'COPY');
      await postgres.stop();
      const run = restore({});
      await halted(postgres.url);
      run.child.kill('SIGKILL');
      await run.ended;
      await waitUntil(() => findProcesses(dataDir).length === 0, 'its PostgreSQL has ended');
      postgres = await start();
      expect(await contentOf(postgres.url)).toEqual(AS_IT_WAS);
      await goOn(postgres.url);
      await postgres.stop();
      expect(await restore({}).ended).toBe(0);
      postgres = await start();
      expect(await contentOf(postgres.url)).toEqual(RESTORED);
      await postgres.stop();
    },
  );
});
