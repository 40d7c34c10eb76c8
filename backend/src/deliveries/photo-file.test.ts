import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { Metadata } from '../../test/delivered-files.js';
import { exifBlock, number } from '../../test/exif-block.js';
import { withSegment } from '../../test/faults/files-pictures.js';
import { describeUnless } from '../../test/it-unless.js';
import { before, jpegWithExif, plainPicture, pngWith, storedPicture, withoutEnd } from '../../test/odd-pictures.js';
import { takeIn, takeInAndDeliver } from '../../test/photo-files.js';
import { whyMissing } from '../../test/programs.js';
import { DELIVERY_FORMATS } from '../contract/delivery-rules.js';

const DAMAGED = 're-encoded, because parts of the uploaded file are damaged';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'photo-file-'));
});
afterAll(() => rm(folder, { recursive: true }));

const jpeg = (options = {}) => plainPicture().jpeg(options).toBuffer();
const png = () => plainPicture().png().toBuffer();

/** How far two pictures are apart on average, of 255. */
async function distance(one: Buffer | string, other: Buffer | string): Promise<number> {
  const [first, second] = await Promise.all([one, other].map((file) => small(sharp(file, { failOn: 'warning' }))));
  return first!.reduce((sum, sample, at) => sum + Math.abs(sample - second![at]!), 0) / first!.length;
}

function small(picture: Sharp): Promise<Buffer> {
  const upright = picture.autoOrient().flatten({ background: 'white' }).toColourspace('srgb');
  return upright.resize(30, 30, { fit: 'fill', kernel: 'linear' }).raw().toBuffer();
}

/** Bytes changed at the first place of these. */
function changed(file: Buffer, found: string, at: number, value: number): Buffer {
  const made = Buffer.from(file);
  made[made.indexOf(Buffer.from(found, 'latin1')) + at] = value;
  return made;
}

describe('a photo that is not strict is delivered all the same, as it was shown', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG with stray bytes between segments', async () => before(await jpeg(), 0xc4, Buffer.from([1, 2, 3]))],
    ['a JPEG with zeros between segments', async () => before(await jpeg(), 0xc4, Buffer.alloc(500))],
    [
      'a JPEG with a marker in two bytes that are none',
      async () => before(await jpeg(), 0xc4, Buffer.from([0xff, 0, 0xff, 0])),
    ],
    ['a JPEG with restart markers between segments', async () => before(await jpeg(), 0xc4, Buffer.from([0xff, 0xd0]))],
    [
      'a JPEG with a mistyped marker',
      async () =>
        withSegment(
          changed(withSegment(await jpeg(), 0xe1, Buffer.alloc(60, 'Exif')), '\xff\xe1', 0, 0),
          0xe5,
          Buffer.alloc(9),
        ),
    ],
    [
      'a JPEG with a segment that states too few bytes',
      async () => changed(withSegment(await jpeg(), 0xe1, Buffer.alloc(60)), '\xff\xe1', 3, 30),
    ],
    [
      'a JPEG with a segment that states none',
      async () => changed(withSegment(await jpeg(), 0xe1, Buffer.alloc(60)), '\xff\xe1', 3, 0),
    ],
    ['a JPEG without its end marker', async () => withoutEnd(await jpeg())],
    ['a progressive JPEG without its end marker', async () => withoutEnd(await jpeg({ progressive: true }))],
    ['a JPEG with half of its end marker', async () => (await jpeg()).subarray(0, -1)],
    ['a PNG without its end', async () => (await png()).subarray(0, -12)],
    ['a PNG that is cut within its end', () => storedPicture('cut-within-iend.png')],
    ['a PNG with a wrong checksum', async () => changed(await png(), 'IEND', 5, 7)],
  ])('%s', async (_what, make) => {
    const file = await make();
    for (const format of DELIVERY_FORMATS) {
      const { read, picture, file: delivered } = await takeInAndDeliver(folder, file, format);
      expect(picture.pixels).toBe(format === 'original' ? DAMAGED : 're-encoded');
      expect(await distance(delivered, read.previewPath)).toBeLessThan(4);
    }
  });

  it('but is copied byte for byte where that is possible', async () => {
    const { picture, file } = await takeInAndDeliver(folder, await jpeg());
    expect(picture.pixels).toBe('as uploaded');
    const pixels = (of: Buffer) => sharp(of).raw().toBuffer();
    expect(await pixels(file)).toEqual(await pixels(await jpeg()));
  });

  it.each<[string, () => Promise<Buffer>]>([
    ['a JPEG without an end, cut in its last row', async () => withoutEnd(await jpeg()).subarray(0, -20)],
    [
      'a JPEG that is cut in its pixels, with stray bytes',
      async () => before(await jpeg(), 0xc4, Buffer.from([1])).subarray(0, -40),
    ],
    [
      'a progressive JPEG whose last scans are missing',
      async () => {
        const whole = await jpeg({ progressive: true });
        return whole.subarray(0, whole.lastIndexOf(Buffer.from([0xff, 0xda])));
      },
    ],
    ['a PNG that is cut in its pixels', async () => (await png()).subarray(0, -40)],
  ])('%s is refused', async (_what, make) => {
    await expect(takeInAndDeliver(folder, await make())).rejects.toMatchObject({ code: 'PICTURE_UNREADABLE' });
  });
});

