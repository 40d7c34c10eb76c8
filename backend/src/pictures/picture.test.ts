import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import sharp, { type Sharp } from 'sharp';
import { aiPicture } from './ai-picture.js';
import { readLogo, readPicture, type Picture } from './picture.js';

const WIDTH = 1700;
const HEIGHT = 850;

let work: string;
let derived: string;
let count = 0;

beforeAll(async () => {
  work = await mkdtemp(join(tmpdir(), 'pictures-'));
});
beforeEach(async () => {
  derived = await mkdtemp(join(work, 'derived-'));
});
afterAll(() => rm(work, { recursive: true }));

const grains = new Map<string, Buffer>();

/** A photo-like picture: colours run from corner to corner, with some grain; the same every time. */
function photo(width = WIDTH, height = HEIGHT): Sharp {
  const size = `${width} × ${height}`;
  const pixels = grains.get(size) ?? paint(width, height);
  grains.set(size, pixels);
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

function paint(width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height * 3, 128);
  for (let index = 0, grain = 1; index < width * height; index += 1) {
    grain = (grain * 16807) % 2147483647;
    pixels[index * 3] = ((index % width) / width) * 235 + (grain % 20);
    pixels[index * 3 + 1] = (index / width / height) * 235 + (grain % 20);
  }
  return pixels;
}

