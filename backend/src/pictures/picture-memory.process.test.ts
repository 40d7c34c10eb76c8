import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import sharp from 'sharp';
import { blankJpeg, blankPng, hugeAvif } from '../../test/faults/files-pictures.js';
import { decodersOf, watchDecoders } from '../../test/decoders.js';
import { eventually } from '../../test/eventually.js';
import { exifBlock, number } from '../../test/exif-block.js';
import { jpegWithExif, pngWith } from '../../test/odd-pictures.js';
import { takeInAndDeliver } from '../../test/photo-files.js';
import { readPicture, type Picture } from './picture.js';

const MB = 1024 * 1024;
const TURNED = exifBlock({ picture: { 0x0112: number(3, 6) } });
const OTHER_FORMAT = 'Please export it as a JPEG that is not progressive.';

jest.setTimeout(120_000);

let work: string;
let photo: Buffer;
let count = 0;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'pictures-'));
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  photo = await sharp({ create: { width: 1700, height: 1300, channels: 3, background: '#888', noise } })
    .jpeg()
    .toBuffer();
});
afterAll(() => rm(work, { recursive: true }));

async function read(content: Buffer, name = 'Kitchen'): Promise<Picture> {
  const path = join(work, `file-${(count += 1)}`);
  await writeFile(path, content);
  return readPicture(path, name, work);
}

function refusal(reading: Promise<Picture>): Promise<unknown> {
  return reading.then(
    () => 'taken',
    (error: unknown) => error,
  );
}

describe('pictures that would take more memory than a decoder has', () => {
  it.each<[string, () => Buffer | Promise<Buffer>, string]>([
    [
      'an AVIF picture',
      hugeAvif,
      '100 megapixels (10000 × 10000), which needs too much memory to be read; at most 24.1',
    ],
    [
      'a progressive JPEG',
      () => blankJpeg(10_000, 9000, 'progressive'),
      '90 megapixels (10000 × 9000), which needs too much memory to be read; at most 69.9',
    ],
    [
      'a progressive JPEG',
      () => blankJpeg(9000, 10_000, 'one for each channel'),
      '90 megapixels (9000 × 10000), which needs too much memory to be read; at most 69.9',
    ],
    [
      'an interlaced PNG',
      () => blankPng({ width: 8000, height: 6000, bitDepth: 16, colorType: 6, interlaced: true }),
      '48 megapixels (8000 × 6000), which needs too much memory to be read; at most 46.1',
    ],
  ])('are refused by their header: %s', async (kind, make, rest) => {
    const memory = watchDecoders();
    expect(await refusal(read(await make()))).toMatchObject({
      status: 413,
      code: 'PICTURE_TOO_LARGE',
      message: `"Kitchen" is ${kind} of ${rest} are allowed. ${OTHER_FORMAT}`,
    });
    expect(memory.stop()).toBeLessThan(200 * MB);
  });

  it('are refused when the decoder reaches its limit, and others beside them are read', async () => {
    // Its rows are so long that some hundred of them, which are needed at once, are the whole picture.
    const wide = await blankPng({ width: 65_500, height: 1200, bitDepth: 16, colorType: 6 });
    const memory = watchDecoders();
    const beside = Promise.all([read(photo), read(photo), read(photo)]);
    expect(await refusal(read(wide))).toMatchObject({
      status: 413,
      code: 'PICTURE_TOO_LARGE',
      message: `"Kitchen" needs too much memory to be read. ${OTHER_FORMAT}`,
    });
    expect(await beside).toMatchObject(Array(3).fill({ width: 1700 }));
    expect(memory.stop()).toBeLessThan(600 * MB);
  });
});

