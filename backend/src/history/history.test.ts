import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createMoment, createMomentWithImages } from '../../test/factories.js';
import type { HistoryEntry } from '../contract/history.js';

describe('the history of a moment', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  it('lists every change, newest first, to staff only', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    const image = `/api/images/${images[0]!.id}`;
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await app.visitor().post(`/api/public/${moment.id}/opened`).expect(204);
    await app.visitor().post(`${image}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await staff.patch(image).send({ title: 'Brighter' }).expect(200);
    await staff.post(`${image}/resubmit`).expect(200);
    await app.visitor().post(`${image}/approve`).expect(200);
    await staff.delete(image).expect(204);
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect((body as HistoryEntry[]).map(({ action, actor, feedback }) => [action, actor, feedback])).toEqual([
      ['image.deleted', 'staff', ''],
      ['image.approved', 'visitor', ''],
      ['image.resubmitted', 'staff', 'Too dark'],
      ['image.edited', 'staff', ''],
      ['image.rejected', 'visitor', 'Too dark'],
      ['moment.opened', 'visitor', ''],
      ['moment.shared', 'staff', ''],
      ['image.uploaded', 'staff', ''],
      ['moment.created', 'staff', ''],
    ]);
  });

  it('gives the history in pages, with the total count', async () => {
    const { moment } = await createMomentWithImages(staff, 4);
    const path = `/api/moments/${moment.id}/history`;
    const all = await staff.get(path).expect(200);
    const page = await staff.get(path).query({ limit: 2, offset: 1 }).expect(200);
    expect(page.body).toEqual(all.body.slice(1, 3));
    expect([all.get('X-Total-Count'), page.get('X-Total-Count')]).toEqual(['5', '5']);
    expect((await staff.get(path).query({ limit: 0 })).status).toBe(400);
  });

  it('the history does not contain refused requests', async () => {
    const moment = await createMoment(staff);
    await staff.post('/api/upload').field('momentId', moment.id).expect(400);
    await staff.patch(`/api/moments/${moment.id}`).send({ title: ' ' }).expect(400);
    const { body } = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(body).toHaveLength(1);
  });
});

describe('the images of a moment', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startApp();
  });
  afterAll(() => app.close());

  it.each(['/api/moments/{id}/images', '/api/public/{id}/images'])(
    '%s gives the images in pages as well',
    async (address) => {
      const staff = await app.staff();
      const { moment } = await createMomentWithImages(staff, 3);
      const path = address.replace('{id}', moment.id);
      const all = await staff.get(path).expect(200);
      const page = await staff.get(path).query({ limit: 1, offset: 1 }).expect(200);
      expect(page.body).toEqual([all.body[1]]);
      expect([all.get('X-Total-Count'), page.get('X-Total-Count')]).toEqual(['3', '3']);
      expect((await staff.get(path).query({ limit: 'all' })).status).toBe(400);
    },
  );
});
