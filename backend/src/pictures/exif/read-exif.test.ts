import { describe, expect, it } from '@jest/globals';
import { exifBlock, number, positionFields, type ExifFields } from '../../../test/exif-block.js';
import { withSegment } from '../../../test/faults/files-pictures.js';
import { before, heicOf, jpegWithExif, plainPicture, pngWith } from '../../../test/odd-pictures.js';
import { ByteSource } from '../files/bytes.js';
import type { Extension } from '../picture-kind.js';
import { readExif } from './read-exif.js';

const TAKEN = { 0x9003: { text: '2024:05:06 07:08:09' } };
const BERLIN = positionFields(
  [
    [52, 1],
    [31, 1],
    [1200, 100],
  ],
  [
    [13, 1],
    [24, 1],
    [1800, 100],
  ],
);
const FIELDS: ExifFields = { picture: { 0x0112: number(3, 6) }, camera: TAKEN, position: BERLIN };
const BLOCK = exifBlock(FIELDS);
const SAID = { takenAt: '2024-05-06T07:08:09', position: { latitude: 52.52, longitude: 13.405 } };

const jpeg = () => plainPicture(20, 10).jpeg().toBuffer();

/** What is read of a JPEG with these fields. */
async function ofFields(fields: ExifFields) {
  return readExif('jpg', ByteSource.of(jpegWithExif(await jpeg(), exifBlock(fields))));
}

/** A HEIC or AVIF whose EXIF block lies in an item of its own. */
function itemsWith(...content: Buffer[]): Buffer {
  return heicOf([
    { id: 1, type: 'hvc1', content: Buffer.alloc(4), properties: [] },
    { id: 2, type: 'Exif', content: Buffer.concat(content), properties: [] },
  ]);
}

/** A WebP with a chunk behind its pixels. */
async function webpWith(content: Buffer): Promise<Buffer> {
  const head = Buffer.from('EXIF\0\0\0\0');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([await plainPicture(20, 10).webp().toBuffer(), head, content, Buffer.alloc(content.length % 2)]);
}

describe('the EXIF block', () => {
  const heading = Buffer.from('Exif\0\0');

  it.each<[string, Extension, number, () => Buffer | Promise<Buffer>]>([
    ['a JPEG', 'jpg', 6, async () => jpegWithExif(await jpeg(), BLOCK)],
    ['a JPEG behind other segments', 'jpg', 6, async () => withSegment(jpegWithExif(await jpeg(), BLOCK), 0xe5, BLOCK)],
    [
      'a JPEG behind stray bytes',
      'jpg',
      6,
      async () => before(jpegWithExif(await jpeg(), BLOCK), 0xe1, Buffer.from([0, 0, 7])),
    ],
    [
      'a PNG before the pixels',
      'png',
      6,
      async () => pngWith(await plainPicture().png().toBuffer(), 'eXIf', BLOCK, 'IDAT'),
    ],
    [
      'a PNG behind the pixels',
      'png',
      6,
      async () => pngWith(await plainPicture().png().toBuffer(), 'eXIf', BLOCK, 'IEND'),
    ],
    ['a WebP', 'webp', 6, () => webpWith(BLOCK)],
    ['a WebP with a heading', 'webp', 6, () => webpWith(Buffer.concat([heading, BLOCK]))],
    // It says how it is turned in another way.
    ['a HEIC', 'heic', 1, () => itemsWith(Buffer.alloc(4), BLOCK)],
    ['a HEIC with a heading', 'heic', 1, () => itemsWith(Buffer.from([0, 0, 0, 6]), heading, BLOCK)],
    ['a HEIC with a heading that it does not count', 'heic', 1, () => itemsWith(Buffer.alloc(4), heading, BLOCK)],
    ['an AVIF', 'avif', 1, () => itemsWith(Buffer.alloc(4), BLOCK)],
  ])('of %s is read', async (_what, kind, orientation, make) => {
    expect(await readExif(kind, ByteSource.of(await make()))).toEqual({ ...SAID, orientation });
  });

  it.each([true, false])(
    'is read with values at odd places, and in either order of bytes (big endian: %s)',
    async (isBigEndian) => {
      expect(await ofFields({ ...FIELDS, isBigEndian, gap: 1 })).toEqual({ ...SAID, orientation: 6 });
    },
  );

  it('of a PNG is not believed where its checksum is wrong', async () => {
    const damaged = pngWith(await plainPicture().png().toBuffer(), 'eXIf', BLOCK, 'IDAT');
    damaged[damaged.indexOf('eXIf') + 4 + BLOCK.length]! ^= 1;
    expect(await readExif('png', ByteSource.of(damaged))).toEqual({ takenAt: null, position: null, orientation: 1 });
  });

  it('says nothing where there is none, or where it is noise', async () => {
    const nothing = { takenAt: null, position: null, orientation: 1 };
    for (const kind of ['jpg', 'png', 'webp', 'heic', 'avif', 'gif'] as const) {
      expect(await readExif(kind, ByteSource.of(Buffer.from('noise'.repeat(100))))).toEqual(nothing);
      expect(await readExif(kind, ByteSource.of(Buffer.alloc(0)))).toEqual(nothing);
    }
    expect(
      await readExif('heic', ByteSource.of(itemsWith(Buffer.from([255, 255, 255, 255]), Buffer.from('noise')))),
    ).toEqual(nothing);
  });
});

