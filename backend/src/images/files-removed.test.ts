import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOf } from '../../test/files.js';
import type { ImageView } from '../contract/images.js';

describe('files of what is gone', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    await app.work();
  });
  afterAll(() => app.close());

  const urls = (images: ImageView[]): string[] =>
    images.flatMap(({ imageUrl, previewUrl, thumbnailUrl }) => [imageUrl, previewUrl, thumbnailUrl]);

  /** The worker has removed these, and no others. */
  async function removed(gone: string[], kept: string[]): Promise<void> {
    await eventually(async () => {
      const files = await filesOf(app);
      expect(files.filter((path) => gone.includes(path))).toEqual([]);
      expect(files).toEqual(expect.arrayContaining(kept));
    });
    for (const url of gone) expect((await app.visitor().get(url)).status).toBe(404);
    for (const url of kept) expect((await app.visitor().get(url)).status).toBe(200);
  }

  it('are removed with an image', async () => {
    const { images } = await createMomentWithImages(staff, 2);
    expect(await filesOf(app)).toEqual(expect.arrayContaining(urls(images)));
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    await removed(urls([images[0]!]), urls([images[1]!]));
  });

  it('are removed when an image is replaced', async () => {
    const { images } = await createMomentWithImages(staff, 1);
    const path = `/api/images/${images[0]!.id}/replace`;
    const { body } = await staff
      .post(path)
      .attach('image', await jpeg(), 'new.jpg')
      .expect(200);
    await removed(urls(images), urls([body]));
  });

  it('are removed with a moment', async () => {
    const gone = await createMomentWithImages(staff, 2);
    const kept = await createMomentWithImages(staff, 1);
    await staff.delete(`/api/moments/${gone.moment.id}`).expect(204);
    await removed(urls(gone.images), urls(kept.images));
  });

  it('are removed with a client, and an agency takes only its logo along', async () => {
    const logo = await jpeg();
    const agency = await staff.post('/api/agencies').field('name', 'A').attach('logo', logo, 'logo.jpg').expect(201);
    const client = await createClient(staff, { agencyId: agency.body.id });
    const { images } = await createMomentWithImages(staff, 2, { clientId: client.id });
    const other = await createAgency(staff);
    await staff.delete(`/api/agencies/${agency.body.id}`).expect(204);
    await removed([agency.body.logoUrl], urls(images));
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    await removed(urls(images), []);
    expect((await staff.get(`/api/agencies/${other.id}`)).status).toBe(200);
  });
});
