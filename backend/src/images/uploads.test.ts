import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import sharp from 'sharp';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createMoment, jpeg, upload } from '../../test/factories.js';
import { eventually } from '../../test/eventually.js';
import { filesOf, keptFiles } from '../../test/files.js';
import { postImages } from '../../test/multipart.js';
import { IMAGE_FIELDS } from '../contract/image-fields.js';
import type { ImageView } from '../contract/images.js';
import { emptyRecord } from '../contract/record-fields.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('uploads', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const imagesOf = async (momentId: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${momentId}/images`).expect(200)).body;
  const names = (images: ImageView[]): string[] => images.map(({ fileName }) => fileName);

  it('keeps the order of the files, and answers these fields and no others', async () => {
    const moment = await createMoment(staff);
    const images = await upload(staff, moment.id, ['c.jpg', 'a.jpg', 'b.jpg']);
    expect(names(images)).toEqual(['c.jpg', 'a.jpg', 'b.jpg']);
    expect(await imagesOf(moment.id)).toEqual(images);
    expect(images[1]).toEqual({
      id: expect.any(String),
      momentId: moment.id,
      position: 1,
      imageUrl: expect.stringMatching(/^\/media\/images\/[0-9a-f-]{36}\/original\.jpg$/),
      previewUrl: expect.stringMatching(/^\/media\/images\/[0-9a-f-]{36}\/preview\.webp$/),
      thumbnailUrl: expect.stringMatching(/^\/media\/images\/[0-9a-f-]{36}\/thumbnail\.webp$/),
      width: 64,
      height: 48,
      ...emptyRecord(IMAGE_FIELDS),
      status: 'pending',
      feedback: '',
      reply: '',
      version: 1,
      earlier: null,
      decidedAt: null,
      fileName: 'a.jpg',
      captionProvider: null,
      captionRevision: 1,
      captionOutdated: false,
      captionByHand: false,
      findings: [expect.objectContaining({ kind: 'tiny' }), expect.objectContaining({ kind: 'light' })],
      captionEditor: null,
      addressRevision: 1,
      addressEditor: null,
      createdAt: expect.any(String),
    });
    expect((await staff.get(`/api/moments/${moment.id}`)).body.imageCount).toBe(3);
  });

  it('keeps a HEIC photo as it is, and shows its preview', async () => {
    const { id } = await createMoment(staff);
    const photo = await readFile(join(import.meta.dirname, '../../test/photo.heic'));
    const { body } = await postImages(staff, id, { 'IMG_1.HEIC': photo });
    expect(body[0]).toMatchObject({ width: 600, height: 800, imageUrl: expect.stringMatching(/\/original\.heic$/) });
    const original = await app.visitor().get(body[0].imageUrl).expect(200);
    expect(original.headers['content-type']).toBe('image/heic');
    expect(original.body.equals(photo)).toBe(true);
    const preview = await app.visitor().get(body[0].previewUrl).expect(200);
    expect(await sharp(preview.body).metadata()).toMatchObject({ format: 'webp', width: 600, height: 800 });
  });

  it('empties the folder for incoming files before the response, accepted or refused', async () => {
    const { id } = await createMoment(staff);
    await upload(staff, id, ['a.jpg', 'b.jpg']);
    expect(await filesOf(app)).toEqual(await keptFiles(app));
    expect((await postImages(staff, id, { 'none.jpg': Buffer.from('no picture') })).status).toBe(415);
    expect(await filesOf(app)).toEqual(await keptFiles(app));
  });

  it('stores uploads in folders that only their owner may open', async () => {
    await upload(staff, (await createMoment(staff)).id, ['a.jpg']);
    for (const folder of ['incoming', 'media', 'media/images']) {
      const { mode } = await stat(join(app.dataDir, folder));
      expect([folder, (mode & 0o777).toString(8)]).toEqual([folder, '700']);
    }
  });

  it('keeps the original byte for byte', async () => {
    const { id } = await createMoment(staff);
    const file = await jpeg();
    const { body } = await postImages(staff, id, { 'a.jpg': file }).expect(201);
    const answer = await app.visitor().get(body[0].imageUrl).expect(200);
    expect(file.equals(answer.body as Buffer)).toBe(true);
  });

  it('the history says who uploaded', async () => {
    const moment = await createMoment(staff);
    const images = await upload(staff, moment.id, ['a.jpg', 'b.jpg']);
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(body.slice(0, 2)).toEqual(
      images.toReversed().map(({ id, fileName }) => ({
        id: expect.any(String),
        action: 'image.uploaded',
        actor: 'staff',
        actorName: 'Ada',
        imageId: id,
        imageName: fileName,
        section: null,
        changes: {},
        feedback: '',
        at: expect.any(String),
      })),
    );
  });

  it('uses the start position if it is free, else the end', async () => {
    const { id } = await createMoment(staff);
    const send = async (name: string, fields: object) =>
      (await postImages(staff, id, { [name]: await jpeg() }, fields).expect(201)).body[0].position;
    expect(await send('late.jpg', { startPosition: '5' })).toBe(5);
    expect(await send('early.jpg', { startPosition: '0' })).toBe(0);
    expect(await send('taken.jpg', { startPosition: '5' })).toBe(6);
    expect(await send('end.jpg', {})).toBe(7);
    expect(await send('last.jpg', { startPosition: '29' })).toBe(29);
    expect(names(await imagesOf(id))).toEqual(['early.jpg', 'late.jpg', 'taken.jpg', 'end.jpg', 'last.jpg']);
  });

  it('add-images adds to the end', async () => {
    const moment = await createMoment(staff);
    await upload(staff, moment.id, ['first.jpg']);
    const add = () => staff.post(`/api/moments/${moment.id}/add-images`);
    const { body } = await add()
      .attach('images', await jpeg(), 'second.jpg')
      .attach('images', await jpeg(), 'third.jpg')
      .expect(201);
    expect(names(body)).toEqual(['second.jpg', 'third.jpg']);
    expect(names(await imagesOf(moment.id))).toEqual(['first.jpg', 'second.jpg', 'third.jpg']);
    const unknown = await add()
      .field('startPosition', '0')
      .attach('images', await jpeg(), 'x.jpg');
    expect(unknown).toMatchObject({
      status: 400,
      body: { message: 'startPosition is not a field of this request' },
    });
    await add()
      .expect(400)
      .expect(({ body: error }) => expect(error.code).toBe('NO_FILES'));
    await staff
      .post(`/api/moments/${UNKNOWN_ID}/add-images`)
      .attach('images', await jpeg(), 'x.jpg')
      .expect(404);
    expect(await imagesOf(moment.id)).toHaveLength(3);
  });

  it.each([
    [{ momentId: undefined }, 400, 'momentId is required'],
    [{ momentId: 'nobody' }, 400, 'momentId must be the id of an existing record'],
    [{ momentId: UNKNOWN_ID }, 404, 'Moment not found'],
    [{ startPosition: '-1' }, 400, 'startPosition must be at least 0'],
    [{ startPosition: '30' }, 400, 'startPosition must be at most 29'],
    [{ startPosition: '' }, 400, 'startPosition must be a whole number'],
    [{ startPosition: '1.5' }, 400, 'startPosition must be a whole number'],
    [{ status: 'approved' }, 400, 'status is not a field of this request'],
    [{ 'momentId[0]': UNKNOWN_ID }, 400, 'momentId[0] is not a field of this request'],
  ])('refuses the fields %j, and stores nothing', async (fields, status, message) => {
    const { id } = await createMoment(staff);
    const before = await keptFiles(app);
    const sent = Object.entries({ momentId: id, ...fields }).filter(([, value]) => value !== undefined);
    const call = staff.post('/api/upload');
    for (const [name, value] of sent) call.field(name, value!);
    const answer = await call.attach('images', await jpeg(), 'a.jpg');
    expect(answer).toMatchObject({ status, body: { message, error: message } });
    expect(await imagesOf(id)).toEqual([]);
    await eventually(async () => expect(await filesOf(app)).toEqual(before));
  });

  it('refuses a momentId that is given twice', async () => {
    const { id } = await createMoment(staff);
    const call = staff.post('/api/upload').field('momentId', id).field('momentId', id);
    const answer = await call.attach('images', await jpeg(), 'a.jpg');
    expect(answer).toMatchObject({
      status: 400,
      body: { message: 'momentId must be the id of an existing record' },
    });
  });

  it('refuses an upload without files', async () => {
    const { id } = await createMoment(staff);
    const message = 'Please upload at least one image';
    const empty = await staff.post('/api/upload').field('momentId', id);
    expect(empty).toMatchObject({ status: 400, body: { code: 'NO_FILES', message } });
    const json = await staff.post('/api/upload').send({ momentId: id });
    expect(json).toMatchObject({ status: 415, body: { code: 'UNSUPPORTED_MEDIA_TYPE' } });
  });

  it('refuses files in another field, and more of them than a moment holds', async () => {
    const { id } = await createMoment(staff);
    const file = await jpeg();
    const wrong = await staff.post('/api/upload').field('momentId', id).attach('photos', file, 'a.jpg');
    expect(wrong).toMatchObject({
      status: 400,
      body: { message: 'photos is not a field for files here; send files in the field images.' },
    });
    const many = Object.fromEntries(Array.from({ length: 31 }, (_none, index) => [`${index}.jpg`, file]));
    expect(await postImages(staff, id, many)).toMatchObject({
      status: 400,
      body: { message: 'Too many files: at most 30 can be sent in the field images of one request.' },
    });
    expect(await imagesOf(id)).toEqual([]);
  });
});
