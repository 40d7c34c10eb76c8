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

  it('are removed with an image', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    expect(await filesOf(app)).toEqual(expect.arrayContaining(urls(images)));
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    expect(await keptAfterRemoving(urls([images[0]!]), urls([images[1]!]))).toEqual(urls([images[1]!]));
  });

  it('are removed when an image is replaced', async () => {
    const { images } = await createMomentWithImages(staff, 1);
    const path = `/api/images/${images[0]!.id}/replace`;
    const { body } = await staff
      .post(path)
      .attach('image', await jpeg(), 'new.jpg')
      .expect(200);
    expect(await keptAfterRemoving(urls(images), urls([body]))).toEqual(urls([body]));
  });

  it('are removed with a moment', async () => {
    const gone = await createMomentWithImages(staff, 2);
    const kept = await createMomentWithImages(staff, 1);
    await staff.delete(`/api/moments/${gone.moment.id}`).expect(204);
    expect(await keptAfterRemoving(urls(gone.images), urls(kept.images))).toEqual(urls(kept.images));
  });

  it('are removed with a client, and an agency takes only its logo along', async () => {
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