describe('how a photo lies', () => {
  const turned = (type: number, isBigEndian: boolean) =>
    exifBlock({ picture: { 0x0112: number(type, 6) }, isBigEndian });

  it.each<[string, () => Promise<Buffer>]>([
    ['as LONG, big-endian', async () => jpegWithExif(await jpeg(), turned(4, true))],
    ['as LONG, little-endian', async () => jpegWithExif(await jpeg(), turned(4, false))],
    ['as BYTE', async () => jpegWithExif(await jpeg(), turned(1, true))],
    ['in a PNG, behind the pixels', async () => pngWith(await png(), 'eXIf', turned(3, true), 'IEND')],
    ['in a second block', async () => jpegWithExif(jpegWithExif(await jpeg(), turned(3, true)), exifBlock({}))],
  ])('%s is the same as it is shown, and in all that is delivered', async (_what, make) => {
    const upright = await plainPicture().rotate(90).png().toBuffer();
    for (const format of DELIVERY_FORMATS) {
      const { read, picture, file } = await takeInAndDeliver(folder, await make(), format);
      expect([read.width, read.height, picture.width, picture.height]).toEqual([200, 300, 200, 300]);
      expect(await distance(read.previewPath, upright)).toBeLessThan(4);
      expect(await distance(file, upright)).toBeLessThan(4);
    }
  });
});

describe('colours', () => {
  // Their first colour, 234, 51, 35 of Display P3, is the red of sRGB at its brightest.
  it.each(['display-p3.heic', 'display-p3.png', 'display-p3.avif'])(
    'by code points are converted: %s',
    async (name) => {
      for (const format of DELIVERY_FORMATS) {
        const { read, file } = await takeInAndDeliver(folder, storedPicture(name), format);
        for (const made of [read.previewPath, file]) {
          const [red, green, blue] = await sharp(made)
            .resize(8, 8, { fit: 'fill' })
            .toColourspace('srgb')
            .raw()
            .toBuffer();
          expect([name, red! > 247, green! < 12, blue! < 12]).toEqual([name, true, true, true]);
        }
      }
    },
  );

  it('by code points that are damaged, or of a grey PNG, are left as they are', async () => {
    const codePoints = Buffer.from([12, 13, 0, 1]);
    const damaged = changed(pngWith(await png(), 'cICP', codePoints, 'IDAT'), 'cICP', 8, 0);
    const plain = await takeIn(folder, await png());
    expect(await distance((await takeIn(folder, damaged)).read.previewPath, plain.read.previewPath)).toBe(0);
    const grey = await plainPicture().toColourspace('b-w').png().toBuffer();
    const { file } = await takeInAndDeliver(folder, pngWith(grey, 'cICP', codePoints, 'IDAT'));
    expect(file.includes('iCCP')).toBe(false);
  });

  it('that a PNG states by numbers that are not followed are delivered as they were shown', async () => {
    const linear = pngWith(await png(), 'gAMA', Buffer.from([0, 1, 0x86, 0xa0]), 'IDAT');
    const { read, picture, file } = await takeInAndDeliver(folder, linear);
    expect([picture.pixels, file.includes('gAMA')]).toEqual(['as uploaded', false]);
    expect(await distance(file, read.previewPath)).toBeLessThan(4);
  });

  it('of what is cut out of a HEIC lie on white, as those of a PNG', async () => {
    const { read, file } = await takeInAndDeliver(folder, storedPicture('cut-out.heic'));
    for (const made of [read.previewPath, read.thumbnailPath, read.aiPath, file]) {
      const { data } = await sharp(made).raw().toBuffer({ resolveWithObject: true });
      expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
    }
  });
});

