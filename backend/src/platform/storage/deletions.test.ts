import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Logger } from '@nestjs/common';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { DataSource } from 'typeorm';
import { createDatabase, type TestDatabase } from '../../../test/database.js';
import { stretched } from '../../../test/stretched.js';
import { startProxy } from '../../../test/proxy.js';
import { dataSourceOptions } from '../../database/data-source.js';
import { TimeoutClient } from '../database/timeout-client.js';
import { Deletion } from './deletion.entity.js';
import { DeletionsService } from './deletions.service.js';
import { DiskStorage } from './disk.js';

const FOLDERS = Array.from({ length: 12 }, (_, index) => `images/folder-${index}`);

let work: string;
let database: TestDatabase;
let db: DataSource;
let storage: DiskStorage;
let deletions: DeletionsService;

beforeAll(async () => {
  Logger.overrideLogger(false);
  work = await mkdtemp(join(tmpdir(), 'deletions-'));
  await writeFile(join(work, 'picture'), 'picture');
  database = await createDatabase();
  db = await new DataSource(dataSourceOptions(database.url)).initialize();
  storage = new DiskStorage(join(work, 'media'));
  deletions = new DeletionsService(db, storage);
});
afterEach(() => db.getRepository(Deletion).clear());
afterAll(async () => {
  await db.destroy();
  await database.drop();
  await rm(work, { recursive: true });
});

async function store(folders: string[]): Promise<void> {
  for (const folder of folders) await storage.put(`${folder}/original.jpg`, join(work, 'picture'));
}

async function kept(folders: string[]): Promise<string[]> {
  const found = await Promise.all(folders.map((folder) => storage.stat(`${folder}/original.jpg`)));
  return folders.filter((_folder, index) => found[index]);
}

function rows(): Promise<Deletion[]> {
  return db.getRepository(Deletion).find({ order: { folder: 'ASC' } });
}

/** Lets the reservations and retries of an hour run out. */
function anHourPasses(): Promise<unknown> {
  return db.query(`UPDATE deletions SET "notBefore" = "notBefore" - interval '61 minutes'`);
}

