import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { decodersOf, memoryOf } from '../../test/decoders.js';
import { eventually } from '../../test/eventually.js';
import { blankJpeg } from '../../test/faults/files-pictures.js';
import { copies, heicOf, overlay, plainPicture, stated, tiles } from '../../test/odd-pictures.js';
import { readPicture, type Picture } from './picture.js';

const MB = 1024 * 1024;

let work: string;
let photo: Buffer;
let count = 0;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'slow-pictures-'));
  photo = await plainPicture(1200, 900).jpeg().toBuffer();
});
afterAll(() => rm(work, { recursive: true }));

async function read(content: Buffer, name = 'IMG_1.HEIC'): Promise<Picture> {
  const path = join(work, `file-${(count += 1)}`);
  await writeFile(path, content);
  return readPicture(path, name, work);
}

/** Reads a picture that needs a decoder of its own, and stops that one in the middle. */
async function readStopped(): Promise<{ stopped: number; reading: Promise<unknown> }> {
  await read(photo);
  const before = decodersOf();
  const reading = read(blankJpeg(8000, 7500, 'progressive'), 'Slow.jpg').catch((error: unknown) => error);
  const [stopped] = await eventually(() => {
    const own = decodersOf().filter((pid) => !before.includes(pid));
    // It has begun to decode.
    expect(memoryOf(own)).toBeGreaterThan(150 * MB);
    return own;
  });
  process.kill(stopped!, 'SIGSTOP');
  return { stopped: stopped!, reading };
}

describe('a picture with more pixels in its parts than it shows', () => {
  it.each<[string, () => Buffer, string]>([
    ['a grid of tiles that say that they are small', () => tiles(30, 30, [64, 64], [64, 64]), '432'],
    [
      'layers',
      () => {
        const layers = copies(700, [64, 64]);
        const content = overlay(700, 800, 600);
        const parts = layers.map(({ id }) => id);
        return heicOf([{ id: 1, type: 'iovl', content, properties: [stated(800, 600)], parts }, ...layers]);
      },
      '336.4',
    ],
  ])('is refused before any of it is decoded: %s', async (_what, make, megapixels) => {
    await expect(read(make())).rejects.toMatchObject({
      status: 413,
      code: 'PICTURE_TOO_LARGE',
      message: `"IMG_1.HEIC" consists of tiles and layers of ${megapixels} megapixels in all; at most 250 are allowed. Please export it as a JPEG that is not progressive.`,
    });
  });

  it('is read where they are few', async () => {
    expect(await read(tiles(2, 3, [800, 600], [2400, 1200]))).toMatchObject({ width: 2400, height: 1200 });
  });
});

describe('a picture that takes too long', () => {
  it('lets those of others be read meanwhile, and is refused by its name', async () => {
    const { stopped, reading } = await readStopped();
    expect(await Promise.all([read(photo, 'a.jpg'), read(photo, 'b.jpg')])).toMatchObject([
      { width: 1200 },
      { width: 1200 },
    ]);
    expect(decodersOf()).toContain(stopped);
    expect(await reading).toMatchObject({
      status: 413,
      code: 'PICTURE_TOO_LARGE',
      message: '"Slow.jpg" takes too long to be read. Please export it as a JPEG that is not progressive.',
    });
    await eventually(() => expect(decodersOf()).not.toContain(stopped));
    expect(await read(photo)).toMatchObject({ width: 1200 });
  });
});