describe('what is delivered is one picture, and nothing else', () => {
  /** Of a Motion Photo: a film behind the end. */
  const film = Buffer.from('\0\0\0\x18ftypmp42\0\0\0\0isommp42MotionPhoto_Data', 'latin1');
  /** Of Samsung: named parts behind the end. */
  const samsung = Buffer.from('\0\0\x01\x0aImage_UTC_Data1715000000000SEFH\x6b\0\0\0SEFT', 'latin1');
  const gainMap = (part: Buffer) =>
    withSegment(part, 0xe1, Buffer.from('http://ns.adobe.com/xap/1.0/\0<x hdrgm:Version="1.0" GainMap/>'));

  async function twoPictures(): Promise<Buffer> {
    const index = Buffer.from('MPF\0MM\0*\0\0\0\x08\0\x01\xb0\x01\0\x04\0\0\0\x01\0\0\0\x02\0\0\0\0', 'latin1');
    return Buffer.concat([
      gainMap(withSegment(await jpeg(), 0xe2, index)),
      await plainPicture(60, 40).jpeg().toBuffer(),
    ]);
  }

  async function animation(): Promise<Sharp> {
    const frames = ['red', 'lime', 'blue'].map((background) =>
      sharp({ create: { width: 60, height: 40, channels: 3, background } })
        .png()
        .toBuffer(),
    );
    return sharp(await Promise.all(frames), { join: { animated: true } });
  }

  /** A PNG with frames that are shown after it. */
  async function animatedPng(): Promise<Buffer> {
    const [whole, control] = [await png(), Buffer.alloc(26)];
    control.writeUInt32BE(300, 4);
    control.writeUInt32BE(200, 8);
    const moving = pngWith(whole, 'acTL', Buffer.from([0, 0, 0, 2, 0, 0, 0, 0]), 'IDAT');
    const data = Buffer.from('\0\0\0\x01frame', 'latin1');
    return pngWith(pngWith(moving, 'fcTL', control, 'IEND'), 'fdAT', data, 'IEND');
  }

  const KINDS: [string, () => Buffer | Promise<Buffer>][] = [
    ['a JPEG with a second picture (MPF) and a gain map', twoPictures],
    ['a Motion Photo', async () => Buffer.concat([await jpeg(), film])],
    ['a JPEG with a trailer of Samsung', async () => Buffer.concat([await jpeg(), samsung])],
    [
      'a JPEG without an end, and with a film',
      async () => Buffer.concat([withoutEnd(await jpeg()), Buffer.from([0xff, 0xd9]), film]),
    ],
    ['an animated GIF', async () => (await animation()).gif().toBuffer()],
    ['an animated WebP', async () => (await animation()).webp().toBuffer()],
    ['an animated PNG', animatedPng],
  ];

  it.each(KINDS)('of %s', async (_what, make) => {
    for (const format of DELIVERY_FORMATS) {
      const { picture, file } = await takeInAndDeliver(folder, await make(), format);
      for (const none of ['MPF\0', 'GainMap', 'hdrgm', 'ftyp', 'MotionPhoto', 'SEFT', 'acTL', 'fcTL', 'fdAT'])
        expect([none, file.includes(none)]).toEqual([none, false]);
      const end = picture.extension === 'jpg' ? Buffer.from([0xff, 0xd9]) : Buffer.from('IEND\xaeB`\x82', 'latin1');
      expect(file.subarray(-end.length)).toEqual(end);
      expect(file.indexOf(Buffer.from([0xff, 0xd8, 0xff]), 1)).toBe(-1);
      const { pages, width, height } = await sharp(file, { failOn: 'warning' }).metadata();
      expect([pages ?? 1, width, height]).toEqual([1, picture.width, picture.height]);
    }
  });

  describeUnless(whyMissing('perl'), 'as ExifTool sees it', () => {
    const metadata = new Metadata();
    afterAll(() => metadata.end());

    it.each(KINDS)('of %s', async (_what, make) => {
      const { picture, file } = await takeInAndDeliver(folder, await make());
      const tags = await metadata.read(file, `single.${picture.extension}`);
      expect([tags['ExifTool:Warning'], tags['ExifTool:Error']]).toEqual([undefined, undefined]);
      expect(
        Object.keys(tags).filter((tag) => /MPImage|MPF|Trailer|Samsung|Embedded|GainMap|Animation/.test(tag)),
      ).toEqual([]);
    });
  });
});
