import { once } from 'node:events';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { get as httpGet, type ClientRequest } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import sharp from 'sharp';
import { startApp, STAFF_NAME, type Agent, type TestApp } from '../../test/app.js';
import { manifestIn, Metadata, sha256, unzipped } from '../../test/delivered-files.js';
import { cameraPhoto, createApproved, deliver, download } from '../../test/deliveries.js';
import { eventually } from '../../test/eventually.js';
import { createClient, jpeg } from '../../test/factories.js';
import { before } from '../../test/odd-pictures.js';
import { describeUnless } from '../../test/it-unless.js';
import { sessionCookie } from '../../test/live.js';
import { whyMissing } from '../../test/programs.js';
import type { DeliverableView } from '../contract/deliveries.js';

describe('deliveries', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const stateOf = async (id: string): Promise<string> => (await staff.get(`/api/deliveries/${id}`)).body.state;
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

  it('keep the pixels of originals byte for byte, and how they are turned', async () => {
    const original = await cameraPhoto();
    const { momentId } = await createApproved(staff, [{ file: original }]);
    const { id } = await deliver(staff, momentId);
    const delivered = (await download(staff, id))['01-tulips-in-the-window.jpg']!;
    expect((await sharp(delivered).metadata()).orientation).toBe(6);
    const pixels = (file: Buffer) => sharp(file).raw().toBuffer();
    expect(await pixels(delivered)).toEqual(await pixels(original));
    expect(delivered.includes('Rosa Private')).toBe(false);
    expect(delivered.includes('SN-4711')).toBe(false);
  });

  it('make JPEGs that Google takes where these are asked for, and always of kinds that it does not take', async () => {
    const { momentId } = await createApproved(staff, [{ file: await cameraPhoto('png') }]);
    const asJpeg = await download(staff, (await deliver(staff, momentId, { format: 'jpeg-80', manifest: false })).id);
    expect(Object.keys(asJpeg)).toEqual(['01-tulips-in-the-window.jpg', 'manifest.json']);
    const webp = await createApproved(staff, [{ file: await cameraPhoto('webp') }]);
    const file = (await download(staff, (await deliver(staff, webp.momentId)).id))['01-tulips-in-the-window.jpg']!;
    expect(await sharp(file).metadata()).toMatchObject({ format: 'jpeg', width: 800, height: 600 });
    expect(file.includes('Rosa Private')).toBe(false);
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

  it('say which photos were re-encoded, and why', async () => {
    const stray = before(await cameraPhoto(), 0xc4, Buffer.from([1, 2, 3]));
    const { momentId } = await createApproved(staff, [{ file: stray }, {}, { file: await cameraPhoto('webp') }]);
    const files = await download(staff, (await deliver(staff, momentId)).id);
    const stated = ['re-encoded, because parts of the uploaded file are damaged', 'as uploaded', 're-encoded'];
    expect(manifestIn(files).files.map(({ pixels }) => pixels)).toEqual(stated);
    const csv = Papa.parse<{ pixels: string }>(files['manifest.csv']!.toString().slice(1), { header: true });
    expect(csv.data.slice(0, 3).map(({ pixels }) => pixels)).toEqual(stated);
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

  it('say where a photo of any kind was taken', async () => {
    const kinds = [cameraPhoto(), cameraPhoto('png'), cameraPhoto('webp')];
    const { images } = await createApproved(
      staff,
      (await Promise.all(kinds)).map((file) => ({ file })),
    );
    for (const { id } of images) {
      const { body } = await staff.get(`/api/images/${id}/position`).expect(200);
      expect(body).toEqual({ position: '43.6577, -70.2548' });
    }
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

  it('refuse parts, and answer HEAD without making anything', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const { id } = await deliver(staff, momentId);
    const part = await staff.get(`/api/deliveries/${id}/zip`).set('Range', 'bytes=0-99').expect(416);
    expect(part.body).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' });
    const head = await staff.head(`/api/deliveries/${id}/zip`).expect(200);
    expect(head.headers['content-disposition']).toContain("filename*=UTF-8''");
    expect((await staff.get(`/api/deliveries/${id}`)).body).toMatchObject({ state: 'waiting' });
  });

  it('count as delivered once all of it has arrived: the next request is answered so', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const cookie = await sessionCookie(app);
    // As another program would, right behind the last byte and on a connection that is open already.
    for (let round = 0; round < 5; round += 1) {
      const { id } = await deliver(staff, momentId);
      const zip = await fetch(`${app.url}/api/deliveries/${id}/zip`, { headers: { cookie } });
      expect(Object.keys(unzipped(Buffer.from(await zip.arrayBuffer())))).toHaveLength(3);
      const certificate = await fetch(`${app.url}/api/deliveries/${id}/certificate.json`, { headers: { cookie } });
      expect(certificate.status).toBe(200);
    }
  });

  it('do not end, and do not count, where they cannot be noted', async () => {
    const { momentId } = await createApproved(staff, [{}]);
    const { id } = await deliver(staff, momentId);
    await app.db.query(`
      CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'This cannot be saved.'; END $$;
      CREATE TRIGGER refuse BEFORE UPDATE OF "deliveredAt" ON reviews FOR EACH ROW EXECUTE FUNCTION refuse()`);
    try {
      const zip = await fetch(`${app.url}/api/deliveries/${id}/zip`, { headers: { cookie: await sessionCookie(app) } });
      await expect(zip.arrayBuffer()).rejects.toThrow('terminated');
    } finally {
      await app.db.query('DROP FUNCTION refuse CASCADE');
    }
    await eventually(async () => expect(await stateOf(id)).toBe('failed'));
    await download(staff, id);
  });

  describe('that are broken off', () => {
    /** Begins a download with the staff's session, and reads nothing of it. */
    async function begin(id: string): Promise<ClientRequest> {
      return httpGet(`${app.url}/api/deliveries/${id}/zip`, { headers: { cookie: await sessionCookie(app) } });
    }

    it('free everything, and do not count as delivered; meanwhile no other one begins', async () => {
      const file = await sharp(await jpeg({ width: 2400, height: 1800 }))
        .jpeg({ quality: 100 })
        .toBuffer();
      const { momentId } = await createApproved(staff, [{ file }, { file }, { file }, { file }]);
      const { id } = await deliver(staff, momentId);
      const request = await begin(id);
      await once(request, 'response');
      const second = await staff.get(`/api/deliveries/${id}/zip`).expect(409);
      expect(second.body).toMatchObject({ code: 'DELIVERY_RUNNING' });
      const { body } = await staff.get(`/api/moments/${momentId}/deliverables`);
      const photos = (body as DeliverableView[]).map(({ imageId }) => ({ imageId }));
      await staff.post('/api/deliveries').send({ photos }).expect(409);
      request.destroy();
      await eventually(async () => expect(await stateOf(id)).toBe('failed'));
      expect(await leftovers()).toEqual([]);
      expect((await staff.get(`/api/moments/${momentId}`)).body).toMatchObject({ undelivered: 4, delivered: null });
      expect(Object.keys(await download(staff, id))).toHaveLength(6);
    });

    it('free a photo that was still being made', async () => {
      const { momentId } = await createApproved(staff, [{}]);
      const { id } = await deliver(staff, momentId);
      const holder = app.db.createQueryRunner();
      await holder.startTransaction();
      await holder.query('LOCK TABLE images');
      const request = await begin(id);
      const ended = new Promise((resolve) => request.once('close', resolve));
      request.once('error', () => undefined);
      await eventually(async () => expect(await stateOf(id)).toBe('sending'));
      request.destroy();
      await ended;
      await stateOf(id);
      await holder.rollbackTransaction();
      await holder.release();
      await eventually(async () => expect(await stateOf(id)).toBe('failed'));
      expect(await leftovers()).toEqual([]);
    });

    it('can begin again once their process has not said for long that they go on', async () => {
      const { momentId } = await createApproved(staff, [{}]);
      const { id } = await deliver(staff, momentId);
      const holding = `UPDATE deliveries SET "userId" = (SELECT "id" FROM users LIMIT 1), "leasedUntil" = now()`;
      await app.db.query(`${holding} + interval '30 seconds' WHERE "id" = $1`, [id]);
      await staff.get(`/api/deliveries/${id}/zip`).expect(409);
      await app.db.query(`${holding} - interval '1 second' WHERE "id" = $1`, [id]);
      expect(await stateOf(id)).toBe('failed');
      await download(staff, id);
    });
  });

  describeUnless(whyMissing('perl'), 'read back by ExifTool', () => {
    const metadata = new Metadata();
    afterAll(() => metadata.end());

    const TEXTS = {
      title: 'Blumenläden & 春の花束',
      description: 'قلب <b>"مرحبا"</b> (open daily)',
      exifKeywords: 'tulips, 花束, "quoted" & <tagged>',
      geoAltDescription: 'A bouquet 🌷 on a table',
      address: '18 Exchange Street\nPortland, ME',
    };
    const XMP = {
      'XMP-dc:Title': TEXTS.title,
      'XMP-dc:Description': TEXTS.description,
      'XMP-dc:Subject': ['tulips', '花束', '"quoted" & <tagged>'],
      'XMP-photoshop:Headline': TEXTS.title,
      'XMP-iptcCore:Location': '18 Exchange Street, Portland, ME',
      'XMP-iptcCore:AltTextAccessibility': TEXTS.geoAltDescription,
    };
    const EXIF = {
      'IFD0:ImageDescription': TEXTS.description,
      'IFD0:XPTitle': TEXTS.title,
      'IFD0:XPKeywords': 'tulips;花束;"quoted" & <tagged>',
      'ExifIFD:DateTimeOriginal': '2026:04:01 09:30:00',
      'ExifIFD:ExifImageWidth': 800,
      'ExifIFD:ExifImageHeight': 600,
    };
    const POSITION = {
      'GPS:GPSLatitudeRef': 'N',
      'GPS:GPSLongitudeRef': 'W',
      'GPS:GPSLatitude': expect.closeTo(43.6577, 6) as unknown,
      'GPS:GPSLongitude': expect.closeTo(70.2548, 6) as unknown,
    };
    const IPTC = {
      'IPTC:Headline': TEXTS.title,
      'IPTC:Caption-Abstract': TEXTS.description,
      'IPTC:Keywords': ['tulips', '花束', '"quoted" & <tagged>'],
      'IPTC:Sub-location': '18 Exchange Street, Portland, ME',
    };

    it.each([
      ['jpg', 'original', { ...XMP, ...EXIF, ...POSITION, ...IPTC, 'IFD0:Orientation': 6 }],
      ['png', 'original', { ...XMP, ...EXIF, ...POSITION, 'IFD0:Orientation': 1 }],
      [
        'jpg',
        'jpeg-90',
        {
          ...XMP,
          ...EXIF,
          ...POSITION,
          ...IPTC,
          'IFD0:Orientation': 1,
          'ExifIFD:ExifImageWidth': 600,
          'ExifIFD:ExifImageHeight': 800,
        },
      ],
    ])('every field of a %s as %s, and nothing of the camera', async (kind, format, expected) => {
      const file = await cameraPhoto(kind === 'png' ? 'png' : 'jpeg');
      const { momentId } = await createApproved(staff, [{ file, texts: TEXTS }]);
      const files = await download(staff, (await deliver(staff, momentId, { format })).id);
      const name = `01-blumenladen-chunnohuashu.${kind}`;
      const tags = await metadata.read(files[name]!, name);
      expect(tags).toMatchObject(expected);
      expect(tags['ExifTool:Warning']).toBeUndefined();
      expect(JSON.stringify(tags)).not.toMatch(/Private|4711|Acme|Pocket|Firmware/);
    });

    it('the position of a HEIC, or none where that was not wanted', async () => {
      const photo = await readFile(join(import.meta.dirname, '../../test/photo.heic'));
      const file = await metadata.write(photo, 'position.heic', { GPSLatitude: 43.6577, GPSLongitude: -70.2548 });
      const { momentId, images } = await createApproved(staff, [{ file }]);
      const position = await staff.get(`/api/images/${images[0]!.id}/position`).expect(200);
      expect(position.body).toEqual({ position: '43.6577, -70.2548' });
      const name = '01-tulips-in-the-window.jpg';
      const withIt = await download(staff, (await deliver(staff, momentId)).id);
      expect(await metadata.read(withIt[name]!, 'with.jpg')).toMatchObject({ ...POSITION, 'IFD0:Orientation': 1 });
      const without = await download(staff, (await deliver(staff, momentId, { position: false })).id);
      const tags = await metadata.read(without[name]!, 'without-heic.jpg');
      expect(Object.keys(tags).filter((tag) => tag.includes('GPS'))).toEqual([]);
    });

    it('no position where that was not wanted', async () => {
      const { momentId, images } = await createApproved(staff, [{}]);
      const position = await staff.get(`/api/images/${images[0]!.id}/position`).expect(200);
      expect(position.body).toEqual({ position: '43.6577, -70.2548' });
      const files = await download(staff, (await deliver(staff, momentId, { position: false })).id);
      const tags = await metadata.read(files['01-tulips-in-the-window.jpg']!, 'without.jpg');
      expect(Object.keys(tags).filter((tag) => tag.includes('GPS'))).toEqual([]);
    });
  });
});
