import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { STAFF_EMAIL, STAFF_PASSWORD, type Agent } from '../../../test/app.js';
import { makeArchives, SIZES, startStoredApp, type Archives, type StoredApp } from '../../../test/backups.js';
import { endedRun, generate, imagesOf } from '../../../test/captions.js';
import { eventually } from '../../../test/eventually.js';
import {
  createAgency,
  createClient,
  createMomentWithImages,
  createSuggestedOptimization,
  jpeg,
} from '../../../test/factories.js';
import type { ImageView } from '../../contract/images.js';
import type { MomentView } from '../../contract/moments.js';
import { DeletionsService } from '../../platform/storage/deletions.service.js';
import { imageKeys } from '../../platform/storage/keys.js';
import type { Storage } from '../../platform/storage/storage.js';
import type { BackupSummary } from './make-backup.js';
import type { RestoredFiles } from './restore-backup.js';
import { BACKED_UP_TABLES } from './snapshot.js';

/**
 * Without the transactions of the history, which are those of the server that holds it, and the entry by which a
 * restore says in the audit log that it was one.
 */
async function rowsOf({ db }: StoredApp): Promise<Record<string, unknown[]>> {
  const row = (table: string) => `to_jsonb(${table}) - 'transactionId'`;
  const isKept = (table: string) => `to_jsonb(${table})->>'action' IS DISTINCT FROM 'backup.restored'`;
  const tables = BACKED_UP_TABLES.map(async (table) => [
    table,
    await db.query(`SELECT ${row(table)} AS row FROM ${table} WHERE ${isKept(table)} ORDER BY (${row(table)})::text`),
  ]);
  return Object.fromEntries(await Promise.all(tables)) as Record<string, unknown[]>;
}

async function filesShown({ db, storage }: StoredApp): Promise<Map<string, Buffer>> {
  const images: { fileId: string; extension: string }[] = await db.query('SELECT "fileId", "extension" FROM images');
  const keys = images.flatMap(({ fileId, extension }) => Object.values(imageKeys(fileId, extension)));
  const found = new Map<string, Buffer>();
  for (const key of keys) {
    const file = await storage.open(key);
    if (!file) throw new Error(`${key} is shown by a row, but is not stored`);
    found.set(key, await buffer(file.stream));
  }
  return found;
}

