import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { photoPath } from '../../../test/photos.js';
import { readForDelivery, readPicture } from '../picture.js';
import { writeTiff } from './write-tiff.js';
import { rgbRows } from './ycbcr.js';

/** A photo of the stories at 800 × 600 px, turned by a quarter by the file's own property and by its EXIF block. */
const HEIC = join(import.meta.dirname, '../../../test/photo.heic');

describe('a HEIC photo', () => {
  let folder: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'heic-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('is turned upright once, in its colours, with the time of its EXIF block', async () => {
    const picture = await readPicture(HEIC, 'IMG_1.HEIC', folder);
    expect(picture).toMatchObject({ extension: 'heic', width: 600, height: 800, takenAt: '2026-05-17T10:41:30' });
    const turned = await sharp(photoPath('workshop-table-ribbons.jpg')).rotate(90).png().toBuffer();
    const expected = await sharp(turned).resize(600, 800).raw().toBuffer();
    for (const path of [picture.previewPath, picture.thumbnailPath, picture.aiPath]) {
      const shown = await sharp(path).resize(600, 800).raw().toBuffer();
      const off = shown.reduce((sum, sample, at) => sum + Math.abs(sample - expected[at]!), 0) / shown.length;
      expect(off).toBeLessThan(6);
    }
    expect((await readdir(folder)).filter((name) => name.endsWith('.tiff'))).toEqual([]);
    expect(await sharp(picture.previewPath).metadata()).toMatchObject({ width: 600, height: 800 });
  });

  it('is delivered as a JPEG of its full size', async () => {
    const texts = { title: 'Ribbons', description: '', keywords: [], altText: '', place: '' };
    const delivery = { format: 'original', texts, hasPosition: false } as const;
    const made = await readForDelivery({ path: HEIC, fileName: 'Ribbons', folder, delivery });
    expect(made).toMatchObject({ extension: 'jpg', width: 600, height: 800 });
    expect(await sharp(made.path).metadata()).toMatchObject({ format: 'jpeg', width: 600, height: 800 });
  });

  it('that is cut off is refused', async () => {
    const path = join(folder, 'cut.heic');
    await writeFile(path, (await readFile(HEIC)).subarray(0, 9000));
    await expect(readPicture(path, 'cut.heic', folder)).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
  });
});

describe('pixels of a HEIC photo', () => {
  it.each([
    ['of BT.601', 6, true, [76, 85, 255]],
    ['of BT.709', 1, true, [54, 99, 255]],
    ['of limited range', 6, false, [81, 90, 240]],
  ])('are converted to RGB: red %s', async (_what, matrix, isFullRange, [luma, blue, red]) => {
    const plane = (value: number) => ({ samples: new Uint8Array(4).fill(value), stride: 2 });
    const pixels = new Uint8ClampedArray(12);
    const planes = { luma: plane(luma!), blue: plane(blue!), red: plane(red!), alpha: null, width: 2, height: 2 };
    rgbRows({ ...planes, matrix, isFullRange })(0, 2, pixels);
    for (const [at, sample] of pixels.entries()) expect(Math.abs(sample - (at % 3 === 0 ? 255 : 0))).toBeLessThan(4);
  });

  it.each([
    [false, [0, 128, 255], [255, 255, 255, 127, 127, 127, 0, 0, 0]],
    [true, [255, 128, 255], [0, 0, 0, 127, 127, 127, 0, 0, 0]],
  ])('that are transparent show white (multiplied before: %s)', (isPremultiplied, opacities, expected) => {
    const plane = (...samples: number[]) => ({ samples: Uint8Array.from(samples), stride: samples.length });
    const colours = { luma: plane(0, 0, 0), blue: plane(128, 128), red: plane(128, 128), width: 3, height: 1 };
    const pixels = new Uint8ClampedArray(9);
    const alpha = { ...plane(...opacities), isPremultiplied };
    rgbRows({ ...colours, alpha, matrix: 6, isFullRange: true })(0, 1, pixels);
    expect([...pixels]).toEqual(expected);
  });

  it('are written as a TIFF, of any size and with a profile', async () => {
    const path = join(tmpdir(), `pixels-${process.pid}.tiff`);
    const profile = (
      await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
        .withIccProfile('p3')
        .png()
        .toBuffer()
        .then((png) => sharp(png).metadata())
    ).icc!;
    await writeTiff(path, { width: 33, height: 77, profile, rows: (from, count, to) => to.fill(from, 0, count * 99) });
    const { icc, ...metadata } = await sharp(path).metadata();
    expect([metadata.format, metadata.width, metadata.height, icc!.equals(profile)]).toEqual(['tiff', 33, 77, true]);
    const { data } = await sharp(path, { ignoreIcc: true }).raw().toBuffer({ resolveWithObject: true });
    expect([data[0], data[32 * 99], data.at(-1)]).toEqual([0, 32, 64]);
    await rm(path);
  });
});
