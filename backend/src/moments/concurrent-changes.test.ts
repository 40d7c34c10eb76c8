import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency, createClient, createMoment, createMomentWithImages, jpeg } from '../../test/factories.js';
import { filesOfImages, ownedFiles } from '../../test/files.js';
import { postImages } from '../../test/multipart.js';
import { sendUntilTaken } from '../../test/send-until-taken.js';
import type { ImageView } from '../contract/images.js';
import type { MomentListItem } from '../contract/moments.js';

describe('concurrent changes', () => {
  let app: TestApp;
  let staff: Agent;
  let file: Buffer;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    file = await jpeg();
  });
  afterAll(() => app.close());

  /** What staff and visitors may do to a client, its agency and its moments within the same second. */
  async function concurrentRequests(): Promise<(() => PromiseLike<{ status: number }>)[]> {
    const agency = await createAgency(staff);
    const client = await createClient(staff, { agencyId: agency.id });
    const { moment, images } = await createMomentWithImages(staff, 4, { clientId: client.id });
    const image = (index: number): string => `/api/images/${images[index]!.id}`;
    const visitor = app.visitor();
    return [
      () => visitor.post(`${image(0)}/approve`),
      () => visitor.post(`${image(0)}/reject`).send({ feedback: 'No' }),
      () => visitor.post(`${image(1)}/reject`).send({ feedback: 'No' }),
      () => staff.post(`${image(1)}/resubmit`),
      () => staff.post(`${image(1)}/resubmit/undo`),
      () => staff.patch(image(0)).send({ title: 'New' }),
      () => staff.post(`${image(2)}/replace`).attach('image', file, 'new.jpg'),
      () => staff.delete(image(2)),
      () => staff.delete(image(3)),
      () => postImages(staff, moment.id, { 'a.jpg': file, 'b.jpg': file }),
      () => staff.post(`/api/moments/${moment.id}/share`),
      () => staff.post(`/api/moments/${moment.id}/generate-captions`),
      () => staff.post(`${image(1)}/regenerate`).set('Prefer', 'respond-async'),
      () => visitor.post(`/api/public/${moment.id}/opened`),
      () => visitor.get(`/api/public/${moment.id}/images`),
      () => staff.get('/api/moments'),
      () => staff.post('/api/moments').send({ title: 'Another', clientId: client.id }),
      () => staff.patch(`/api/clients/${client.id}`).send({ agencyId: agency.id, notes: 'x' }),
      () => staff.patch(`/api/agencies/${agency.id}`).field('name', 'Renamed'),
      () => staff.delete(`/api/agencies/${agency.id}`),
      () => staff.delete(`/api/moments/${moment.id}`),
      () => staff.delete(`/api/clients/${client.id}`),
    ];
  }

  it('fail only with the expected errors, and leave consistent data', async () => {
    for (let round = 0; round < 5; round += 1) {
      const calls = await concurrentRequests();
      // Each round begins with other calls, and every fourth ends without the client.
      const rotated = [...calls.slice(round * 5), ...calls.slice(0, round * 5)].slice(0, calls.length - (round % 4));
      const statuses = await Promise.all(rotated.map(async (call) => (await sendUntilTaken(call)).status));
      expect(statuses.filter((status) => status >= 500)).toEqual([]);
    }
    const { body: moments } = (await staff.get('/api/moments').expect(200)) as { body: MomentListItem[] };
    const kept: ImageView[] = [];
    for (const moment of moments) {
      const { body: images } = (await staff.get(`/api/moments/${moment.id}/images`)) as { body: ImageView[] };
      expect(moment.imageCount).toBe(images.length);
      kept.push(...images);
    }
    expect(await ownedFiles(app)).toEqual(filesOfImages(kept));
  });

  it('keep a moment’s status consistent with its images, in any order', async () => {
    const { moment, images } = await createMomentWithImages(staff, 10);
    await Promise.all(
      images.map(({ id }, index) =>
        index < 9
          ? app.visitor().post(`/api/images/${id}/approve`).expect(200)
          : staff.delete(`/api/images/${id}`).expect(204),
      ),
    );
    expect((await staff.get(`/api/moments/${moment.id}`)).body).toMatchObject({ status: 'approved', imageCount: 9 });
    const empty = await createMoment(staff);
    expect((await staff.get(`/api/moments/${empty.id}`)).body.status).toBe('draft');
  });
});