describe('deletions', () => {
  it('removes what was scheduled, once the transaction is committed', async () => {
    await store(FOLDERS);
    await db.transaction(async (manager) => {
      await deletions.schedule(manager, FOLDERS.slice(0, 2));
      expect(await deletions.runDue()).toBe(0);
    });
    expect(await deletions.runDue()).toBe(2);
    expect(await kept(FOLDERS)).toEqual(FOLDERS.slice(2));
    expect(await rows()).toEqual([]);
  });

  it('forgets what was scheduled in a transaction that failed', async () => {
    await store(FOLDERS);
    const failed = db.transaction(async (manager) => {
      await deletions.schedule(manager, FOLDERS);
      throw new Error('no');
    });
    await expect(failed).rejects.toThrow('no');
    expect(await deletions.runDue()).toBe(0);
    expect(await kept(FOLDERS)).toEqual(FOLDERS);
  });

  it('are shared by many concurrent workers', async () => {
    await store(FOLDERS);
    await deletions.schedule(db.manager, FOLDERS);
    const counts = await Promise.all(Array.from({ length: 5 }, () => deletions.runDue()));
    expect(counts.reduce((sum, count) => sum + count)).toBe(FOLDERS.length);
    expect(await kept(FOLDERS)).toEqual([]);
    expect(await rows()).toEqual([]);
  });

  it('removes a folder that is gone already, and takes no folders at all', async () => {
    await deletions.schedule(db.manager, ['images/never-there']);
    await deletions.schedule(db.manager, []);
    await deletions.reserve([]);
    await deletions.confirm(db.manager, []);
    expect(await deletions.runDue()).toBe(1);
  });

  it('keeps reserved files for an hour, and removes them when no row came to own them', async () => {
    await deletions.reserve(['images/folder-0']);
    await store(['images/folder-0']);
    expect(await deletions.runDue()).toBe(0);
    expect(await kept(['images/folder-0'])).toHaveLength(1);
    await anHourPasses();
    expect(await deletions.runDue()).toBe(1);
    expect(await kept(['images/folder-0'])).toEqual([]);
  });

  it('keeps released files permanently', async () => {
    await deletions.reserve(['images/folder-0', 'images/folder-1']);
    await store(['images/folder-0', 'images/folder-1']);
    await db.transaction((manager) => deletions.confirm(manager, ['images/folder-0']));
    await anHourPasses();
    expect(await deletions.runDue()).toBe(1);
    expect(await kept(['images/folder-0', 'images/folder-1'])).toEqual(['images/folder-0']);
  });

  it('removes a file that was stored after its reservation expired and its folder was removed', async () => {
    await deletions.reserve(['images/folder-0']);
    await anHourPasses();
    expect(await deletions.runDue()).toBe(1);
    await store(['images/folder-0']);
    const release = db.transaction((manager) => deletions.confirm(manager, ['images/folder-0']));
    await expect(release).rejects.toMatchObject({ status: 503 });
    expect(await deletions.runDue()).toBe(1);
    expect(await kept(['images/folder-0'])).toEqual([]);
  });

  it('refuses to release an expired reservation, whether or not its files are removed', async () => {
    await deletions.reserve(['images/folder-0']);
    await anHourPasses();
    const release = () => db.transaction((manager) => deletions.confirm(manager, ['images/folder-0']));
    await expect(release()).rejects.toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
    await deletions.runDue();
    await expect(release()).rejects.toMatchObject({ status: 503, code: 'STORAGE_UNAVAILABLE' });
  });

  it('makes files due at once whose rows were refused, and does not wait for a database that is silent', async () => {
    const proxy = await startProxy(database.url);
    const queryTimeoutMs = stretched(500);
    const extra = { Client: TimeoutClient, queryTimeoutMs, connectionTimeoutMillis: stretched(10_000) };
    const own = await new DataSource({ type: 'postgres', url: proxy.url, entities: [Deletion], extra }).initialize();
    const ofOwn = new DeletionsService(own, storage);
    await ofOwn.reserve(['images/folder-0']);
    const refused = ofOwn.cancelIfItFails(['images/folder-0'], () => Promise.reject(new Error('no')));
    await expect(refused).rejects.toThrow('no');
    expect(await ofOwn.runDue()).toBe(1);
    await ofOwn.reserve(['images/folder-0']);
    proxy.hang();
    const begun = performance.now();
    const silent = ofOwn.cancelIfItFails(['images/folder-0'], () => own.query('SELECT 1'));
    await expect(silent).rejects.toThrow('Connection terminated');
    expect(performance.now() - begun).toBeLessThan(16 * queryTimeoutMs);
    await proxy.restore();
    expect(await rows()).toHaveLength(1);
    await own.destroy();
    await proxy.cut();
  });

  it('retries with growing delays of at most an hour while the storage is unavailable', async () => {
    const root = join(work, 'broken');
    await writeFile(root, 'a file where the directory should be');
    const broken = new DeletionsService(db, new DiskStorage(root));
    await deletions.schedule(db.manager, FOLDERS.slice(0, 3));

    // One failure ends the round, so that a storage that is down is not asked for every folder.
    expect(await broken.runDue()).toBe(0);
    expect((await rows()).map((row) => row.attempts).toSorted()).toEqual([0, 0, 1]);
    const failed = (await rows()).find((row) => row.attempts === 1);
    expect(failed?.lastError).toContain('cannot be reached');
    expect(await pauses()).toEqual([expect.closeTo(20, -1)]);

    await db.query('UPDATE deletions SET "attempts" = 40, "notBefore" = now()');
    await broken.runDue();
    expect(await pauses()).toEqual([expect.closeTo(3600, -2)]);

    await db.query('UPDATE deletions SET "notBefore" = now()');
    expect(await deletions.runDue()).toBe(3);
  });

  /** Seconds until the folders that wait for another attempt are due. */
  async function pauses(): Promise<number[]> {
    const waiting: { seconds: number }[] = await db.query(
      `SELECT extract(epoch FROM "notBefore" - now())::float AS seconds FROM deletions WHERE "notBefore" > now()`,
    );
    return waiting.map(({ seconds }) => seconds);
  }
});
