import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment, createMomentWithImages, upload } from '../../test/factories.js';
import { staffSocket } from '../../test/staff-socket.js';
import type { ImageView } from '../contract/images.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('changing a moment', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const historyOf = async (id: string) => (await staff.get(`/api/moments/${id}/history`).expect(200)).body;
  const countOf = async (clientId: string): Promise<number> =>
    (await staff.get(`/api/clients/${clientId}`).expect(200)).body.momentCount;
  const imagesOf = async (id: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${id}/images`).expect(200)).body;

  it('renames it, and the history says from what to what', async () => {
    const moment = await createMoment(staff, { title: 'Spring' });
    const { body } = await staff.patch(`/api/moments/${moment.id}`).send({ title: '  Summer ' }).expect(200);
    expect(body).toEqual({ ...moment, title: 'Summer' });
    const [entry] = await historyOf(moment.id);
    expect(entry).toMatchObject({
      action: 'moment.renamed',
      actorName: 'Ada',
      changes: { title: { from: 'Spring', to: 'Summer' } },
    });
  });

  it('moves it to another client, with its decisions, and to the host of that client’s agency', async () => {
    const agency = await createAgency(staff, { customDomain: 'review.moved.example', name: 'Moved Agency' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const [from, to] = [
      await createClient(staff, { business: 'Bloom' }),
      await createClient(staff, { business: 'Petal', agencyId: agency.id }),
    ];
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: from.id });
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({}).expect(200);
    const { body } = await staff.patch(`/api/moments/${moment.id}`).send({ clientId: to.id }).expect(200);
    expect(body).toMatchObject({
      status: 'approved',
      client: { id: to.id, business: 'Petal' },
      publicOrigin: 'https://review.moved.example',
    });
    expect([await countOf(from.id), await countOf(to.id)]).toEqual([0, 1]);
    const branding = await app.visitor().get(`/api/public/${moment.id}/branding`).expect(200);
    expect(branding.body.agency.name).toBe('Moved Agency');
    const [entry] = await historyOf(moment.id);
    expect(entry).toMatchObject({ action: 'moment.moved', changes: { client: { from: 'Bloom', to: 'Petal' } } });
  });

  it('tells staff of the moment and of both clients', async () => {
    const [from, to] = [await createClient(staff), await createClient(staff)];
    const moment = await createMoment(staff, { clientId: from.id });
    const { received, close } = await staffSocket(app);
    await staff.patch(`/api/moments/${moment.id}`).send({ title: 'Moved', clientId: to.id }).expect(200);
    await eventually(() =>
      // What the creation of the three published may arrive late, and what staff are notified of at any time.
      expect(received.filter(({ name }) => name !== 'notifications.changed').slice(-3)).toEqual([
        { name: 'client.changed', payload: { id: from.id } },
        { name: 'client.changed', payload: { id: to.id } },
        { name: 'moment.changed', payload: expect.objectContaining({ title: 'Moved', clientId: to.id }) },
      ]),
    );
    close();
  });

  it('records nothing when nothing changes', async () => {
    const moment = await createMoment(staff);
    const before = await historyOf(moment.id);
    const { title, clientId } = moment;
    for (const same of [{ title, clientId }, {}]) {
      expect((await staff.patch(`/api/moments/${moment.id}`).send(same).expect(200)).body).toEqual(moment);
    }
    expect(await historyOf(moment.id)).toEqual(before);
  });

  it.each([
    [{ title: ' ' }, 'title is required'],
    [{ title: null }, 'title must be a text'],
    [{ title: 'x'.repeat(201) }, 'title must be at most 200 characters'],
    [{ clientId: null }, 'clientId must be the id of an existing record'],
    [{ clientId: UNKNOWN_ID }, 'clientId must be the id of an existing client'],
    [{ status: 'approved' }, 'status is not a field of this request'],
  ])('refuses %j, and changes nothing', async (fields, message) => {
    const moment = await createMoment(staff);
    const { body } = await staff
      .patch(`/api/moments/${moment.id}`)
      .send({ title: 'Changed', ...fields })
      .expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message });
    expect((await staff.get(`/api/moments/${moment.id}`)).body).toEqual(moment);
    await staff.patch(`/api/moments/${UNKNOWN_ID}`).send({ title: 'Changed' }).expect(404);
  });

  describe('the order of its images', () => {
    const order = (id: string, imageIds: unknown) => staff.put(`/api/moments/${id}/order`).send({ imageIds });

    it('is changed for staff and visitors, and keeps decisions and versions', async () => {
      const { moment, images } = await createMomentWithImages(staff, 3);
      const [a, b, c] = images.map(({ id }) => id) as [string, string, string];
      await app.visitor().post(`/api/images/${a}/approve`).send({}).expect(200);
      const { received, close } = await staffSocket(app);
      const { body } = await order(moment.id, [c, a, b]).expect(200);
      const shown = (body as ImageView[]).map(({ id, position, status, version }) => ({
        id,
        position,
        status,
        version,
      }));
      expect(shown).toEqual([
        { id: c, position: 0, status: 'pending', version: 1 },
        { id: a, position: 1, status: 'approved', version: 1 },
        { id: b, position: 2, status: 'pending', version: 1 },
      ]);
      expect(await imagesOf(moment.id)).toEqual(body);
      const review = await app.visitor().get(`/api/public/${moment.id}/images`).expect(200);
      expect((review.body as ImageView[]).map(({ id }) => id)).toEqual([c, a, b]);
      const moved = () => received.filter(({ name }) => name === 'image.changed').map(({ payload }) => payload);
      await eventually(() => expect(moved().map(({ position }) => position)).toEqual([0, 1, 2]));
      expect((await historyOf(moment.id))[0]).toMatchObject({ action: 'moment.reordered', actorName: 'Ada' });
      close();
    });

    it('publishes moment.changed for lists, whose cover it may change', async () => {
      const { moment, images } = await createMomentWithImages(staff, 2);
      const { received, close } = await staffSocket(app);
      await order(moment.id, images.map(({ id }) => id).toReversed()).expect(200);
      await eventually(() =>
        expect(received).toContainEqual({
          name: 'moment.changed',
          payload: expect.objectContaining({ id: moment.id }),
        }),
      );
      close();
    });

    it('publishes and records nothing when it is the same', async () => {
      const { moment, images } = await createMomentWithImages(staff, 2);
      const before = await historyOf(moment.id);
      const ids = images.map(({ id }) => id);
      expect((await order(moment.id, ids).expect(200)).body).toEqual(images);
      expect(await historyOf(moment.id)).toEqual(before);
    });

    it('is refused with 409 when images were added or deleted meanwhile, and loses none', async () => {
      const { moment, images } = await createMomentWithImages(staff, 2);
      const ids = images.map(({ id }) => id).toReversed();
      const [added] = await upload(staff, moment.id, ['late.jpg']);
      expect((await order(moment.id, ids).expect(409)).body.code).toBe('ORDER_OUTDATED');
      await staff.delete(`/api/images/${added!.id}`).expect(204);
      expect((await order(moment.id, [...ids, added!.id]).expect(409)).body.code).toBe('ORDER_OUTDATED');
      expect((await order(moment.id, [ids[0], UNKNOWN_ID]).expect(409)).body.code).toBe('ORDER_OUTDATED');
      expect((await imagesOf(moment.id)).map(({ id }) => id)).toEqual(images.map(({ id }) => id));
    });

    it('takes images that are added while it is changed behind the others', async () => {
      const { moment, images } = await createMomentWithImages(staff, 3);
      const ids = images.map(({ id }) => id).toReversed();
      const [reordered] = await Promise.all([order(moment.id, ids), upload(staff, moment.id, ['late.jpg'])]);
      const after = await imagesOf(moment.id);
      const expected = reordered.status === 200 ? ids : images.map(({ id }) => id);
      expect(after.slice(0, 3).map(({ id }) => id)).toEqual(expected);
      expect(after[3]!.fileName).toBe('late.jpg');
    });

    it.each<[unknown, string]>([
      [undefined, 'imageIds is required'],
      ['all', 'imageIds must be a list of ids'],
      [['x'], 'each entry of imageIds must be the id of an existing record'],
      [[UNKNOWN_ID, UNKNOWN_ID], 'imageIds must not name the same record twice'],
      [Array.from({ length: 31 }, () => UNKNOWN_ID), 'imageIds must have at most 30 entries'],
    ])('is refused with 400 for %j', async (imageIds, message) => {
      const { moment } = await createMomentWithImages(staff, 1);
      const { body } = await order(moment.id, imageIds).expect(400);
      expect(body.message).toContain(message);
    });
  });
});
