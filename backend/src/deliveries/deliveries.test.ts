import { readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import { startApp, STAFF_NAME, type Agent, type TestApp } from '../../test/app.js';
import { manifestIn, sha256 } from '../../test/delivered-files.js';
import { cameraPhoto, createApproved, deliver, download } from '../../test/deliveries.js';
import { createClient } from '../../test/factories.js';
import type { DeliverableView } from '../contract/deliveries.js';

describe('deliveries', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const leftovers = async (): Promise<string[]> => readdir(join(app.dataDir, 'incoming')).catch(() => []);

  it('send the approved photos in their order, with a manifest that has the digest of each', async () => {
    const { momentId, images } = await createApproved(staff, [
      { texts: { title: 'Hand-tied with silk ribbon' } },
      { texts: { title: 'Roses (red), wrapped to go!' }, file: await cameraPhoto('png') },
    ]);
    const { id, fileName, total } = await deliver(staff, momentId);
    expect({ fileName, total }).toEqual({ fileName: 'Spring window - Rosa’s Flowers.zip', total: 2 });
    const files = await download(staff, id);
    const names = ['01-hand-tied-with-silk-ribbon.jpg', '02-roses-red-wrapped-to-go.png'];
    expect(Object.keys(files)).toEqual([...names, 'manifest.csv', 'manifest.json']);
    const manifest = manifestIn(files);
    expect(manifest.notChecked).toBe('Not checked: text, phone numbers and addresses in the picture.');
    for (const { file, sha256: digest } of manifest.files) expect(sha256(files[file]!)).toBe(digest);
    expect(manifest.files[0]).toMatchObject({
      file: names[0],
      version: images[0]!.version,
      approvedAt: expect.any(String),
      approvedBy: STAFF_NAME,
      position: { latitude: 43.6577, longitude: -70.2548 },
    });
    expect(await leftovers()).toEqual([]);
    const { body } = await staff.get(`/api/deliveries/${id}`).expect(200);
    expect(body).toMatchObject({ state: 'done', withheld: [] });
  });

  it('leave out, and name, what was changed between the click and the byte', async () => {
    const { momentId, images } = await createApproved(staff, [{}, {}, {}]);
    const { id } = await deliver(staff, momentId);
    await staff.patch(`/api/images/${images[0]!.id}`).send({ title: 'Another title' }).expect(200);
    await staff.delete(`/api/images/${images[1]!.id}`).expect(204);
    const files = await download(staff, id);
    expect(Object.keys(files)).toEqual(['03-tulips-in-the-window.jpg', 'manifest.csv', 'manifest.json']);
    const reason = expect.stringContaining('changed') as unknown;
    const names = ['01-tulips-in-the-window.jpg', '02-tulips-in-the-window.jpg'];
    expect(manifestIn(files).notDelivered).toMatchObject(names.map((file) => ({ file, reason })));
    const { body } = await staff.get(`/api/deliveries/${id}`).expect(200);
    expect(body).toMatchObject({ state: 'done', withheld: names.map((fileName) => ({ fileName, reason })) });
    expect((await staff.get(`/api/moments/${momentId}`)).body).toMatchObject({ undelivered: 0 });
  });

  it('name a photo whose file is missing, and send the others', async () => {
    const { momentId, images } = await createApproved(staff, [{}, {}]);
    await rm(join(app.dataDir, images[0]!.imageUrl));
    const files = await download(staff, (await deliver(staff, momentId)).id);
    expect(manifestIn(files)).toMatchObject({
      files: [{ file: '02-tulips-in-the-window.jpg' }],
      notDelivered: [{ reason: 'Its file is missing in the storage.' }],
    });
  });

  it('say why the only photo cannot be delivered, or each of several', async () => {
    const { momentId, images } = await createApproved(staff, [{}, {}]);
    for (const { imageUrl } of images) await writeFile(join(app.dataDir, imageUrl), 'no picture');
    const { id } = await deliver(staff, momentId);
    const all = (await staff.get(`/api/deliveries/${id}/zip`).expect(409)).body as object;
    const why = expect.stringContaining('"Tulips in the window" is not a picture') as unknown;
    expect(all).toMatchObject({ code: 'NOTHING_TO_DELIVER', details: [{ message: why }, { message: why }] });
    const photos = [{ imageId: images[0]!.id }];
    const one = (await staff.post('/api/deliveries').send({ photos }).expect(201)).body as { id: string };
    expect((await staff.get(`/api/deliveries/${one.id}/zip`).expect(409)).body).toMatchObject({ message: why });
  });

  it('send nothing where nothing is approved as it was chosen', async () => {
    const { momentId, images } = await createApproved(staff, [{}]);
    const { id } = await deliver(staff, momentId);
    const photos = [{ imageId: images[0]!.id }];
    await staff.patch(`/api/images/${images[0]!.id}`).send({ title: 'Another title' }).expect(200);
    const zip = await staff.get(`/api/deliveries/${id}/zip`).expect(409);
    expect(zip.body).toMatchObject({ code: 'NOTHING_TO_DELIVER' });
    const refused = await staff.post('/api/deliveries').send({ photos }).expect(409);
    expect(refused.body).toMatchObject({ code: 'NOTHING_TO_DELIVER' });
    const marked = await staff.post(`/api/moments/${momentId}/delivered`).expect(409);
    expect(marked.body).toMatchObject({ code: 'NOTHING_TO_DELIVER' });
  });

  it('say what was found about the photos, but what staff ignored, and deliver them all the same', async () => {
    const file = await cameraPhoto();
    const { momentId, images } = await createApproved(staff, [{ file }, { file }]);
    const listed = async () => {
      const { body } = await staff.get(`/api/moments/${momentId}/deliverables`).expect(200);
      return (body as DeliverableView[]).map(({ findings }) => findings);
    };
    const manifests = async () => {
      const files = await download(staff, (await deliver(staff, momentId)).id);
      const csv = files['manifest.csv']!.toString().slice(1);
      const { data } = Papa.parse<{ warnings: string }>(csv, { header: true, skipEmptyLines: true });
      const found = manifestIn(files).files.map(({ warnings }) => warnings);
      expect(data.map(({ warnings }) => warnings)).toEqual(found.map((labels) => labels.join('; ')));
      return found;
    };
    const small = { kind: 'small', message: expect.stringContaining('Replace'), isIgnored: false };
    expect(await listed()).toMatchObject([[small], [small]]);
    const ignored = { kind: 'small', isIgnored: true };
    await staff.put(`/api/images/${images[1]!.id}/findings`).send(ignored).expect(200);
    expect(await listed()).toMatchObject([[small], [ignored]]);
    expect(await manifests()).toEqual([['Smaller than 720 px'], []]);
  });

  it('say of a caption that it was written for another picture, until it is written again', async () => {
    const { momentId, images } = await createApproved(staff, [{}, {}]);
    const [replaced] = images;
    const listed = async () => {
      const { body } = await staff.get(`/api/moments/${momentId}/deliverables`).expect(200);
      return (body as DeliverableView[]).map(({ captionOutdated }) => captionOutdated);
    };
    expect(await listed()).toEqual([false, false]);
    const file = await cameraPhoto();
    await staff.post(`/api/images/${replaced!.id}/replace`).attach('image', file, 'new.jpg').expect(200);
    await staff.post(`/api/images/${replaced!.id}/approve`).expect(200);
    expect(await listed()).toEqual([true, false]);
    await staff.patch(`/api/images/${replaced!.id}`).send({ exifKeywords: 'new' }).expect(200);
    expect(await listed()).toEqual([false, false]);
  });

  it('defuse what a table would take for a formula', async () => {
    const texts = {
      title: '=HYPERLINK("http://x")',
      description: '+1, "quoted"\nsecond line;＝A1',
      address: '@SUM(A1)',
    };
    const { momentId } = await createApproved(staff, [{ texts }]);
    const csv = (await download(staff, (await deliver(staff, momentId)).id))['manifest.csv']!.toString();
    const { data } = Papa.parse<Record<string, string>>(csv.slice(1), {
      header: true,
      newline: '\r\n',
      skipEmptyLines: true,
    });
    expect(csv.startsWith('\ufeff')).toBe(true);
    expect(data).toMatchObject([
      { title: `'${texts.title}`, description: `'+1, "quoted"\nsecond line;'＝A1`, place: `'${texts.address}` },
    ]);
  });

  it('say who and when, count a version once, and what is new after another round', async () => {
    const { momentId, images } = await createApproved(staff, [{}, {}]);
    const listed = async () => {
      const { body } = await staff.get(`/api/moments/${momentId}/deliverables`).expect(200);
      return (body as DeliverableView[]).map(({ isNew }) => isNew);
    };
    const moment = async () => (await staff.get(`/api/moments/${momentId}`).expect(200)).body as object;
    expect(await moment()).toMatchObject({ status: 'approved', undelivered: 2, delivered: null });
    expect(await listed()).toEqual([true, true]);
    await download(staff, (await deliver(staff, momentId)).id);
    expect(await moment()).toMatchObject({ undelivered: 0, delivered: { by: STAFF_NAME, at: expect.any(String) } });
    expect(await listed()).toEqual([false, false]);
    await staff.patch(`/api/images/${images[1]!.id}`).send({ title: 'Another title' }).expect(200);
    expect(await moment()).toMatchObject({ status: 'pending', undelivered: 0 });
    await staff.post(`/api/images/${images[1]!.id}/approve`).expect(200);
    expect(await moment()).toMatchObject({ status: 'approved', undelivered: 1 });
    expect(await listed()).toEqual([false, true]);
    await staff.post(`/api/moments/${momentId}/delivered`).expect(200);
    expect(await moment()).toMatchObject({ undelivered: 0 });
    const history = (await staff.get(`/api/moments/${momentId}/history`).expect(200)).body as { action: string }[];
    expect(history.filter(({ action }) => action === 'moment.delivered')).toMatchObject([
      { actorName: STAFF_NAME, changes: { photos: { to: '2' } } },
      { actorName: STAFF_NAME, changes: { photos: { to: '2' } } },
    ]);
  });

  it('put photos of several moments into folders, and list those of a client by the day of approval', async () => {
    const client = await createClient(staff, { business: 'Fern & Petal' });
    const fields = { clientId: client.id, title: 'Spring' };
    const [one, other] = [await createApproved(staff, [{}], fields), await createApproved(staff, [{}], fields)];
    const today = new Date().toISOString().slice(0, 10);
    const list = async (query: object) =>
      (await staff.get(`/api/clients/${client.id}/deliverables`).query(query).expect(200)).body as DeliverableView[];
    expect(await list({ from: '2026-01-01', to: '2026-01-31' })).toEqual([]);
    const found = await list({ from: today });
    expect(found.map(({ momentId }) => momentId)).toEqual([one.momentId, other.momentId]);
    const photos = found.map(({ imageId }) => ({ imageId }));
    const made = await staff.post('/api/deliveries').send({ photos }).expect(201);
    expect(made.body).toMatchObject({ fileName: `Fern & Petal ${today}.zip` });
    const { id } = made.body as { id: string };
    const names = ['spring/01-tulips-in-the-window.jpg', 'spring-2/01-tulips-in-the-window.jpg'];
    expect(Object.keys(await download(staff, id)).slice(0, 2)).toEqual(names);
    const refused = await staff.get(`/api/clients/${client.id}/deliverables?from=yesterday`).expect(400);
    expect(refused.body).toMatchObject({ message: expect.stringContaining('must be a day') });
  });

  it('take other names, once each', async () => {
    const { images } = await createApproved(staff, [{}, {}]);
    const photos = images.map(({ id }) => ({ imageId: id, name: 'CON' }));
    const { body } = await staff.post('/api/deliveries').send({ photos }).expect(201);
    const names = Object.keys(await download(staff, (body as { id: string }).id));
    expect(names.slice(0, 2)).toEqual(['con-photo.jpg', 'con-photo-2.jpg']);
  });
});
