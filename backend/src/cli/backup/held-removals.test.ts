import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, statSync } from 'node:fs';
import { Client } from 'pg';
import { makeArchives, startStoredApp, type Archives, type StoredApp } from '../../../test/backups.js';
import { eventually } from '../../../test/eventually.js';
import { createMomentWithImages } from '../../../test/factories.js';
import { createGate } from '../../../test/gate.js';
import type { ImageView } from '../../contract/images.js';
import { DeletionsService } from '../../platform/storage/deletions.service.js';
import { preventRemovals } from '../../platform/storage/removals-lock.js';
import type { Storage } from '../../platform/storage/storage.js';

describe('while a backup runs', () => {
  let archives: Archives;
  let app: StoredApp;
  let deletions: DeletionsService;
  let images: ImageView[];

  beforeAll(async () => {
    archives = await makeArchives();
    app = await startStoredApp('disk');
    deletions = new DeletionsService(app.db, app.storage);
    ({ images } = await createMomentWithImages(await app.staff(), 3));
  });
  afterAll(async () => {
    await app.close();
    await archives.remove();
  });

  it('delays the removal of files until it has ended', async () => {
    const { storage, reading, gate } = slowStorage();
    const backup = archives.backUp({ databaseUrl: app.databaseUrl, storage }, 'slow.tar');
    await reading.opened;
    const staff = await app.staff();
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    expect(await deletions.runDue()).toBe(0);
    gate.open();
    expect(await backup).toMatchObject({ files: 9, missing: [] });
    expect(await deletions.runDue()).toBe(1);
  });

  it('refuses to replace an archive that it has waited for', async () => {
    const { storage, reading, gate } = slowStorage();
    const first = archives.backUp({ databaseUrl: app.databaseUrl, storage }, 'same.tar');
    await reading.opened;
    const second = archives.backUp(app, 'same.tar').catch(String);
    await eventually(async () =>
      expect(await app.db.query(`SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`)).toHaveLength(1),
    );
    gate.open();
    const { file } = await first;
    const written = statSync(file).ino;
    expect(await second).toMatch(/same.tar exists already/);
    expect(statSync(file).ino).toBe(written);
  });

  it('fails when its connection is lost, since files may then be removed', async () => {
    const { storage, reading, gate } = slowStorage();
    const ended = archives.backUp({ databaseUrl: app.databaseUrl, storage }, 'lost.tar').catch(String);
    await reading.opened;
    await app.db.query(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`);
    gate.open();
    expect(await ended).toMatch(/terminating connection/);
    expect(readdirSync(archives.folder)).not.toContainEqual(expect.stringContaining('lost'));
  });

  /** Opens the first file only when the gate is open. */
  function slowStorage() {
    const reading = createGate();
    const gate = createGate();
    const storage = Object.create(app.storage) as Storage;
    storage.open = async (key) => {
      reading.open();
      await gate.opened;
      return app.storage.open(key);
    };
    return { storage, reading, gate };
  }

  it('lets files be removed when its process has died', async () => {
    const client = new Client({ connectionString: app.databaseUrl });
    client.on('error', () => undefined);
    await client.connect();
    await preventRemovals(client);
    await (await app.staff()).delete(`/api/images/${images[1]!.id}`).expect(204);
    expect(await deletions.runDue()).toBe(0);
    await app.db.query(`SELECT pg_terminate_backend($1)`, [(client as Client & { processID: number }).processID]);
    await eventually(async () => expect(await deletions.runDue()).toBe(1));
    await client.end();
  });

  it('makes a second backup wait, for a limited time', async () => {
    const [first, second] = [app.databaseUrl, app.databaseUrl].map((url) => new Client({ connectionString: url }));
    await Promise.all([first!.connect(), second!.connect()]);
    await preventRemovals(first!);
    await second!.query(`SET lock_timeout = '50ms'`);
    await expect(preventRemovals(second!)).rejects.toMatchObject({ code: '55P03' });
    await first!.end();
    await preventRemovals(second!);
    await second!.end();
  });
});
