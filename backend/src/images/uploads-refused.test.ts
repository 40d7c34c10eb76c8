import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { Logger } from '@nestjs/common';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { hugeAvif } from '../../test/faults/files-pictures.js';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createMoment, createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOf, filesOfImages, keptFiles, ownedFiles } from '../../test/files.js';
import { multipart, postImages, postMultipart } from '../../test/multipart.js';
import type { ImageView } from '../contract/images.js';
import { IMAGE_MAX_BYTES } from '../contract/limits.js';

const KINDS = 'Accepted are JPEG, PNG, WebP, AVIF, HEIC and GIF.';
const DAMAGED = 'is damaged or incomplete and cannot be read. Please export it again and upload the new file.';

// The beginning of a file of the ISO family: a box `ftyp` with its brands.
function isoFile(brand: string): Buffer {
  return Buffer.concat([
    Buffer.from([0, 0, 0, 24]),
    Buffer.from(`ftyp${brand}\0\0\0\0${brand}${brand}`),
    Buffer.alloc(64),
  ]);
}

/** A PNG whose header claims this size. */
async function pngClaiming(width: number, height: number): Promise<Buffer> {
  const png = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(width, 16);
  png.writeUInt32BE(height, 20);
  png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
  return png;
}

async function filledTo(bytes: number): Promise<Buffer> {
  const picture = await jpeg();
  return Buffer.concat([picture, Buffer.alloc(bytes - picture.length)]);
}

const REFUSED: [string, () => Promise<Buffer> | Buffer, number, string][] = [
  ['drawing.jpg', () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415, `is an SVG drawing. ${KINDS}`],
  ['notes.jpg', () => Buffer.from('just text'), 415, `is not a picture of a kind we can show. ${KINDS}`],
  [
    'page.png',
    () => Buffer.from('<html><script>alert(1)</script>'),
    415,
    `is not a picture of a kind we can show. ${KINDS}`,
  ],
  ['empty.jpg', () => Buffer.alloc(0), 415, `is empty. ${KINDS}`],
  ['IMG_1.HEIC', () => isoFile('heic'), 415, DAMAGED],
  ['film.jpg', () => isoFile('isom'), 415, `is not a picture of a kind we can show. ${KINDS}`],
  ['broken.avif', () => isoFile('avif'), 415, DAMAGED],
  ['cut.jpg', async () => (await jpeg({ width: 900, height: 700 })).subarray(0, 20_000), 415, DAMAGED],
  ['head.jpg', () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 415, DAMAGED],
  ['huge.png', () => pngClaiming(12_000, 9000), 413, 'has 108 megapixels (12000 × 9000); at most 100 are allowed.'],
  [
    'huge.avif',
    hugeAvif,
    413,
    'is an AVIF picture of 100 megapixels (10000 × 10000), which needs too much memory to be read; at most 24.1 are allowed. Please export it as a JPEG that is not progressive.',
  ],
  ['large.jpg', () => filledTo(IMAGE_MAX_BYTES + 1), 413, 'is too large: a file may have at most 50 MB.'],
];

const sentenceOf = (name: string): string => REFUSED.find((refused) => refused[0] === name)![3];

