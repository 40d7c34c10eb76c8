import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { imagesOf } from '../../test/captions.js';
import { createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOfImages, ownedFiles } from '../../test/files.js';
import type { ImageView, ReviewImageView } from '../contract/images.js';

describe('what the client rejected before', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const createImage = async (): Promise<ImageView> => {
    const { images } = await createMomentWithImages(staff, 1);
    return edit(images[0]!, { title: 'Roses', description: 'Red roses.' });
  };
  const edit = async ({ id }: ImageView, fields: object): Promise<ImageView> =>
    (await staff.patch(`/api/images/${id}`).send(fields).expect(200)).body;
  const decide = (image: ImageView, what: string, body: object = {}) =>
    app.visitor().post(`/api/images/${image.id}/${what}`).send(body);
  const reject = (image: ImageView, feedback: string) => decide(image, 'reject', { feedback }).expect(200);
  const resubmit = (image: ImageView) => staff.post(`/api/images/${image.id}/resubmit`).expect(200);
  const replace = async (image: ImageView): Promise<ImageView> =>
    (
      await staff
        .post(`/api/images/${image.id}/replace`)
        .attach('image', await jpeg(), 'new.jpg')
        .expect(200)
    ).body;
  const shown = async ({ momentId }: ImageView): Promise<ReviewImageView> =>
    (await app.visitor().get(`/api/public/${momentId}/images`).expect(200)).body[0];
  const ofStaff = async ({ momentId }: ImageView): Promise<ImageView> => (await imagesOf(staff, momentId))[0]!;
  /** The files of these images among those that are left when all removals are due. */
  const leftOf = async (...images: ImageView[]): Promise<string[]> => {
    const left = await ownedFiles(app);
    return filesOfImages(images).filter((file) => left.includes(file));
  };

  it('shows the rejected version with its feedback until the changed image is approved', async () => {
    const image = await createImage();
    await reject(image, 'Name the colour');
    await edit(image, { title: 'Red roses' });
    expect((await shown(image)).earlier).toBeNull();
    await resubmit(image);
    const earlier = {
      previewUrl: image.previewUrl,
      thumbnailUrl: image.thumbnailUrl,
      width: image.width,
      height: image.height,
      title: 'Roses',
      description: 'Red roses.',
      feedback: 'Name the colour',
    };
    expect(await shown(image)).toMatchObject({ status: 'pending', title: 'Red roses', earlier });
    expect((await ofStaff(image)).earlier).toEqual(earlier);
    expect((await decide(image, 'approve').expect(200)).body.earlier).toBeNull();
    expect(await ofStaff(image)).toMatchObject({ earlier: null });
  });

  it('shows clients no rejected version where nothing changed that they see', async () => {
    const image = await createImage();
    await reject(image, 'Name the colour');
    await edit(image, { exifKeywords: 'roses' });
    await resubmit(image);
    expect((await shown(image)).earlier).toBeNull();
    expect((await ofStaff(image)).earlier).toMatchObject({ feedback: 'Name the colour' });
    await edit(image, { description: 'Roses in red.' });
    expect((await shown(image)).earlier).toMatchObject({ description: 'Red roses.' });
    await edit(image, { description: 'Red roses.' });
    expect((await shown(image)).earlier).toBeNull();
  });

  it('the rejected version never holds what the client did not see', async () => {
    const image = await createImage();
    await edit(image, { title: 'Never shared' });
    await edit(image, { title: 'Roses' });
    await reject(image, 'Name the colour');
    await edit(image, { title: 'Between' });
    await edit(image, { title: 'Red roses' });
    await resubmit(image);
    const text = JSON.stringify(await shown(image));
    expect(text).not.toMatch(/Never shared|Between/);
    expect(text).toContain('Name the colour');
  });

  it('keeps the picture of the last of several rejections, and removes the one before', async () => {
    const first = await createImage();
    await reject(first, 'Too dark');
    const second = await replace(first);
    await resubmit(first);
    expect((await shown(first)).earlier).toMatchObject({ previewUrl: first.previewUrl, feedback: 'Too dark' });
    expect(await leftOf(first, second)).toEqual(filesOfImages([first, second]));
    await app.visitor().get(first.previewUrl).expect(200);

    await reject(first, 'Too bright');
    const third = await replace(first);
    await resubmit(first);
    expect((await shown(first)).earlier).toMatchObject({ previewUrl: second.previewUrl, feedback: 'Too bright' });
    expect(await leftOf(first, second, third)).toEqual(filesOfImages([second, third]));

    await decide(first, 'approve').expect(200);
    expect(await leftOf(second, third)).toEqual(filesOfImages([third]));
  });

  it('removes the rejected version with the image', async () => {
    const first = await createImage();
    await reject(first, 'Too dark');
    const second = await replace(first);
    await staff.delete(`/api/images/${first.id}`).expect(204);
    expect(await leftOf(first, second)).toEqual([]);
  });

  it('undoing a decision restores the rejected version, with its picture', async () => {
    const first = await createImage();
    await reject(first, 'Too dark');
    await decide(first, 'decision/undo').expect(200);
    expect((await shown(first)).earlier).toBeNull();
    expect((await ofStaff(first)).earlier).toBeNull();

    await reject(first, 'Too dark');
    const second = await replace(first);
    await resubmit(first);
    const before = (await shown(first)).earlier;
    for (const [what, body] of [
      ['approve', {}],
      ['reject', { feedback: 'Too bright' }],
    ] as const) {
      await decide(first, what, body).expect(200);
      expect((await shown(first)).earlier).toBeNull();
      expect((await decide(first, 'decision/undo').expect(200)).body.earlier).toEqual(before);
      expect(await leftOf(first, second)).toEqual(filesOfImages([first, second]));
    }
  });

  it('keeps the rejected version when a resubmission is taken back', async () => {
    const image = await createImage();
    await reject(image, 'Too dark');
    await edit(image, { title: 'Red roses' });
    await resubmit(image);
    await staff.post(`/api/images/${image.id}/resubmit/undo`).expect(200);
    expect(await ofStaff(image)).toMatchObject({ status: 'rejected', earlier: { title: 'Roses' } });
  });

  it('stores the rejected version with the rejection, or not at all', async () => {
    const image = await createImage();
    await app.db.query(
      `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'the process died'; END $$`,
    );
    await app.db.query('CREATE TRIGGER fail BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION fail()');
    await decide(image, 'reject', { feedback: 'Too dark' }).expect(500);
    await app.db.query('DROP TRIGGER fail ON history');
    expect(await ofStaff(image)).toMatchObject({ status: 'pending', earlier: null, decidedAt: null });

    await reject(image, 'Too dark');
    const second = await replace(image);
    await resubmit(image);
    await app.db.query('CREATE TRIGGER fail BEFORE INSERT ON history FOR EACH ROW EXECUTE FUNCTION fail()');
    await decide(image, 'approve').expect(500);
    await app.db.query('DROP TRIGGER fail ON history');
    await app.db.query('DROP FUNCTION fail');
    expect((await shown(image)).earlier).toMatchObject({ feedback: 'Too dark' });
    expect(await leftOf(image, second)).toEqual(filesOfImages([image, second]));
  });

  it('gives staff the rejected version with the time of the decision', async () => {
    const image = await createImage();
    expect(image.decidedAt).toBeNull();
    await reject(image, 'Too dark');
    const { decidedAt } = await ofStaff(image);
    expect(Math.abs(Date.parse(decidedAt!) - Date.now())).toBeLessThan(60_000);
    await resubmit(image);
    expect((await ofStaff(image)).decidedAt).toBeNull();
    await staff.post(`/api/images/${image.id}/resubmit/undo`).expect(200);
    expect((await ofStaff(image)).decidedAt).toBe(decidedAt);
    expect(JSON.stringify(await shown(image))).not.toContain('decidedAt');
  });
});
