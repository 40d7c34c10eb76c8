import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { SIZES, startStoredApp, type StoredApp } from '../../../test/backups.js';
import { createMomentWithImages, jpeg, upload } from '../../../test/factories.js';
import { findings } from '../../../test/findings.js';
import type { ImageView } from '../../contract/images.js';
import type { MomentView } from '../../contract/moments.js';
import { DeletionsService } from '../../platform/storage/deletions.service.js';
import { AI_PICTURE } from '../../platform/storage/keys.js';
import type { Storage } from '../../platform/storage/storage.js';

describe.each(SIZES)('rows and files on %s', (size) => {
  let app: StoredApp;
  let work: string;
  let moment: MomentView;
  let image: ImageView;

  beforeAll(async () => {
    app = await startStoredApp(size);
    work = await mkdtemp(join(tmpdir(), 'gmb-doctor-test-'));
    await writeFile(join(work, 'file'), 'something');
    await writeFile(join(work, 'empty'), '');
    const staff = await app.staff();
    await staff
      .post('/api/agencies')
      .field('name', 'With a logo')
      .attach('logo', await jpeg(), 'logo.jpg')
      .expect(201);
  });
  beforeEach(async () => {
    ({
      moment,
      images: [image],
    } = (await createMomentWithImages(await app.staff(), 1)) as { moment: MomentView; images: [ImageView] });
  });
  afterAll(async () => {
    await app.close();
    await rm(work, { recursive: true });
  });

  const keyOf = (url: string): string => url.replace('/media/', '');
  const folderOf = (url: string): string => keyOf(url).split('/', 2).join('/');

  /** Removes one file of a folder. */
  async function lose(key: string): Promise<void> {
    const kept: { key: string; path: string }[] = [];
    for await (const file of app.storage.list(folderOf(key))) {
      if (file.key === key) continue;
      const path = join(work, randomUUID());
      await pipeline((await app.storage.open(file.key))!.stream, createWriteStream(path));
      kept.push({ key: file.key, path });
    }
    await app.storage.remove(folderOf(key));
    for (const file of kept) await app.storage.put(file.key, file.path);
  }

  async function deleteMoment(): Promise<void> {
    await (await app.staff()).delete(`/api/moments/${moment.id}`).expect(204);
    await new DeletionsService(app.db, app.storage).runDue();
  }

  it('agree after ordinary work, and after its removal', async () => {
    expect(await findings(app)).toEqual([]);
    await deleteMoment();
    expect(await findings(app)).toEqual([]);
  });

  it('agree also when the AI picture is missing, which is created on demand', async () => {
    await lose(`${folderOf(image.imageUrl)}/${AI_PICTURE}`);
    expect(await findings(app)).toEqual([]);
  });

  it.each(['previewUrl', 'thumbnailUrl'] as const)('a lost file of %s is created again', async (name) => {
    const key = keyOf(image[name]);
    const before = await app.storage.stat(key);
    await lose(key);
    const problem = `image ${image.id} of moment ${moment.id} has lost its file ${key}`;
    expect(await findings(app)).toEqual([
      { problem, action: 'create it again from the original', outcome: 'repairable' },
    ]);
    expect(await findings(app, 'repair')).toMatchObject([{ problem, outcome: 'repaired' }]);
    expect(await findings(app)).toEqual([]);
    expect((await app.storage.stat(key))!.size).toBe(before!.size);
  });

  it('the picture that the client rejected before is expected as well, and its lost preview created again', async () => {
    const staff = await app.staff();
    await staff.post(`/api/images/${image.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await staff
      .post(`/api/images/${image.id}/replace`)
      .attach('image', await jpeg(), 'new.jpg')
      .expect(200);
    await new DeletionsService(app.db, app.storage).runDue();
    expect(await findings(app, 'check', { checksums: true })).toEqual([]);
    const owner = `the earlier version of image ${image.id} of moment ${moment.id}`;
    const original = keyOf(image.imageUrl);
    const content = await buffer((await app.storage.open(original))!.stream);
    await app.storage.put(original, join(work, 'file'));
    expect(await findings(app)).toEqual([
      {
        problem: expect.stringContaining(`${owner} has a damaged file: `),
        action: 'restore a backup',
        outcome: 'manual',
      },
    ]);
    await writeFile(join(work, 'whole'), content);
    await app.storage.put(original, join(work, 'whole'));
    await lose(keyOf(image.previewUrl));
    const problem = `${owner} has lost its file ${keyOf(image.previewUrl)}`;
    expect(await findings(app, 'repair')).toMatchObject([{ problem, outcome: 'repaired' }]);
    expect(await findings(app)).toEqual([]);
    await lose(keyOf(image.imageUrl));
    expect(await findings(app)).toMatchObject([
      { problem: `${owner} has lost its file ${keyOf(image.imageUrl)}`, action: 'restore a backup' },
    ]);
    await deleteMoment();
    expect(await findings(app)).toEqual([]);
  });

  it('finds an original that lost bytes', async () => {
    const key = keyOf(image.imageUrl);
    const [{ bytes }] = await app.db.query('SELECT "bytes" FROM images WHERE "id" = $1', [image.id]);
    await app.storage.put(key, join(work, 'file'));
    const problem = `image ${image.id} of moment ${moment.id} has a damaged file: ${key} has 9 bytes, and ${bytes} were uploaded`;
    expect(await findings(app)).toContainEqual({
      problem,
      action: 'replace the image, or restore a backup',
      outcome: 'manual',
    });
    const staff = await app.staff();
    await staff.delete(`/api/images/${image.id}`).expect(204);
  });

  it('finds an original with one damaged byte by its checksum', async () => {
    const key = keyOf(image.imageUrl);
    expect(await findings(app, 'check', { checksums: true })).toEqual([]);
    const content = await buffer((await app.storage.open(key))!.stream);
    content[content.length >> 1]! ^= 1;
    await writeFile(join(work, 'damaged'), content);
    await app.storage.put(key, join(work, 'damaged'));
    expect(await findings(app)).toEqual([]);
    const problem = `image ${image.id} of moment ${moment.id} has a damaged file: ${key} has other bytes than were uploaded, though as many`;
    expect(await findings(app, 'repair', { checksums: true })).toEqual([
      { problem, action: 'replace the image, or restore a backup', outcome: 'manual' },
    ]);
    await deleteMoment();
    expect(await findings(app, 'check', { checksums: true })).toEqual([]);
  });

  it('a lost or empty original is reported, since it cannot be repaired', async () => {
    const problem = `image ${image.id} of moment ${moment.id} has lost its file ${keyOf(image.imageUrl)}`;
    const lost = [{ problem, action: 'replace the image, or restore a backup', outcome: 'manual' }];
    await lose(keyOf(image.imageUrl));
    expect(await findings(app)).toEqual(lost);
    await app.storage.put(keyOf(image.imageUrl), join(work, 'empty'));
    expect(await findings(app, 'repair')).toEqual(lost);
    await deleteMoment();
    expect(await findings(app)).toEqual([]);
  });

  it('a lost logo is reported', async () => {
    const staff = await app.staff();
    const call = staff
      .post('/api/agencies')
      .field('name', 'Its logo gets lost')
      .attach('logo', await jpeg(), 'a.jpg');
    const { body: agency } = await call.expect(201);
    await app.storage.remove(folderOf(agency.logoUrl));
    const problem = `agency ${agency.id} has lost its file ${keyOf(agency.logoUrl)}`;
    expect(await findings(app, 'repair')).toMatchObject([{ problem, outcome: 'manual' }]);
    await staff.delete(`/api/agencies/${agency.id}`).expect(204);
    expect(await findings(app)).toEqual([]);
  });

  it('files that no row shows are scheduled for removal', async () => {
    await new DeletionsService(app.db, app.storage).runDue();
    const folders = [`images/${randomUUID()}`, `logos/${randomUUID()}`];
    await app.storage.put(`${folders[0]}/original.jpg`, join(work, 'file'));
    await app.storage.put(`${folders[0]}/preview.webp`, join(work, 'file'));
    await app.storage.put(`${folders[1]}/logo.webp`, join(work, 'file'));
    const expected = [`no row shows 2 files in ${folders[0]}`, `no row shows ${folders[1]}/logo.webp`];
    const found = await findings(app);
    expect(found.map(({ problem }) => problem).sort()).toEqual(expected);
    expect(found).toMatchObject(Array(2).fill({ action: 'schedule its removal', outcome: 'repairable' }));
    expect(await findings(app, 'repair')).toMatchObject(Array(2).fill({ outcome: 'repaired' }));
    expect(await findings(app)).toEqual([]);
    expect(await new DeletionsService(app.db, app.storage).runDue()).toBe(2);
    expect(await app.storage.stat(`${folders[0]}/original.jpg`)).toBeNull();
  });

  it('files that the product never creates are reported and not removed', async () => {
    const strange = [`${folderOf(image.imageUrl)}/other.jpg`, 'images/holiday/beach.jpg'];
    for (const key of strange) await app.storage.put(key, join(work, 'file'));
    const found = await findings(app, 'repair');
    expect(found.map(({ problem }) => problem).sort()).toEqual(strange.map((key) => `no row shows ${key}`));
    expect(found).toMatchObject(Array(2).fill({ outcome: 'manual' }));
    await lose(strange[0]!);
    await app.storage.remove('images/holiday');
    expect(await findings(app)).toEqual([]);
  });

  it('more files than rows show are not removed, since the database may be that of another storage', async () => {
    const other = await startStoredApp(size);
    const folders = Array.from({ length: 101 }, () => `images/${randomUUID()}`);
    for (const folder of folders) await other.storage.put(`${folder}/original.jpg`, join(work, 'file'));
    const found = await findings(other, 'repair');
    expect(found).toHaveLength(101);
    expect(new Set(found.map(({ outcome }) => outcome))).toEqual(new Set(['manual']));
    await other.close();
  });

  it('files that an upload has reserved, or whose removal is scheduled, are no finding', async () => {
    const folder = `images/${randomUUID()}`;
    await new DeletionsService(app.db, app.storage).reserve([folder]);
    await app.storage.put(`${folder}/original.jpg`, join(work, 'file'));
    await (await app.staff()).delete(`/api/moments/${moment.id}`).expect(204);
    expect(await findings(app)).toEqual([]);
  });

  it('a file that is being stored, under another name until it is whole, is no finding', async () => {
    const storage = Object.create(app.storage) as Storage;
    const listed: string[] = [];
    storage.list = async function* list(folder) {
      listed.push(folder);
      if (folder === 'images' && listed.length === 1) {
        yield { key: `${folderOf(image.imageUrl)}/.thumbnail.webp.${randomUUID()}`, size: 5 };
      }
      yield* app.storage.list(folder);
    };
    expect(await findings({ ...app, storage })).toEqual([]);
    expect(listed).toEqual(['images', 'logos', folderOf(image.imageUrl)]);
  });

  it('files that come and go during the check are no finding', async () => {
    const staff = await app.staff();
    const storage = Object.create(app.storage) as Storage;
    let isFirst = true;
    storage.list = async function* list(folder) {
      const files = [];
      for await (const file of app.storage.list(folder)) files.push(file);
      if (isFirst) {
        isFirst = false;
        const { body } = await staff.post('/api/moments').send({ title: 'New', clientId: moment.clientId }).expect(201);
        await upload(staff, body.id, ['new.jpg']);
        await deleteMoment();
      }
      yield* files;
    };
    expect(await findings({ ...app, storage })).toEqual([]);
    expect(isFirst).toBe(false);
  });

  it('a removal of files that a row shows is cancelled', async () => {
    const folder = folderOf(image.imageUrl);
    await app.db.query(`INSERT INTO deletions ("folder", "notBefore") VALUES ($1, now() + interval '1 day')`, [folder]);
    const problem = `the files in ${folder} are to be removed, but a row shows them`;
    expect(await findings(app, 'repair')).toEqual([{ problem, action: 'keep them', outcome: 'repaired' }]);
    expect(await findings(app)).toEqual([]);
  });

  it('an overdue removal is done', async () => {
    const folder = `images/${randomUUID()}`;
    await app.storage.put(`${folder}/original.jpg`, join(work, 'file'));
    await app.db.query(
      `INSERT INTO deletions ("folder", "notBefore", "attempts", "lastError")
       VALUES ($1, now() + interval '1 hour', 7, 'the storage was unavailable')`,
      [folder],
    );
    const found = await findings(app, 'repair');
    expect(found).toMatchObject([{ action: 'remove them now', outcome: 'repaired' }]);
    expect(found[0]!.problem).toMatch(/\(tried 7 times, last: the storage was unavailable\)$/);
    expect(await app.storage.stat(`${folder}/original.jpg`)).toBeNull();
    expect(await findings(app)).toEqual([]);
  });

  it('reports why a repair failed', async () => {
    const folder = `IMAGES/${randomUUID()}`;
    await app.db.query(`INSERT INTO deletions ("folder", "notBefore") VALUES ($1, now() - interval '1 hour')`, [
      folder,
    ]);
    const [finding] = await findings(app, 'repair');
    expect(finding).toMatchObject({ outcome: 'failed', reason: expect.stringContaining('not a storage key') });
    await app.db.query('DELETE FROM deletions WHERE "folder" = $1', [folder]);
  });
});
