import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { appendNote } from '../../test/append-note.js';
import { CAPTION, createMomentWithImages, jpeg } from '../../test/factories.js';
import { sendUntilTaken } from '../../test/send-until-taken.js';
import type { HistoryEntry } from '../contract/history.js';
import type { ImageView, UpdateImageBody } from '../contract/images.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';
const TEXTS = { ...CAPTION, address: 'Rua Augusta 1, Lisboa' };

describe('images', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const oneImage = async (): Promise<ImageView> => (await createMomentWithImages(staff, 1)).images[0]!;
  const read = async ({ id, momentId }: ImageView): Promise<ImageView> => {
    const { body } = await staff.get(`/api/moments/${momentId}/images`).expect(200);
    return (body as ImageView[]).find((image) => image.id === id)!;
  };
  const statusOf = async ({ momentId }: ImageView) => (await staff.get(`/api/moments/${momentId}`)).body.status;
  const edit = async ({ id }: ImageView, body: UpdateImageBody): Promise<ImageView> =>
    (await staff.patch(`/api/images/${id}`).send(body).expect(200)).body;
  const approve = async ({ id }: ImageView) => app.visitor().post(`/api/images/${id}/approve`).expect(200);
  const reject = async ({ id }: ImageView, feedback: string) =>
    app.visitor().post(`/api/images/${id}/reject`).send({ feedback }).expect(200);
  const lastEntry = async ({ momentId }: ImageView): Promise<HistoryEntry> =>
    (await staff.get(`/api/moments/${momentId}/history`)).body[0];

  it('edits an image field by field, with trimmed texts, and the history says from what to what', async () => {
    const image = await oneImage();
    const captioned = await edit(image, TEXTS);
    const editor = { captionEditor: 'Ada', addressEditor: 'Ada' };
    const revised = (revision: number) => ({ ...editor, captionRevision: revision, addressRevision: revision });
    expect(captioned).toEqual({ ...image, ...TEXTS, captionByHand: true, version: 2, ...revised(2) });
    const edited = await edit(image, { title: '  Roses  ', address: null as unknown as string });
    expect(edited).toEqual({ ...captioned, title: 'Roses', address: '', version: 3, ...revised(3) });
    expect(await lastEntry(image)).toMatchObject({
      action: 'image.edited',
      actor: 'staff',
      actorName: 'Ada',
      imageId: image.id,
      imageName: image.fileName,
      changes: { title: { from: CAPTION.title, to: 'Roses' }, address: { from: TEXTS.address, to: '' } },
    });
  });

  it('an image says whether staff wrote any part of its current caption', async () => {
    const image = await oneImage();
    expect((await edit(image, { address: TEXTS.address })).captionByHand).toBe(false);
    expect((await edit(image, { exifKeywords: 'roses' })).captionByHand).toBe(true);
    expect((await edit(image, { exifKeywords: '' })).captionByHand).toBe(false);
  });

  it('restores the texts that an entry of the history replaced, as an edit', async () => {
    const image = await edit(await oneImage(), TEXTS);
    await edit(image, { title: 'Roses', description: 'By the door' });
    const { id: entryId } = await lastEntry(image);
    await edit(image, { title: 'Tulips' });
    await approve(image);
    const restore = (body: object) => staff.post(`/api/images/${image.id}/restore`).send({ entryId, ...body });
    expect((await restore({ captionRevision: 2 })).body.code).toBe('EDITED_MEANWHILE');
    const { body } = await restore({ captionRevision: 4 }).expect(200);
    const { title, description } = TEXTS;
    expect(body).toMatchObject({ title, description, status: 'pending', version: 5, captionEditor: 'Ada' });
    expect(await lastEntry(image)).toMatchObject({
      action: 'image.restored',
      actorName: 'Ada',
      changes: { title: { from: 'Tulips', to: title }, description: { from: 'By the door', to: description } },
    });
    expect((await restore({}).expect(200)).body).toEqual(body);
  });

  it('restores nothing from entries about another image, or that replaced no text', async () => {
    const [image, other] = [await edit(await oneImage(), TEXTS), await oneImage()];
    const { id: entryId } = await lastEntry(image);
    const restore = (id: string, body: object) => staff.post(`/api/images/${id}/restore`).send(body);
    expect((await restore(other.id, { entryId })).status).toBe(404);
    expect((await restore(image.id, { entryId }).expect(409)).body.code).toBe('NOTHING_TO_RESTORE');
    for (const wrong of [undefined, 'x', '-1', 7]) {
      const { status } = await restore(image.id, { entryId: wrong });
      expect([wrong, status]).toEqual([wrong, 400]);
    }
    expect(await read(image)).toEqual(image);
  });

  it('records no history when nothing changes', async () => {
    const image = await edit(await oneImage(), TEXTS);
    const before = await lastEntry(image);
    expect(await edit(image, TEXTS)).toEqual(image);
    expect(await edit(image, {})).toEqual(image);
    expect(await lastEntry(image)).toEqual(before);
  });

  it.each([
    [{ title: 'x'.repeat(81) }, 'title must be at most 80 characters'],
    [{ description: 'x'.repeat(751) }, 'description must be at most 750 characters'],
    [{ exifKeywords: 'x'.repeat(1001) }, 'exifKeywords must be at most 1000 characters'],
    [{ geoAltDescription: 'x'.repeat(501) }, 'geoAltDescription must be at most 500 characters'],
    [{ address: 'x'.repeat(501) }, 'address must be at most 500 characters'],
    [{ title: ['a'] }, 'title must be a text'],
    [{ title: 'a\u0000' }, 'title must not contain the control character U+0000'],
    [{ title: 'a\nb' }, 'title must be one line: it must not contain line breaks'],
    [{ status: 'approved' }, 'status is not a field of this request'],
    [{ version: 9 }, 'version is not a field of this request'],
    [{ feedback: '' }, 'feedback is not a field of this request'],
    [{ momentId: UNKNOWN_ID }, 'momentId is not a field of this request'],
  ])('refuses the edit %j, and leaves the image as it is', async (fields, message) => {
    const image = await oneImage();
    const { body } = await staff
      .patch(`/api/images/${image.id}`)
      .send({ address: 'changed', ...fields })
      .expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
    expect(await read(image)).toEqual(image);
  });

  it.each(['title', 'description'] as const)(
    'an approved image returns to the client when it gets another %s',
    async (field) => {
      const image = await edit(await oneImage(), TEXTS);
      await approve(image);
      expect(await statusOf(image)).toBe('approved');
      const edited = await edit(image, { [field]: 'Something else' });
      expect(edited).toMatchObject({ status: 'pending', version: image.version + 1, [field]: 'Something else' });
      expect(await statusOf(image)).toBe('generated');
    },
  );

  it.each(['exifKeywords', 'geoAltDescription', 'address'] as const)(
    'an image stays approved when the %s changes, which the client never sees',
    async (field) => {
      const image = await edit(await oneImage(), TEXTS);
      await approve(image);
      const edited = await edit(image, { [field]: 'something, else' });
      expect(edited).toMatchObject({ status: 'approved', version: image.version, [field]: 'something, else' });
      expect(await statusOf(image)).toBe('approved');
    },
  );

  it('an image stays rejected, with the feedback, while staff work on it', async () => {
    const image = await oneImage();
    await reject(image, 'Too dark');
    expect(await edit(image, { title: 'Brighter' })).toMatchObject({
      status: 'rejected',
      feedback: 'Too dark',
      version: 2,
    });
  });

  it('replaces an image in its place, and keeps its caption', async () => {
    const { images } = await createMomentWithImages(staff, 3);
    const image = await edit(images[1]!, TEXTS);
    const file = await jpeg({ width: 90, height: 70 });
    const { body } = await staff.post(`/api/images/${image.id}/replace`).attach('image', file, 'new.jpg').expect(200);
    expect(body).toEqual({
      ...image,
      version: 3,
      fileName: 'new.jpg',
      captionOutdated: true,
      width: 90,
      height: 70,
      findings: expect.arrayContaining([expect.objectContaining({ kind: 'tiny' })]),
      imageUrl: expect.not.stringContaining(image.imageUrl),
      previewUrl: expect.not.stringContaining(image.previewUrl),
      thumbnailUrl: expect.not.stringContaining(image.thumbnailUrl),
    });
    const { body: all } = await staff.get(`/api/moments/${image.momentId}/images`);
    expect(all).toEqual([images[0], body, images[2]]);
    const served = await app.visitor().get(body.imageUrl).expect(200);
    expect(file.equals(served.body as Buffer)).toBe(true);
    expect(await lastEntry(image)).toMatchObject({
      action: 'image.replaced',
      actorName: 'Ada',
      changes: { fileName: { from: image.fileName, to: 'new.jpg' } },
    });
  });

  it('replacing an approved image returns it to the client; a replaced rejected one stays rejected', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    const [approved, rejected] = [images[0]!, images[1]!];
    await approve(approved);
    await reject(rejected, 'Blurred');
    for (const { id } of images) {
      await staff
        .post(`/api/images/${id}/replace`)
        .attach('image', await jpeg(), 'new.jpg')
        .expect(200);
    }
    expect(await read(approved)).toMatchObject({ status: 'pending', version: 2 });
    expect(await read(rejected)).toMatchObject({ status: 'rejected', feedback: 'Blurred', version: 2 });
  });

  it('replaces an image only by one file, in the field image, without other fields', async () => {
    const image = await oneImage();
    const replace = () => staff.post(`/api/images/${image.id}/replace`);
    const none = await replace();
    expect(none).toMatchObject({
      status: 400,
      body: { code: 'NO_FILES', message: 'Please choose an image to replace this one with.' },
    });
    const wrong = await replace().attach('images', await jpeg(), 'a.jpg');
    expect(wrong.body.message).toBe('images is not a field for files here; send files in the field image.');
    const fields = await replace()
      .field('title', 'New')
      .attach('image', await jpeg(), 'a.jpg');
    expect(fields).toMatchObject({ status: 400, body: { message: 'title is not a field of this request' } });
    expect(await read(image)).toEqual(image);
  });

  it('resubmits an image only if it was rejected; the history keeps the feedback', async () => {
    const image = await oneImage();
    const resubmit = () => staff.post(`/api/images/${image.id}/resubmit`);
    expect(await resubmit()).toMatchObject({
      status: 409,
      body: {
        code: 'IMAGE_NOT_REJECTED',
        message: 'Only a rejected image can be resubmitted; this one is pending.',
      },
    });
    await reject(image, 'Too dark');
    expect(await statusOf(image)).toBe('rejected');
    const { body } = await resubmit().expect(200);
    const earlier = expect.objectContaining({ feedback: 'Too dark' });
    expect(body).toEqual({ ...image, status: 'pending', feedback: '', version: 2, earlier });
    expect(await lastEntry(image)).toMatchObject({ action: 'image.resubmitted', actor: 'staff', feedback: 'Too dark' });
    expect((await resubmit()).status).toBe(409);
    await approve(image);
    expect((await resubmit()).body.message).toBe('Only a rejected image can be resubmitted; this one is approved.');
  });

  it('undoing a resubmission makes the image rejected again, with the feedback it had', async () => {
    const image = await oneImage();
    await reject(image, 'Too dark');
    await staff.post(`/api/images/${image.id}/resubmit`).expect(200);
    await appendNote(app, image.momentId, image.id);
    const { body } = await staff.post(`/api/images/${image.id}/resubmit/undo`).expect(200);
    expect(body).toEqual({
      ...image,
      status: 'rejected',
      feedback: 'Too dark',
      version: 3,
      decidedAt: expect.any(String),
      earlier: expect.objectContaining({ feedback: 'Too dark' }),
    });
    expect(await read(image)).toEqual(body);
    expect(await statusOf(image)).toBe('rejected');
    expect(await lastEntry(image)).toMatchObject({
      action: 'image.resubmit_undone',
      actor: 'staff',
      actorName: 'Ada',
      imageId: image.id,
      feedback: 'Too dark',
    });
    await app.visitor().post(`/api/images/${image.id}/approve`).send({ version: 2 }).expect(409);
    await staff.post(`/api/images/${image.id}/resubmit`).expect(200);
    await approve(image);
  });

  it('refuses to undo a resubmission that was followed by a change, or that never happened', async () => {
    const image = await oneImage();
    const undo = () => staff.post(`/api/images/${image.id}/resubmit/undo`);
    const expectRefused = async () => {
      const before = await read(image);
      expect(await undo()).toMatchObject({
        status: 409,
        body: {
          code: 'IMAGE_NOT_RESUBMITTED',
          message: 'Only a resubmission can be undone, and only while nothing else was done to the image since.',
        },
      });
      expect(await read(image)).toEqual(before);
    };
    await expectRefused();
    await reject(image, 'Too dark');
    await expectRefused();
    const resubmit = () => staff.post(`/api/images/${image.id}/resubmit`).expect(200);
    await resubmit();
    await edit(image, { exifKeywords: 'roses' });
    await expectRefused();
    await reject(image, 'Still too dark');
    await resubmit();
    await approve(image);
    await expectRefused();
  });

  it('deletes an image once, and the others keep their places', async () => {
    const { moment, images } = await createMomentWithImages(staff, 3);
    const path = `/api/images/${images[1]!.id}`;
    expect((await staff.delete(path)).status).toBe(204);
    expect(await staff.delete(path)).toMatchObject({ status: 404, body: { message: 'Image not found' } });
    expect((await staff.get(`/api/moments/${moment.id}/images`)).body).toEqual([images[0], images[2]]);
    expect((await staff.get(`/api/moments/${moment.id}`)).body.imageCount).toBe(2);
    expect(await lastEntry(images[1]!)).toMatchObject({
      action: 'image.deleted',
      actorName: 'Ada',
      imageId: images[1]!.id,
      imageName: images[1]!.fileName,
    });
  });

  it('keeps all of twenty concurrent edits', async () => {
    const image = await oneImage();
    const titles = Array.from({ length: 20 }, (_none, index) => `Title ${index}`);
    const retitle = (title: string) => sendUntilTaken(() => staff.patch(`/api/images/${image.id}`).send({ title }));
    const answers = await Promise.all(titles.map(retitle));
    expect(answers.map(({ status }) => status)).toEqual(titles.map(() => 200));
    const { body } = await staff.get(`/api/moments/${image.momentId}/history`).expect(200);
    const edits = (body as HistoryEntry[]).filter(({ action }) => action === 'image.edited').toReversed();
    expect(edits.map(({ changes }) => changes['title']!.to).sort()).toEqual(titles.sort());
    const from = edits.map(({ changes }) => changes['title']!.from);
    expect(from).toEqual(['', ...edits.slice(0, -1).map(({ changes }) => changes['title']!.to)]);
    expect((await read(image)).version).toBe(21);
  });
});