async function animation(): Promise<Sharp> {
  const frames = ['red', 'lime', 'blue'].map((background) =>
    sharp({ create: { width: 60, height: 40, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(frames), { join: { animated: true } });
}

async function file(content: Buffer | Sharp): Promise<string> {
  const path = join(work, `file-${(count += 1)}`);
  await writeFile(path, Buffer.isBuffer(content) ? content : await content.toBuffer());
  return path;
}

async function read(content: Buffer | Sharp, name = 'Kitchen.jpg') {
  return readPicture(await file(content), name, derived);
}

async function pixel(path: string, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
  return [...data.subarray((y * info.width + x) * info.channels, (y * info.width + x + 1) * info.channels)];
}

describe('readPicture', () => {
  it.each<[string, () => Sharp, string]>([
    ['a JPEG', () => photo().jpeg(), 'jpg'],
    ['a progressive JPEG', () => photo().jpeg({ progressive: true }), 'jpg'],
    ['a CMYK JPEG', () => photo().toColourspace('cmyk').jpeg(), 'jpg'],
    ['a JPEG in Display P3', () => photo().withIccProfile('p3').jpeg(), 'jpg'],
    ['a PNG', () => photo().png(), 'png'],
    ['an interlaced PNG', () => photo().png({ progressive: true }), 'png'],
    ['a PNG of 16 bits', () => photo().toColourspace('rgb16').png(), 'png'],
    ['a PNG with a palette', () => photo().png({ palette: true }), 'png'],
    ['a WebP', () => photo().webp(), 'webp'],
    ['a lossless WebP', () => photo().webp({ lossless: true, effort: 0 }), 'webp'],
    ['an AVIF', () => photo().avif({ effort: 0 }), 'avif'],
    ['a GIF', () => photo().gif({ effort: 1 }), 'gif'],
  ])('reads %s', async (_kind, make, extension) => {
    const picture = await read(make());
    expect(picture).toMatchObject({ extension, width: WIDTH, height: HEIGHT, takenAt: null });
    const preview = await sharp(picture.previewPath).metadata();
    const thumbnail = await sharp(picture.thumbnailPath).metadata();
    expect(preview).toMatchObject({ format: 'webp', width: 1600, height: 800, space: 'srgb' });
    expect(thumbnail).toMatchObject({ format: 'webp', width: 480, height: 240, space: 'srgb' });
    // The colours of the corners, within what the formats lose.
    const [red = 0, green = 0] = await pixel(picture.previewPath, 1590, 10);
    expect([red > 190, green < 70]).toEqual([true, true]);
  });

  it.each([
    ['GIF', async () => (await animation()).gif(), 'gif'],
    ['WebP', async () => (await animation()).webp({ lossless: true }), 'webp'],
  ])('takes the first frame of an animated %s', async (_kind, make, extension) => {
    const picture = await read(await make());
    expect(picture).toMatchObject({ extension, width: 60, height: 40 });
    const [red = 0, green = 0, blue = 0] = await pixel(picture.previewPath, 30, 20);
    expect([red > 200, green < 50, blue < 50]).toEqual([true, true, true]);
  });

  it('reads a grey JPEG', async () => {
    const picture = await read(photo(300, 200).toColourspace('b-w').jpeg());
    expect(picture).toMatchObject({ extension: 'jpg', width: 300, height: 200 });
    const [red, green, blue] = await pixel(picture.previewPath, 290, 10);
    expect([green, blue]).toEqual([red, red]);
  });

  it('keeps what is transparent', async () => {
    const picture = await read(
      sharp({ create: { width: 80, height: 50, channels: 4, background: '#ff000080' } }).png(),
    );
    expect((await sharp(picture.previewPath).metadata()).hasAlpha).toBe(true);
    expect((await sharp(picture.thumbnailPath).metadata()).hasAlpha).toBe(true);
  });

  it('never enlarges', async () => {
    const picture = await read(photo(90, 60).png());
    expect(await sharp(picture.previewPath).metadata()).toMatchObject({ width: 90, height: 60 });
    expect(await sharp(picture.thumbnailPath).metadata()).toMatchObject({ width: 90, height: 60 });
  });

  it('keeps at least a pixel of a very long picture', async () => {
    const picture = await read(photo(9000, 2).png());
    expect(await sharp(picture.thumbnailPath).metadata()).toMatchObject({ width: 480, height: 1 });
  });

  it.each([
    [1, 0],
    [3, 180],
    [6, 90],
    [8, 270],
  ])('turns a photo with EXIF orientation %i upright', async (orientation, angle) => {
    const picture = await read(photo(300, 200).withMetadata({ orientation }).jpeg());
    const upright = await file(photo(300, 200).rotate(angle).png());
    const { width, height } = await sharp(upright).metadata();
    expect(picture).toMatchObject({ width, height });
    const expected = await pixel(upright, 5, 5);
    const actual = await pixel(picture.previewPath, 5, 5);
    expect(actual.every((value, channel) => Math.abs(value - expected[channel]!) < 40)).toBe(true);
  });

  it('reads when a photo was taken, and leaves all metadata out of the derivatives', async () => {
    const exif = {
      IFD0: { Make: 'Camera', Orientation: '6' },
      IFD2: { DateTimeOriginal: '2026:05:06 07:08:09' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' },
    };
    const picture = await read(photo().withExif(exif).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg());
    expect(picture.takenAt).toBe('2026-05-06T07:08:09');
    for (const path of [picture.previewPath, picture.thumbnailPath]) {
      const { exif: kept, xmp, icc, orientation } = await sharp(path).metadata();
      expect({ kept, xmp, icc, orientation }).toEqual({});
    }
  });

  it('detects the format by the content, not by the file name', async () => {
    expect(await read(photo(50, 40).png(), 'photo.heic')).toMatchObject({ extension: 'png' });
  });

  it('reads a photo with a damaged part, and one with data after its end', async () => {
    const whole = await photo().jpeg().toBuffer();
    const scratched = Buffer.from(whole);
    // A marker where none belongs: the strictest decoders refuse this file, viewers show it.
    scratched.writeUInt16BE(0xffd3, 50_000);
    await expect(sharp(scratched, { failOn: 'warning' }).toBuffer()).rejects.toThrow('Corrupt JPEG data');
    expect(await read(scratched)).toMatchObject({ width: WIDTH });
    expect(await read(Buffer.concat([whole, Buffer.alloc(5000, 'a film')]))).toMatchObject({ width: WIDTH });
  });

  it('reports that files cannot be stored when the disk has no room for derivatives, not an invalid picture', async () => {
    const path = await file(photo(300, 200).jpeg());
    await expect(readPicture(path, 'a.jpg', join(work, 'no-such-folder'))).rejects.toMatchObject({
      status: 503,
      code: 'STORAGE_UNAVAILABLE',
      message: 'Files cannot be taken in right now. Please try again in a minute.',
    });
  });

  it('reads many pictures at once', async () => {
    const path = await file(photo(800, 600).jpeg());
    const pictures = await Promise.all(Array.from({ length: 12 }, () => readPicture(path, 'a.jpg', derived)));
    const paths = pictures.flatMap(({ previewPath, thumbnailPath, aiPath }) => [previewPath, thumbnailPath, aiPath]);
    expect(new Set(paths).size).toBe(36);
    expect(await readdir(derived)).toHaveLength(36);
  });
});

const DAMAGED =
  '"Kitchen.jpg" is damaged or incomplete and cannot be read. Please export it again and upload the new file.';
const ACCEPTED = 'Accepted are JPEG, PNG, WebP, AVIF, HEIC and GIF.';

describe('readPicture refuses', () => {
  const box = (...brands: string[]) =>
    Buffer.concat([
      Buffer.from([0, 0, 0, 8 + 4 + brands.length * 4]),
      Buffer.from(`ftyp${brands[0]}\0\0\0\0`, 'latin1'),
    ])
      .subarray(0, 16)
      .toString('latin1') + brands.slice(1).join('');

  async function refusal(content: Buffer): Promise<unknown> {
    const error: unknown = await read(content).catch((refused: unknown) => refused);
    expect(await readdir(derived)).toEqual([]);
    return error;
  }

  it.each([
    ['heic', 'mif1'],
    ['mif1', 'heic'],
    ['msf1', 'hevc'],
  ])('a damaged HEIC file of brand %s', async (...brands) => {
    expect(await refusal(Buffer.from(box(...brands) + 'x'.repeat(100), 'latin1'))).toMatchObject({
      status: 415,
      code: 'PICTURE_UNREADABLE',
    });
  });

  it.each([
    ['an SVG', '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><rect/></svg>', 'an SVG drawing'],
    ['a text', 'hello', 'not a picture of a kind we can show'],
    ['a PDF', '%PDF-1.7\n', 'not a picture of a kind we can show'],
    ['a film', box('mp42', 'isom'), 'not a picture of a kind we can show'],
    ['a web page', '<!doctype html><script>alert(1)</script>', 'not a picture of a kind we can show'],
  ])('%s', async (_kind, content, what) => {
    expect(await refusal(Buffer.from(content, 'latin1'))).toMatchObject({
      status: 415,
      code: 'UNSUPPORTED_MEDIA_TYPE',
      message: `"Kitchen.jpg" is ${what}. ${ACCEPTED}`,
    });
  });

  it('a TIFF', async () => {
    expect(await refusal(await photo(50, 50).tiff().toBuffer())).toMatchObject({ code: 'UNSUPPORTED_MEDIA_TYPE' });
  });

  it('an empty file', async () => {
    expect(await refusal(Buffer.alloc(0))).toMatchObject({
      status: 415,
      code: 'PICTURE_UNREADABLE',
      message: `"Kitchen.jpg" is empty. ${ACCEPTED}`,
    });
  });

  it.each<[string, () => Sharp]>([
    ['JPEG', () => photo().jpeg()],
    ['progressive JPEG', () => photo().jpeg({ progressive: true })],
    ['PNG', () => photo().png()],
    ['interlaced PNG', () => photo().png({ progressive: true })],
    ['WebP', () => photo().webp()],
    ['AVIF', () => photo().avif({ effort: 0 })],
    ['GIF', () => photo().gif({ effort: 1 })],
  ])('a truncated %s', async (_kind, make) => {
    const whole = await make().toBuffer();
    for (const share of [0.99, 0.5, 0.01]) {
      const error = await refusal(whole.subarray(0, Math.floor(whole.length * share)));
      expect(error).toMatchObject({ status: 415, code: 'PICTURE_UNREADABLE', message: DAMAGED });
    }
  });

  it.each(['\xff\xd8\xff\xe0', '\x89PNG\r\n\x1a\n', 'GIF89a', 'RIFF\0\0\0\0WEBP', box('avif', 'mif1')])(
    'noise that starts like a picture: %j',
    async (start) => {
      const noise = Buffer.from(start + 'noise'.repeat(1000), 'latin1');
      expect(await refusal(noise)).toMatchObject({ status: 415, code: 'PICTURE_UNREADABLE', message: DAMAGED });
    },
  );

  it('more than 100 megapixels according to its header', async () => {
    const bomb = await photo(50, 50).jpeg().toBuffer();
    const frame = bomb.indexOf(Buffer.from([0xff, 0xc0]));
    bomb.writeUInt16BE(10_000, frame + 5);
    bomb.writeUInt16BE(12_000, frame + 7);
    expect(await refusal(bomb)).toMatchObject({
      status: 413,
      code: 'PICTURE_TOO_LARGE',
      message: '"Kitchen.jpg" has 120 megapixels (12000 × 10000); at most 100 are allowed.',
    });
  });
});

describe('readLogo', () => {
  it('makes a WebP of at most 512 px and keeps what is transparent', async () => {
    const path = await file(sharp({ create: { width: 900, height: 600, channels: 4, background: '#00000000' } }).png());
    const logo = await readLogo(path, 'logo.png', derived);
    expect(await sharp(logo).metadata()).toMatchObject({ format: 'webp', width: 512, height: 341, hasAlpha: true });
  });

  it('refuses what a picture may not be', async () => {
    const path = await file(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'));
    await expect(readLogo(path, 'logo.svg', derived)).rejects.toMatchObject({
      status: 415,
      message: `"logo.svg" is an SVG drawing. ${ACCEPTED}`,
    });
  });
});

describe('aiPicture', () => {
  it.each([
    ['an upload', (picture: Picture) => picture.aiPath],
    ['its preview', ({ previewPath }: Picture) => aiPicture(sharp(previewPath))],
  ])('makes a JPEG of at most 1024 px from %s', async (_kind, make) => {
    const camera = photo().withExif({ IFD0: { Make: 'Camera' } });
    const picture = await read(camera.withMetadata({ orientation: 3 }).jpeg());
    const metadata = await sharp(await make(picture)).metadata();
    expect(metadata).toMatchObject({ format: 'jpeg', width: 1024, height: 512 });
    expect([metadata.exif, metadata.orientation]).toEqual([undefined, undefined]);
    // Upright: what is red on the left is dark on the right.
    const { data, info } = await sharp(await make(picture))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(data[0]! > 150 && data[(info.width - 1) * info.channels]! < 100).toBe(true);
  });

  it('fills transparent areas with white', async () => {
    const clear = await sharp({ create: { width: 20, height: 20, channels: 4, background: '#00000000' } })
      .webp()
      .toBuffer();
    const { data } = await sharp(await aiPicture(sharp(clear)))
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect([...data.subarray(0, 3)]).toEqual([255, 255, 255]);
  });

  it('fails when its source does', async () => {
    await expect(aiPicture(sharp(join(work, 'nothing')))).rejects.toThrow('Input file is missing');
  });
});
