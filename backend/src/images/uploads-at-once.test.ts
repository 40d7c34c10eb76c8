import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createMoment, createMomentWithImages, jpeg, upload } from '../../test/factories.js';
import { filesOfImages, ownedFiles } from '../../test/files.js';
import { postImages } from '../../test/multipart.js';
import type { ImageView } from '../contract/images.js';

const REUSED = {
  code: 'IDEMPOTENCY_KEY_REUSED',
  message: 'This Idempotency-Key was used for another request already.',
};

describe('repeated and simultaneous uploads', () => {
  let app: TestApp;
  let staff: Agent;
  let files: Record<string, Buffer>;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    files = { 'a.jpg': await jpeg(), 'b.jpg': await jpeg() };
  });
  afterAll(() => app.close());

  const imagesOf = async (momentId: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${momentId}/images`).expect(200)).body;
  const send = (momentId: string, key: string, content = files, agent = staff) =>
    postImages(agent, momentId, content).set('Idempotency-Key', key);

  it('answers a repeated key with the first result, and stores nothing twice', async () => {
    const { id } = await createMoment(staff);
    const first = await send(id, 'batch-1').expect(201);
    await staff.patch(`/api/images/${first.body[0].id}`).send({ title: 'Edited meanwhile' }).expect(200);
    const again = await send(id, 'batch-1').expect(201);
    expect(again.body).toEqual(await imagesOf(id));
    expect(again.body.map((image: ImageView) => image.id)).toEqual(first.body.map((image: ImageView) => image.id));
    await staff.delete(`/api/images/${first.body[0].id}`).expect(204);
    expect((await send(id, 'batch-1').expect(201)).body).toEqual([first.body[1]]);
    expect(await imagesOf(id)).toHaveLength(1);
  });

  it('says that the images of a key were deleted, and stores them under another key only', async () => {
    const { id } = await createMoment(staff);
    const { body: images } = await send(id, 'deleted').expect(201);
    for (const image of images as ImageView[]) await staff.delete(`/api/images/${image.id}`).expect(204);
    const message =
      'These files were uploaded already, and their images have been deleted since. To upload them again, choose them again, or send another Idempotency-Key.';
    expect(await send(id, 'deleted')).toMatchObject({ status: 409, body: { code: 'IMAGES_DELETED', message } });
    expect(await imagesOf(id)).toEqual([]);
    await send(id, 'deleted-2').expect(201);
    expect(await imagesOf(id)).toHaveLength(2);
    await staff.delete(`/api/moments/${id}`).expect(204);
    expect(await send(id, 'deleted-2')).toMatchObject({ status: 404, body: { message: 'Moment not found' } });
  });

  it('refuses a key that was used for files of the same names and sizes with other content', async () => {
    const { id } = await createMoment(staff);
    await send(id, 'content').expect(201);
    const other = Buffer.from(files['b.jpg']!);
    other[other.length - 3]! ^= 1;
    expect(await send(id, 'content', { ...files, 'b.jpg': other })).toMatchObject({ status: 409, body: REUSED });
    expect(await imagesOf(id)).toHaveLength(2);
  });

  it('answers a key of an earlier version, which stored only names and sizes, with the first result', async () => {
    const { id } = await createMoment(staff);
    const first = await send(id, 'earlier').expect(201);
    await app.db.query(`UPDATE idempotency_keys SET "contents" = NULL WHERE "key" = 'earlier'`);
    expect(await send(id, 'earlier')).toMatchObject({ status: 201, body: first.body });
    expect(await send(id, 'earlier', { 'a.jpg': files['a.jpg']! })).toMatchObject({ status: 409, body: REUSED });
    expect(await imagesOf(id)).toHaveLength(2);
  });

  it('answers five concurrent attempts with one result', async () => {
    const { id } = await createMoment(staff);
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(id, 'at-once')));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201]);
    const stored = await imagesOf(id);
    expect(stored.map(({ fileName }) => fileName)).toEqual(['a.jpg', 'b.jpg']);
    for (const { body } of answers) expect(body).toEqual(stored);
    const { body: history } = await staff.get(`/api/moments/${id}/history`);
    expect(history).toHaveLength(3);
  });

  it('refuses a key that was used for other files or another moment', async () => {
    const { id } = await createMoment(staff);
    await send(id, 'reused').expect(201);
    expect(await send(id, 'reused', { 'a.jpg': files['a.jpg']! })).toMatchObject({ status: 409, body: REUSED });
    const renamed = { 'b.jpg': files['a.jpg']!, 'a.jpg': files['b.jpg']! };
    expect(await send(id, 'reused', renamed)).toMatchObject({ status: 409, body: REUSED });
    const other = await createMoment(staff);
    expect(await send(other.id, 'reused')).toMatchObject({ status: 409, body: REUSED });
    expect(await imagesOf(other.id)).toEqual([]);
    expect(await imagesOf(id)).toHaveLength(2);
  });

  it('accepts one of two concurrent uses of a key for different moments', async () => {
    const moments = [await createMoment(staff), await createMoment(staff)];
    const answers = await Promise.all(moments.map(({ id }) => send(id, 'two-moments')));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const counts = await Promise.all(moments.map(async ({ id }) => (await imagesOf(id)).length));
    expect(counts.sort()).toEqual([0, 2]);
  });

  it('keeps the keys of different people apart', async () => {
    const colleague = { email: 'grace@example.com', password: 'another long password' };
    await staff.post('/api/register').send(colleague).expect(201);
    const grace = app.visitor();
    await grace.post('/api/login').send(colleague).expect(200);
    const { id } = await createMoment(staff);
    await send(id, 'shared').expect(201);
    await send(id, 'shared', files, grace).expect(201);
    expect(await imagesOf(id)).toHaveLength(4);
  });

  it('lets a key be used again after its files were refused', async () => {
    const { id } = await createMoment(staff);
    await send(id, 'retry', { ...files, 'c.jpg': Buffer.from('no picture') }).expect(415);
    await send(id, 'retry').expect(201);
    expect(await imagesOf(id)).toHaveLength(2);
  });

  it('treats keys in the same way for add-images', async () => {
    const { id } = await createMoment(staff);
    const add = async () =>
      staff
        .post(`/api/moments/${id}/add-images`)
        .set('Idempotency-Key', 'added')
        .attach('images', files['a.jpg']!, 'a.jpg');
    const first = await add();
    expect(first.status).toBe(201);
    expect(await add()).toMatchObject({ status: 201, body: first.body });
    expect(await imagesOf(id)).toHaveLength(1);
  });

  it.each(['with space', 'x'.repeat(201), ''])('refuses the key %j', async (key) => {
    const { id } = await createMoment(staff);
    const message = 'Idempotency-Key must be 1 to 200 visible ASCII characters without spaces';
    expect(await send(id, key)).toMatchObject({
      status: 400,
      body: { message, details: [{ field: 'Idempotency-Key', message }] },
    });
    expect(await imagesOf(id)).toEqual([]);
  });

  it('fills a moment with 30 images and not one more', async () => {
    const { moment } = await createMomentWithImages(staff, 28);
    const full = await postImages(staff, moment.id, { ...files, 'c.jpg': files['a.jpg']! });
    expect(full).toMatchObject({
      status: 409,
      body: {
        code: 'MOMENT_FULL',
        message: 'A moment holds at most 30 images: this one has 28 and 3 more were sent.',
      },
    });
    await send(moment.id, 'the-last').expect(201);
    expect((await postImages(staff, moment.id, { 'c.jpg': files['a.jpg']! })).status).toBe(409);
    const added = await staff.post(`/api/moments/${moment.id}/add-images`).attach('images', files['a.jpg']!, 'c.jpg');
    expect(added.body.code).toBe('MOMENT_FULL');
    expect((await send(moment.id, 'the-last')).status).toBe(201);
    const images = await imagesOf(moment.id);
    expect(images.map(({ position }) => position)).toEqual(Array.from({ length: 30 }, (_none, index) => index));
    await staff.delete(`/api/images/${images[7]!.id}`).expect(204);
    expect((await postImages(staff, moment.id, { 'c.jpg': files['a.jpg']! })).status).toBe(201);
  });
});

describe('ten uploads of five files at once', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it('ten concurrent uploads store 30 images, whole requests only, with files for these and no others', async () => {
    const staff = await app.staff();
    const moment = await createMoment(staff);
    const file = await jpeg();
    const batch = (name: number) =>
      Object.fromEntries(Array.from({ length: 5 }, (_none, index) => [`${name}-${index}.jpg`, file]));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_none, name) =>
        postImages(staff, moment.id, batch(name), { startPosition: String((name * 5) % 30) }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array(6).fill(201), ...Array(4).fill(409)]);
    for (const { body } of answers.filter(({ status }) => status === 409)) expect(body.code).toBe('MOMENT_FULL');
    const { body: images } = (await staff.get(`/api/moments/${moment.id}/images`)) as { body: ImageView[] };
    expect(images).toHaveLength(30);
    for (const { body } of answers.filter(({ status }) => status === 201)) {
      const own = images.filter(({ id }) => (body as ImageView[]).some((image) => image.id === id));
      expect(own).toEqual(body);
    }
    expect((await staff.get(`/api/moments/${moment.id}`)).body.imageCount).toBe(30);
    expect(await ownedFiles(app)).toEqual(filesOfImages(images));
    expect(await upload(staff, (await createMoment(staff)).id, ['next.jpg'])).toHaveLength(1);
  });
});
