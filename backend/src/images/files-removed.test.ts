import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOf } from '../../test/files.js';
import type { ImageView } from '../contract/images.js';

describe('files of deleted records', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    await app.startWorker();
  });
  afterAll(() => app.close());

  const urls = (images: ImageView[]): string[] =>
    images.flatMap(({ imageUrl, previewUrl, thumbnailUrl }) => [imageUrl, previewUrl, thumbnailUrl]);

  /** Waits until the worker has removed these, and answers what is still served of the others. */
  async function keptAfterRemoving(gone: string[], others: string[]): Promise<string[]> {
    await eventually(async () => {
      expect((await filesOf(app)).filter((path) => gone.includes(path))).toEqual([]);
    });
    const served: string[] = [];
    for (const url of [...gone, ...others]) {
      if ((await app.visitor().get(url)).status === 200) served.push(url);
    }
    return served;
  }

  it('removes the files of a deleted image', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    expect(await filesOf(app)).toEqual(expect.arrayContaining(urls(images)));
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    expect(await keptAfterRemoving(urls([images[0]!]), urls([images[1]!]))).toEqual(urls([images[1]!]));
  });

  it('removes the files of a replaced image', async () => {
    const { images } = await createMomentWithImages(staff, 1);
    const path = `/api/images/${images[0]!.id}/replace`;
    const { body } = await staff
      .post(path)
      .attach('image', await jpeg(), 'new.jpg')
      .expect(200);
    expect(await keptAfterRemoving(urls(images), urls([body]))).toEqual(urls([body]));
  });

  describe('of what the client rejected before', () => {
    const decide = (image: ImageView, verdict: 'approve' | 'reject') =>
      app
        .visitor()
        .post(`/api/images/${image.id}/${verdict}`)
        .send(verdict === 'reject' ? { feedback: 'Too dark' } : {})
        .expect(200);
    const replace = async (image: ImageView): Promise<ImageView> =>
      (
        await staff
          .post(`/api/images/${image.id}/replace`)
          .attach('image', await jpeg(), 'new.jpg')
          .expect(200)
      ).body;
    /** An image whose first picture was rejected, and whose second one was approved just now. */
    async function approvedAfterRejection() {
      const { moment, images } = await createMomentWithImages(staff, 1);
      const first = images[0]!;
      await decide(first, 'reject');
      const second = await replace(first);
      await staff.post(`/api/images/${first.id}/resubmit`).expect(200);
      await decide(second, 'approve');
      return { moment, first, second };
    }

    it('keeps the files of the rejected version while the approval can be undone', async () => {
      const { first } = await approvedAfterRejection();
      const other = await createMomentWithImages(staff, 1);
      await staff.delete(`/api/moments/${other.moment.id}`).expect(204);
      expect(await keptAfterRemoving(urls(other.images), urls([first]))).toEqual(urls([first]));
    });

    it('removes the files of the rejected version with the image, however recent the approval is', async () => {
      const { first, second } = await approvedAfterRejection();
      await staff.delete(`/api/images/${first.id}`).expect(204);
      expect(await keptAfterRemoving(urls([first, second]), [])).toEqual([]);
    });

    it('removes the files of the rejected version with the moment', async () => {
      const { moment, first, second } = await approvedAfterRejection();
      await staff.delete(`/api/moments/${moment.id}`).expect(204);
      expect(await keptAfterRemoving(urls([first, second]), [])).toEqual([]);
    });

    it('removes the files of the rejected version once staff have gone on, after which the decision stands', async () => {
      const { first, second } = await approvedAfterRejection();
      const third = await replace(second);
      expect(await keptAfterRemoving(urls([first, second]), urls([third]))).toEqual(urls([third]));
    });

    it('removes the files of the rejected version once it is resubmitted after another rejection', async () => {
      const { images } = await createMomentWithImages(staff, 1);
      const first = images[0]!;
      await decide(first, 'reject');
      const second = await replace(first);
      await staff.post(`/api/images/${first.id}/resubmit`).expect(200);
      await decide(second, 'reject');
      await staff.post(`/api/images/${first.id}/resubmit`).expect(200);
      expect(await keptAfterRemoving(urls([first]), urls([second]))).toEqual(urls([second]));
    });
  });

  it('removes the files of a deleted moment', async () => {
    const gone = await createMomentWithImages(staff, 2);
    const kept = await createMomentWithImages(staff, 1);
    await staff.delete(`/api/moments/${gone.moment.id}`).expect(204);
    expect(await keptAfterRemoving(urls(gone.images), urls(kept.images))).toEqual(urls(kept.images));
  });

  it('removes the files of a deleted client, and only the logo of a deleted agency', async () => {
    const logo = await jpeg();
    const agency = await staff.post('/api/agencies').field('name', 'A').attach('logo', logo, 'logo.jpg').expect(201);
    const client = await createClient(staff, { agencyId: agency.body.id });
    const { images } = await createMomentWithImages(staff, 2, { clientId: client.id });
    await staff.delete(`/api/agencies/${agency.body.id}`).expect(204);
    expect(await keptAfterRemoving([agency.body.logoUrl], urls(images))).toEqual(urls(images));
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    expect(await keptAfterRemoving(urls(images), [])).toEqual([]);
  });
});