describe('the orientation', () => {
  it.each([
    ['SHORT', 3],
    ['LONG', 4],
    ['BYTE', 1],
  ])('is read as %s, in either order of bytes', async (_name, type) => {
    for (const isBigEndian of [true, false])
      expect(await ofFields({ picture: { 0x0112: number(type, 6) }, isBigEndian })).toMatchObject({ orientation: 6 });
  });

  it.each([0, 9, 65_535])('%i is none', async (value) => {
    expect(await ofFields({ picture: { 0x0112: number(3, value) } })).toMatchObject({ orientation: 1 });
  });
});

describe('the time', () => {
  it.each([
    ['2024:05:06 07:08:09', '2024-05-06T07:08:09'],
    ['2024-05-06T07:08:09', '2024-05-06T07:08:09'],
    ['2024-05-06 07:08:09', '2024-05-06T07:08:09'],
    ['2024-05-06T07:08:09.250+02:00', '2024-05-06T07:08:09'],
    ['2024/05/06 07:08', '2024-05-06T07:08:00'],
    ['05/06/2024 07:08:09', null],
    ['2024:05:06', null],
    ['2024:13:06 07:08:09', null],
    ['    :  :     :  :  ', null],
  ])('%s is read as %s', async (written, takenAt) => {
    expect(await ofFields({ camera: { 0x9003: { text: written } } })).toMatchObject({ takenAt });
  });

  it('is that of digitizing where the photo has no other', async () => {
    const digitized = { 0x9004: { text: '2024:05:06 07:08:10' } };
    expect(await ofFields({ camera: digitized })).toMatchObject({ takenAt: '2024-05-06T07:08:10' });
    expect(await ofFields({ camera: { ...TAKEN, ...digitized } })).toMatchObject({ takenAt: '2024-05-06T07:08:09' });
    const empty = { 0x9003: { text: '0000:00:00 00:00:00' }, ...digitized };
    expect(await ofFields({ camera: empty })).toMatchObject({ takenAt: '2024-05-06T07:08:10' });
  });
});

describe('the position', () => {
  const fine: [number, number][] = [
    [13, 1],
    [24, 1],
    [1800, 100],
  ];

  it.each<[string, [number, number][], number | null]>([
    [
      'degrees that are 0/0',
      [
        [0, 0],
        [0, 0],
        [0, 0],
      ],
      null,
    ],
    [
      'degrees that are 1/0',
      [
        [1, 0],
        [31, 1],
        [12, 1],
      ],
      null,
    ],
    [
      'minutes that are 0/0',
      [
        [52, 1],
        [0, 0],
        [0, 0],
      ],
      null,
    ],
    [
      'seconds that are 0/0 behind whole minutes',
      [
        [52, 1],
        [31, 1],
        [0, 0],
      ],
      null,
    ],
    [
      'seconds that are 0/0 behind a part of a minute',
      [
        [52, 1],
        [312, 10],
        [0, 0],
      ],
      52.52,
    ],
    ['degrees alone with a part', [[5252, 100]], 52.52],
    [
      'more degrees than there are',
      [
        [91, 1],
        [0, 1],
        [0, 1],
      ],
      null,
    ],
    [
      'minutes of more than a degree',
      [
        [52, 1],
        [99, 1],
        [12, 1],
      ],
      null,
    ],
    [
      'seconds of more than a minute',
      [
        [52, 1],
        [31, 1],
        [7200, 1],
      ],
      null,
    ],
    [
      'numbers that are all ones',
      [
        [0xffffffff, 0xffffffff],
        [0xffffffff, 0xffffffff],
        [0xffffffff, 0xffffffff],
      ],
      null,
    ],
  ])('of %s', async (_what, latitude, expected) => {
    const { position } = await ofFields({ position: positionFields(latitude, fine) });
    expect(position).toEqual(expected === null ? null : { latitude: expected, longitude: 13.405 });
    const turned = await ofFields({ position: positionFields(fine, latitude) });
    expect(turned.position === null).toBe(expected === null && latitude[0]![0] !== 91);
  });

  it('is none with a fraction below zero', async () => {
    // Of type 10, a fraction with a sign; its eight bytes are two numbers of four.
    const block = exifBlock({
      position: positionFields(
        [
          [52, 1],
          [31, 1],
          [0xffff_ffff, 1_000_000],
        ],
        fine,
      ),
    });
    const field = block.indexOf(Buffer.from([0, 2, 0, 5, 0, 0, 0, 3]));
    block[field + 3] = 10;
    expect(await readExif('jpg', ByteSource.of(jpegWithExif(await jpeg(), block)))).toMatchObject({ position: null });
  });

  it('is none without its half of the earth, or of another type', async () => {
    const { 1: _half, ...rest } = BERLIN;
    expect(await ofFields({ position: rest })).toMatchObject({ position: null });
    expect(await ofFields({ position: { ...BERLIN, 2: number(4, 52, 31, 12) } })).toMatchObject({ position: null });
  });
});

describe('of several blocks', () => {
  async function ofBlocks(...blocks: ExifFields[]) {
    let file: Buffer = await jpeg();
    for (const block of blocks.toReversed()) file = jpegWithExif(file, exifBlock(block));
    return readExif('jpg', ByteSource.of(file));
  }

  it('each says what the other does not', async () => {
    expect(await ofBlocks({ picture: FIELDS.picture }, { camera: TAKEN }, { position: BERLIN })).toEqual({
      ...SAID,
      orientation: 6,
    });
    expect(await ofBlocks(FIELDS, FIELDS)).toEqual({ ...SAID, orientation: 6 });
  });

  it('none is believed where they contradict each other, but the first one in how the photo is turned', async () => {
    const other = { picture: { 0x0112: number(3, 8) }, camera: { 0x9003: { text: '2020:01:01 00:00:00' } } };
    expect(await ofBlocks(FIELDS, other)).toEqual({ takenAt: null, position: SAID.position, orientation: 6 });
  });
});