describe('pictures that take much memory', () => {
  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG of 100 megapixels', () => blankJpeg(10_000, 10_000, 'one')],
    ['a PNG of 100', () => blankPng({ width: 10_000, height: 10_000, bitDepth: 8, colorType: 2, interlaced: true })],
  ])('are read within the limit: %s', async (_what, make) => {
    expect(await read(await make())).toMatchObject({ width: 10_000, height: 10_000 });
  });

  it.each<[string, () => Buffer | Promise<Buffer>]>([
    ['a JPEG that is turned', async () => jpegWithExif(blankJpeg(10_000, 10_000, 'one'), TURNED)],
    [
      'a PNG of 16 bits that is turned',
      async () =>
        pngWith(await blankPng({ width: 10_000, height: 10_000, bitDepth: 16, colorType: 6 }), 'eXIf', TURNED, 'IDAT'),
    ],
    [
      'an AVIF',
      () =>
        sharp({ create: { width: 6000, height: 3900, channels: 3, background: 'red' } })
          .avif({ effort: 0 })
          .toBuffer(),
    ],
  ])('are delivered, if need be in a smaller size: %s', async (_what, make) => {
    const { picture } = await takeInAndDeliver(work, await make(), 'jpeg-80');
    expect(Math.max(picture.width, picture.height)).toBeGreaterThanOrEqual(1600);
  });

  it('are decoded one at a time, and lighter ones before and after', async () => {
    const heavy = blankJpeg(8000, 7500, 'progressive');
    const memory = watchDecoders();
    const pictures = await Promise.all([read(photo), read(heavy), read(photo), read(heavy), read(photo), read(heavy)]);
    expect(pictures.map(({ width }) => width)).toEqual([1700, 8000, 1700, 8000, 1700, 8000]);
    // Each alone takes some 430 MB.
    expect(memory.stop()).toBeLessThan(600 * MB);
  });
});

describe('a decoder that is killed', () => {
  it('is replaced, and its pictures are read', async () => {
    const pictures = Promise.all(Array.from({ length: 6 }, () => read(photo)));
    await eventually(async () => expect(decodersOf()).not.toEqual([]));
    for (const pid of decodersOf()) process.kill(pid, 'SIGSEGV');
    expect(await pictures).toMatchObject(Array(6).fill({ width: 1700 }));
  });

  it('repeatedly by SIGSEGV fails the picture', async () => {
    expect(await refusalWhileKilledBy('SIGSEGV')).toMatchObject({
      status: 415,
      message: '"Kitchen" is damaged or incomplete and cannot be read. Please export it again and upload the new file.',
    });
    expect(await read(photo)).toMatchObject({ width: 1700 });
  });

  it('by the system for lack of memory is retried alone, and then answers 503', async () => {
    const warn = jest.spyOn(Logger.prototype, 'warn').mockImplementation(() => undefined);
    expect(await refusalWhileKilledBy('SIGKILL')).toMatchObject({
      status: 503,
      code: 'MEMORY_UNAVAILABLE',
      message: 'There is not enough memory to read "Kitchen" right now. Please try again in a minute.',
      extra: { retryAfterSeconds: 60 },
    });
    expect(warn.mock.calls).toEqual([[expect.stringContaining('The system killed the picture decoder')]]);
    warn.mockRestore();
    expect(await read(photo)).toMatchObject({ width: 1700 });
  });

  it('once by the system is replaced, also when it had the picture alone', async () => {
    const reading = read(blankJpeg(8000, 7500, 'progressive'));
    const before = await eventually(() => {
      const pids = decodersOf();
      expect(pids).not.toEqual([]);
      return pids;
    });
    await eventually(() => expect(decodersOf().some((pid) => !before.includes(pid))).toBe(true));
    for (const pid of decodersOf()) process.kill(pid, 'SIGKILL');
    expect(await reading).toMatchObject({ width: 8000 });
  });

  async function refusalWhileKilledBy(signal: NodeJS.Signals): Promise<unknown> {
    const killing = setInterval(() => decodersOf().forEach((pid) => process.kill(pid, signal)), 20);
    const error = await refusal(read(blankJpeg(10_000, 10_000, 'one')));
    clearInterval(killing);
    return error;
  }
});
