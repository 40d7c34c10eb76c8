import { describe, expect, it } from '@jest/globals';
import { array, assert, nat, property, tuple } from 'fast-check';
import sharp from 'sharp';
import { parseExif } from './exif.js';
import { readTakenAt as takenAtOf } from './taken-at.js';

function takenAt(bytes: Buffer): string | null {
  const exif = parseExif(bytes);
  return exif && takenAtOf(exif);
}

async function exifWith(date: string): Promise<Buffer> {
  const picture = sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } });
  const jpeg = await picture
    .withExif({ IFD0: { Make: 'Camera' }, IFD2: { DateTimeOriginal: date } })
    .jpeg()
    .toBuffer();
  const { exif } = await sharp(jpeg).metadata();
  return exif!;
}

/** A block whose directory leads to another one with the date, in either order of bytes. */
function block({ isBigEndian, date }: { isBigEndian: boolean; date: string }): Buffer {
  const bytes = Buffer.alloc(64);
  const uint16 = (value: number, at: number) =>
    isBigEndian ? bytes.writeUInt16BE(value, at) : bytes.writeUInt16LE(value, at);
  const uint32 = (value: number, at: number) =>
    isBigEndian ? bytes.writeUInt32BE(value, at) : bytes.writeUInt32LE(value, at);
  bytes.write(isBigEndian ? 'MM' : 'II');
  uint16(42, 2);
  uint32(8, 4);
  for (const [directory, tag, type, length, value] of [
    [8, 0x8769, 4, 1, 26],
    [26, 0x9003, 2, 20, 44],
  ] as const) {
    uint16(1, directory);
    uint16(tag, directory + 2);
    uint16(type, directory + 4);
    uint32(length, directory + 6);
    uint32(value, directory + 10);
  }
  bytes.write(date, 44);
  return bytes;
}

describe('takenAt', () => {
  it('reads the date that a camera wrote', async () => {
    expect(takenAt(await exifWith('2024:02:29 23:59:58'))).toBe('2024-02-29T23:59:58');
  });

  it.each([true, false])('reads either order of bytes, with and without a preamble (big endian: %s)', (isBigEndian) => {
    const bare = block({ isBigEndian, date: '1999:12:31 00:00:01' });
    expect(takenAt(bare)).toBe('1999-12-31T00:00:01');
    expect(takenAt(Buffer.concat([Buffer.from('Exif\0\0'), bare]))).toBe('1999-12-31T00:00:01');
  });

  it.each(['0000:00:00 00:00:00', '2023:02:29 10:00:00', '2024:13:01 10:00:00', '2024:01:01 24:61:00', 'yesterday'])(
    'returns null for %s',
    async (date) => {
      expect(takenAt(await exifWith(date))).toBeNull();
    },
  );

  it('returns null for an empty or random block', () => {
    expect(takenAt(Buffer.alloc(0))).toBeNull();
    expect(takenAt(Buffer.from('Exif\0\0noise'))).toBeNull();
  });

  it('does not fail for any offsets in the block', () => {
    const whole = block({ isBigEndian: true, date: '2024:01:01 10:00:00' });
    const damage = array(tuple(nat(63), nat(255)), { maxLength: 20 });
    assert(
      property(damage, nat(64), (changes, length) => {
        const bytes = Buffer.from(whole);
        for (const [at, value] of changes) bytes[at] = value;
        const found = takenAt(bytes.subarray(0, length));
        expect(found === null || /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/.test(found)).toBe(true);
      }),
    );
  });
});
