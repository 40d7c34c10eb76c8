import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Papa from 'papaparse';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { manifestIn, Metadata } from '../../test/delivered-files.js';
import { cameraPhoto, createApproved, deliver, download } from '../../test/deliveries.js';
import { before } from '../../test/odd-pictures.js';
import { describeUnless } from '../../test/it-unless.js';
import { whyMissing } from '../../test/programs.js';

describe('delivered photos', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

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

  it('say which photos were re-encoded, and why', async () => {
    const stray = before(await cameraPhoto(), 0xc4, Buffer.from([1, 2, 3]));
    const { momentId } = await createApproved(staff, [{ file: stray }, {}, { file: await cameraPhoto('webp') }]);
    const files = await download(staff, (await deliver(staff, momentId)).id);
    const stated = ['re-encoded, because parts of the uploaded file are damaged', 'as uploaded', 're-encoded'];
    expect(manifestIn(files).files.map(({ pixels }) => pixels)).toEqual(stated);
    const csv = Papa.parse<{ pixels: string }>(files['manifest.csv']!.toString().slice(1), { header: true });
    expect(csv.data.slice(0, 3).map(({ pixels }) => pixels)).toEqual(stated);
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
