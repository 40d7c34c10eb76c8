import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Logger } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import { startApp } from '../../test/app.js';
import { createEmptyDatabase, openDatabase, type OpenDatabase, type TestDatabase } from '../../test/database.js';
import { eventually } from '../../test/eventually.js';
import { runBuilt } from '../../test/worker-process.js';
import { MIGRATIONS } from './applied-migrations.js';
import { migrate } from './migrate.js';
import { pendingMigrations, untilMigrated } from './pending-migrations.js';

describe('a database that lacks migrations of this build', () => {
  let database: OpenDatabase;
  let db: DataSource;

  beforeEach(async () => {
    database = await openDatabase();
    ({ db } = database);
  });
  afterEach(() => database.drop());

  const emptyIt = () => db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');

  it('is distinguished from one that has them all, also where it was never migrated or has later ones', async () => {
    expect(await pendingMigrations(db)).toEqual([]);
    await db.query(`INSERT INTO migrations (timestamp, name) VALUES (1999999999999, 'OfALaterBuild1999999999999')`);
    expect(await pendingMigrations(db)).toEqual([]);
    await db.query('DELETE FROM migrations');
    expect(await pendingMigrations(db)).toEqual(MIGRATIONS);
    await emptyIt();
    expect(await pendingMigrations(db)).toEqual(MIGRATIONS);
    expect(await db.query(`SELECT to_regclass('migrations') AS made`)).toEqual([{ made: null }]);
  });

  it('is waited for, until they are there or the process is to stop', async () => {
    await emptyIt();
    const stopping = new AbortController();
    let waiting = 2;
    const wait = (signal: AbortSignal) =>
      untilMigrated(database.url, new Logger(), signal).finally(() => (waiting -= 1));
    const stopped = wait(stopping.signal);
    const migrated = wait(new AbortController().signal);
    expect(waiting).toBe(2);
    stopping.abort();
    await stopped;
    expect(waiting).toBe(1);
    await db.query('CREATE EXTENSION IF NOT EXISTS pg_trgm');
    await migrate(database.url);
    await migrated;
    expect(waiting).toBe(0);
  });
});

describe('processes on a database that was never migrated', () => {
  let database: TestDatabase;
  beforeEach(async () => {
    database = await createEmptyDatabase();
  });
  afterEach(() => database.drop());

  const run = (file: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
    runBuilt(file, args, { DATABASE_URL: database.url, DATA_DIR: tmpdir(), ...env });

  it('let a worker start, and `migrate --wait` end, once the migrations are there', async () => {
    const waiting = run('cli/migrate.js', ['--wait']);
    const worker = run('main.js', [], { ROLES: 'worker', METRICS: '29464' });
    const ready = async () => (await fetch('http://127.0.0.1:29464/api/health/ready')).status;
    await eventually(async () => expect(await ready()).toBe(503));
    expect(waiting.exitCode).toBeNull();
    await migrate(database.url);
    await eventually(async () => expect(await ready()).toBe(200));
    await eventually(() => expect(waiting.exitCode).toBe(0));
    worker.kill('SIGTERM');
    await eventually(() => expect(worker.exitCode).toBe(0));
  });

  it('end with code 0 when a worker is to stop while it waits', async () => {
    const worker = run('main.js', [], { ROLES: 'worker' });
    await once(worker.stdout!, 'data');
    worker.kill('SIGTERM');
    await eventually(() => expect(worker.exitCode).toBe(0));
  });

  it('let the API answer that it is not ready until all migrations are there, though alive', async () => {
    const app = await startApp({}, { ...database, drop: async () => undefined });
    const check = (path: string) => app.visitor().get(`/api/health/${path}`);
    expect(await check('ready')).toMatchObject({
      status: 503,
      body: {
        code: 'MIGRATIONS_PENDING',
        message: expect.stringMatching(/^The database lacks \d+ migrations? of this version: run them first.$/),
      },
    });
    expect((await check('live')).status).toBe(200);
    await migrate(database.url);
    await eventually(async () => expect((await check('ready')).status).toBe(200));
    await app.close();
  });
});