describe('refused uploads', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const imagesOf = async (momentId: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${momentId}/images`).expect(200)).body;
  const nothingNew = (before: string[]) => eventually(async () => expect(await filesOf(app)).toEqual(before));

  it.each(REFUSED)('an upload with %s among good files stores none of them', async (name, content, status, rest) => {
    const { id } = await createMoment(staff);
    const before = await keptFiles(app);
    const [good, bad] = await Promise.all([jpeg(), content()]);
    const answer = await postImages(staff, id, { 'a.jpg': good, 'b.jpg': good, [name]: bad, 'c.jpg': good });
    const message = `"${name}" ${rest}`;
    expect(answer).toMatchObject({ status, body: { statusCode: status, message, error: message } });
    expect(await imagesOf(id)).toEqual([]);
    expect((await staff.get(`/api/moments/${id}`)).body).toMatchObject({ imageCount: 0, status: 'draft' });
    await nothingNew(before);
  });

  it('names every refused file of a request by its place in it, and says the first one’s reason', async () => {
    const { id } = await createMoment(staff);
    const before = await keptFiles(app);
    const cut = (await jpeg({ width: 900, height: 700 })).subarray(0, 20_000);
    const files = { 'a.jpg': await jpeg(), 'cut.jpg': cut, 'b.jpg': await jpeg(), 'IMG_1.HEIC': isoFile('heic') };
    const [unreadable, heic] = [`"cut.jpg" ${DAMAGED}`, `"IMG_1.HEIC" ${sentenceOf('IMG_1.HEIC')}`];
    const expected = {
      code: 'PICTURE_UNREADABLE',
      message: unreadable,
      details: [
        { field: 'images.1', message: unreadable },
        { field: 'images.3', message: heic },
      ],
    };
    expect(await postImages(staff, id, files)).toMatchObject({ status: 415, body: expected });
    const more = staff.post(`/api/moments/${id}/add-images`);
    for (const [name, content] of Object.entries(files)) more.attach('images', content, name);
    expect(await more).toMatchObject({ status: 415, body: expected });
    expect(await imagesOf(id)).toEqual([]);
    await nothingNew(before);
  });

  it.each(REFUSED)('refuses to replace an image by %s', async (name, content, status, rest) => {
    const { images } = await createMomentWithImages(staff, 1);
    const before = await keptFiles(app);
    const answer = await staff.post(`/api/images/${images[0]!.id}/replace`).attach('image', await content(), name);
    expect(answer).toMatchObject({ status, body: { message: `"${name}" ${rest}` } });
    expect(await imagesOf(images[0]!.momentId)).toEqual(images);
    await nothingNew(before);
  });

  it.each([
    ['.', '"." is not the name of a file. Please give every file a name, such as photo.jpg.'],
    ['..', '".." is not the name of a file. Please give every file a name, such as photo.jpg.'],
    ['...', '"..." is not the name of a file. Please give every file a name, such as photo.jpg.'],
    ['/', '"/" is not the name of a file. Please give every file a name, such as photo.jpg.'],
    ['photos/', '"photos/" is not the name of a file. Please give every file a name, such as photo.jpg.'],
    ['C:\\photos\\..', '"C:\\photos\\.." is not the name of a file. Please give every file a name, such as photo.jpg.'],
    ['   ', 'A file in the field images has no name. Please give every file a name, such as photo.jpg.'],
    ['\u200b', 'A file in the field images has no name. Please give every file a name, such as photo.jpg.'],
    ['', 'A file in the field images has no name. Please give every file a name, such as photo.jpg.'],
  ])('an upload with a file named %j among good files stores none of them', async (fileName, message) => {
    const { id } = await createMoment(staff);
    const before = await keptFiles(app);
    const content = await jpeg();
    const form = multipart([
      { field: 'momentId', content: id },
      ...['a.jpg', fileName, 'b.jpg'].map((name) => ({ field: 'images', fileName: name, content })),
    ]);
    const answer = await postMultipart(staff, '/api/upload', form);
    expect(answer).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED', message } });
    expect(await imagesOf(id)).toEqual([]);
    await nothingNew(before);
  });

  it('treats an empty file field, as browsers send it, as no file', async () => {
    const { id } = await createMoment(staff);
    const empty = { field: 'images', fileName: '', content: '' };
    const moment = { field: 'momentId', content: id };
    const none = await postMultipart(staff, '/api/upload', multipart([moment, empty]));
    expect(none).toMatchObject({ status: 400, body: { code: 'NO_FILES' } });
    const photo = { field: 'images', fileName: 'a.jpg', content: await jpeg() };
    const one = await postMultipart(staff, '/api/upload', multipart([moment, empty, photo]));
    expect(one).toMatchObject({ status: 201, body: [{ fileName: 'a.jpg' }] });
  });

  it('takes a file of exactly 50 MB, and pictures by their content whatever their name', async () => {
    const { id } = await createMoment(staff);
    const png = await sharp(await jpeg())
      .png()
      .toBuffer();
    const files = { 'full.jpg': await filledTo(IMAGE_MAX_BYTES), 'really a png.jpg': png, 'no ending': await jpeg() };
    const { body } = await postImages(staff, id, files).expect(201);
    expect((body as ImageView[]).map(({ imageUrl }) => imageUrl.split('.').at(-1))).toEqual(['jpg', 'png', 'jpg']);
    for (const image of body as ImageView[]) await staff.delete(`/api/images/${image.id}`).expect(204);
  });

  it('answers a truncated form or one without a boundary with an error, and stores nothing', async () => {
    const { id } = await createMoment(staff);
    const before = await keptFiles(app);
    const whole = multipart([
      { field: 'momentId', content: id },
      { field: 'images', fileName: 'a.jpg', content: await jpeg() },
    ]);
    const cut = await postMultipart(staff, '/api/upload', whole.subarray(0, -40));
    expect(cut).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(cut.body.message).toBe('The upload is not a form that can be read: it is cut short or damaged.');
    const bare = await staff.post('/api/upload').set('Content-Type', 'multipart/form-data').send('x');
    expect(bare).toMatchObject({ status: 400, body: { code: 'VALIDATION_FAILED' } });
    expect(await imagesOf(id)).toEqual([]);
    await nothingNew(before);
  });
});

describe('uploads during a failure', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    // These failures are logged as well.
    Logger.overrideLogger(false);
  });
  afterAll(() => app.close());

  it('a failed upload leaves no file without a row', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await app.db.query('ALTER TABLE history RENAME TO elsewhere');
    const failed = await postImages(staff, moment.id, { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() });
    expect(failed).toMatchObject({ status: 500, body: { code: 'INTERNAL_ERROR' } });
    expect((await filesOf(app)).length).toBeGreaterThanOrEqual(9);
    await app.db.query('ALTER TABLE elsewhere RENAME TO history');
    expect((await staff.get(`/api/moments/${moment.id}/images`)).body).toEqual(images);
    expect(await ownedFiles(app)).toEqual(filesOfImages(images));
  });

  it('answers an upload with 503 when the disk cannot be written', async () => {
    const { id } = await createMoment(staff);
    await rm(join(app.dataDir, 'incoming'), { recursive: true });
    await writeFile(join(app.dataDir, 'incoming'), 'a file where the folder should be');
    const answer = await postImages(staff, id, { 'a.jpg': await jpeg() });
    expect(answer).toMatchObject({
      status: 503,
      body: {
        code: 'STORAGE_UNAVAILABLE',
        message: 'Files cannot be taken in right now. Please try again in a minute.',
      },
    });
  });
});