describe.each(SIZES)('a backup of the product with its files on %s', (size) => {
  let archives: Archives;
  let source: StoredApp;
  let target: StoredApp;

  beforeAll(async () => {
    archives = await makeArchives();
    source = await startStoredApp(size);
    target = await startStoredApp(size);
  });
  afterAll(async () => {
    await source.close();
    await target.close();
    await archives.remove();
  });

  describe('of everything', () => {
    let moment: MomentView;
    let images: ImageView[];
    let logoUrl: string;
    let publicLink: string;
    let saved: BackupSummary;
    let restored: RestoredFiles;

    beforeAll(async () => {
      const staff = await source.staff();
      const agency = await createAgency(staff, { name: 'Bright' });
      const { body } = await staff
        .patch(`/api/agencies/${agency.id}`)
        .field('name', 'Bright')
        .attach('logo', await jpeg({ width: 200, height: 200 }), 'logo.jpg')
        .expect(200);
      logoUrl = body.logoUrl;
      const client = await createClient(staff, { agencyId: agency.id, notes: 'tab\there, \\ and\nline, ’ü' });
      ({ moment, images } = await createMomentWithImages(staff, 3, { clientId: client.id }));
      ({ publicLink } = await createSuggestedOptimization(staff, { clientId: client.id }));
      await source.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
      await source.visitor().post(`/api/images/${images[1]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
      const path = `/api/images/${images[1]!.id}/replace`;
      await staff
        .post(path)
        .attach('image', await jpeg(), 'brighter.jpg')
        .expect(200);
      await generate(staff, moment.id);
      await source.notify();
      saved = await archives.backUp(source, 'everything.tar');
      restored = await archives.restore(target, 'everything.tar');
    });

    it('brings back every row and every byte', async () => {
      expect(saved).toMatchObject({ files: 13, missing: [] });
      expect(restored).toMatchObject({ files: 13, existing: 0 });
      expect(await rowsOf(target)).toEqual(await rowsOf(source));
      expect(await filesShown(target)).toEqual(await filesShown(source));
      const logos = await Promise.all([source, target].map((app) => app.visitor().get(logoUrl).expect(200)));
      expect(logos[1]!.body).toEqual(logos[0]!.body);
    });

    it('leaves links as they were, and ends all sessions', async () => {
      await target.visitor().get(`/api/public/${moment.id}/images`).expect(200);
      await target.visitor().get(`/api/gmb-optimizations/public/${publicLink}`).expect(200);
      expect(await target.db.query('SELECT FROM sessions')).toEqual([]);
      const staff = target.visitor();
      await staff.get('/api/moments').expect(401);
      await staff.post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD }).expect(200);
      expect(await imagesOf(staff, moment.id)).toEqual(await imagesOf(await source.staff(), moment.id));
    });

    it('lets workers continue with queued work', async () => {
      await target.startWorker();
      const staff = target.visitor();
      await staff.post('/api/login').send({ email: STAFF_EMAIL, password: STAFF_PASSWORD }).expect(200);
      expect(await endedRun(staff, moment.id)).toMatchObject({ state: 'completed', done: 2, failed: 0 });
    });

    it('continues the ids of the history', async () => {
      const last = 'SELECT max("id")::int AS "id" FROM history';
      const [before] = await target.db.query(last);
      await target.visitor().post(`/api/images/${images[2]!.id}/approve`).expect(200);
      expect(await target.db.query(last)).toEqual([{ id: before.id + 1 }]);
    });
  });

  it('taken during use is a consistent snapshot with all of its files', async () => {
    const staff = await source.staff();
    const clientId = (await createClient(staff)).id;
    const worker = (await source.startWorker()).get(DeletionsService, { strict: false });
    const over = new AbortController();
    const work = [1, 2, 3].map(async () => {
      while (!over.signal.aborted) await uploadDecideAndDelete(source, staff, clientId);
    });
    const removals = (async () => {
      while (!over.signal.aborted) await worker.runDue().then(() => new Promise(setImmediate));
    })();
    // In the midst of it, however fast this machine is: files are read one by one as further images come.
    const storage = after(source.storage, () => moreImages(source, 1));
    await moreImages(source, 4);
    const { missing } = await archives.backUp({ ...source, storage }, 'busy.tar').finally(() => over.abort());
    await Promise.all([...work, removals]);
    expect(missing).toEqual([]);
    await archives.restore(target, 'busy.tar', 'replace');
    expect((await filesShown(target)).size).toBeGreaterThanOrEqual(4 * 3);
    const counts = await target.db.query(
      'SELECT "imageCount" = (SELECT count(*) FROM images WHERE "momentId" = moments."id") AS "right" FROM moments',
    );
    expect(counts).not.toContainEqual({ right: false });
  });
});

/** A storage of which the first ten files are opened only after this. */
function after(storage: Storage, wait: () => Promise<unknown>): Storage {
  const delayed = Object.create(storage) as Storage;
  let left = 10;
  delayed.open = async (key) => {
    left -= 1;
    if (left >= 0) await wait();
    return storage.open(key);
  };
  return delayed;
}

/** Waits until this many images were added, whether or not others were deleted meanwhile. */
async function moreImages({ db }: StoredApp, count: number): Promise<void> {
  const added = async (): Promise<number> =>
    Number((await db.query(`SELECT count(*) FROM history WHERE "action" = 'image.uploaded'`))[0].count);
  const before = await added();
  await eventually(async () => expect(await added()).toBeGreaterThanOrEqual(before + count));
}

async function uploadDecideAndDelete({ visitor }: StoredApp, staff: Agent, clientId: string): Promise<void> {
  const { images } = await createMomentWithImages(staff, 2, { clientId });
  const [kept, gone] = images;
  await visitor().post(`/api/images/${kept!.id}/approve`).expect(200);
  await staff.delete(`/api/images/${gone!.id}`).expect(204);
}
