import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { imagesOf } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { CAPTION, createClient, createMomentWithImages, jpeg } from '../../test/factories.js';
import { createGate } from '../../test/gate.js';
import { startSystem, type System } from '../../test/system.js';
import { endWorkers, startWorker } from '../../test/worker-process.js';

describe('an instruction for one caption', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
  });
  afterAll(async () => {
    await endWorkers();
    await system.close();
  });
  beforeEach(() => system.ai.reset());

  const regenerate = (imageId: string, body: object = {}) =>
    system.staff.post(`/api/images/${imageId}/regenerate`).set('Prefer', 'respond-async').send(body);
  const captioned = async () => {
    const { moment, images } = await createMomentWithImages(system.staff, 1);
    await system.staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
    return { moment, id: images[0]!.id };
  };
  const written = (momentId: string): Promise<void> =>
    eventually(async () => {
      expect((await imagesOf(system.staff, momentId))[0]!.title).toMatch(/^Caption of picture/);
    });

  it('outlives the worker that was asked first, and is for that run only', async () => {
    const { moment, id } = await captioned();
    const first = await startWorker(system.app, system.env);
    system.ai.next({ hang: 'headers' });
    await regenerate(id, { instruction: '  Name the street  ' }).expect(202);
    await system.ai.received(1);
    await first.kill();
    await startWorker(system.app, system.env);
    await written(moment.id);
    const asked = { requested: { caption: CAPTION, instruction: 'Name the street' } };
    expect(system.ai.requests.map(({ data }) => data)).toEqual([
      expect.objectContaining(asked),
      expect.objectContaining(asked),
    ]);
    const { body: history } = await system.staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(history[0]).toMatchObject({ action: 'image.captioned', feedback: 'Name the street' });

    system.ai.reset();
    await system.staff.patch(`/api/images/${id}`).send(CAPTION).expect(200);
    await regenerate(id).expect(202);
    await written(moment.id);
    expect(system.ai.requests[0]!.data).not.toHaveProperty('requested');
  });

  it('goes to the provider beside the feedback of the client', async () => {
    const { moment, id } = await captioned();
    await system.app.visitor().post(`/api/images/${id}/reject`).send({ feedback: 'Too long' }).expect(200);
    await regenerate(id, { instruction: 'Name the street' }).expect(202);
    await written(moment.id);
    expect(system.ai.requests[0]!.data).toMatchObject({
      rejected: { feedback: 'Too long' },
      requested: { instruction: 'Name the street' },
    });
  });

  it('is refused with 409 while the caption is written with another one', async () => {
    const { moment, id } = await captioned();
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    const { body: started } = await regenerate(id, { instruction: 'Shorter' }).expect(202);
    await system.ai.received(1);
    const { body } = await regenerate(id, { instruction: 'Longer' }).expect(409);
    expect(body.code).toBe('GENERATION_RUNNING');
    expect((await regenerate(id, { instruction: 'Shorter' }).expect(202)).body).toEqual(started);
    expect((await regenerate(id).expect(202)).body).toEqual(started);
    gate.open();
    await written(moment.id);
  });

  it.each([
    [{ instruction: 'x'.repeat(501) }, 'instruction must be at most 500 characters'],
    [{ instruction: 'a\u0000' }, 'instruction must not contain the control character U+0000'],
    [{ instruction: ['a'] }, 'instruction must be a text'],
    [{ wish: 'Shorter' }, 'wish is not a field of this request'],
  ])('is refused with 400 for %j', async (fields, message) => {
    const { id } = await captioned();
    const { body } = await regenerate(id, fields).expect(400);
    expect(body.message).toContain(message);
    expect(system.ai.requests).toEqual([]);
  });

  it('gets no details of a client that the moment left while the caption was drafted', async () => {
    const { moment, id } = await captioned();
    const other = await createClient(system.staff, { business: 'Petal' });
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    await regenerate(id).expect(202);
    await system.ai.received(1);
    await system.staff.patch(`/api/moments/${moment.id}`).send({ clientId: other.id }).expect(200);
    gate.open();
    await written(moment.id);
    const businesses = system.ai.requests.map(({ data }) => (data['business'] as { business: string }).business);
    expect(businesses).toEqual(['Rosa’s Flowers', 'Petal']);
  });

  describe('after its picture was replaced, a caption', () => {
    const replace = async (id: string) =>
      system.staff
        .post(`/api/images/${id}/replace`)
        .attach('image', await jpeg(), 'new.jpg')
        .expect(200);

    it('is outdated until it is edited', async () => {
      const { id } = await captioned();
      expect((await replace(id)).body.captionOutdated).toBe(true);
      const { body } = await system.staff.patch(`/api/images/${id}`).send({ address: 'Rua Augusta 1' }).expect(200);
      expect(body.captionOutdated).toBe(true);
      const edited = await system.staff.patch(`/api/images/${id}`).send({ title: 'Roses' }).expect(200);
      expect(edited.body.captionOutdated).toBe(false);
    });

    it('is outdated until it is written again', async () => {
      const { moment, id } = await captioned();
      await replace(id);
      await regenerate(id).expect(202);
      await written(moment.id);
      const [image] = await imagesOf(system.staff, moment.id);
      expect(image).toMatchObject({ captionOutdated: false, captionByHand: false });
    });

    it('stays outdated where only what it lacks is filled in', async () => {
      const { moment, id } = await captioned();
      await system.staff.patch(`/api/images/${id}`).send({ geoAltDescription: '' }).expect(200);
      await replace(id);
      await system.staff.post(`/api/moments/${moment.id}/generate-captions`).expect(202);
      await eventually(async () => {
        const [image] = await imagesOf(system.staff, moment.id);
        expect(image!.geoAltDescription).not.toBe('');
        expect(image).toMatchObject({ title: CAPTION.title, captionOutdated: true, captionByHand: true });
      });
    });

    it('is not outdated when there was none', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      expect((await replace(images[0]!.id)).body.captionOutdated).toBe(false);
    });
  });

  it('is shown as an active run with the name of its moment, until it ends', async () => {
    const { moment, id } = await captioned();
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    const { body: started } = await regenerate(id, { instruction: 'Shorter' }).expect(202);
    await system.ai.received(1);
    const active = async () => (await system.staff.get('/api/runs/active').expect(200)).body;
    expect(await active()).toEqual([
      {
        runId: started.jobId,
        kind: 'captions',
        state: 'running',
        total: 1,
        done: 0,
        failed: 0,
        momentId: moment.id,
        optimizationId: null,
        name: moment.title,
      },
    ]);
    gate.open();
    await eventually(async () => expect(await active()).toEqual([]));
  });
});
