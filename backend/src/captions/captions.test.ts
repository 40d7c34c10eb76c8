import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { captionRun, endedRun, generate, imagesOf } from '../../test/captions.js';
import { eventually } from '../../test/eventually.js';
import { CAPTION, createMoment, createMomentWithImages, upload } from '../../test/factories.js';
import { staffSocket } from '../../test/staff-socket.js';
import { createGate } from '../../test/gate.js';
import { startSystem, type System } from '../../test/system.js';
import { stretched } from '../../test/stretched.js';

describe('captions', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL', { AI_TIMEOUT_MS: '2000' });
    await system.app.startWorker();
  });
  afterAll(() => system.close());
  beforeEach(() => system.ai.reset());

  const regenerate = (imageId: string) => system.staff.post(`/api/images/${imageId}/regenerate`);

  describe('regenerating one', () => {
    it('answers with the image when all four fields are regenerated', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      await system.staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
      const { body } = await regenerate(images[0]!.id).expect(200);
      expect(body).toMatchObject({ id: images[0]!.id, captionProvider: 'fake-vision', status: 'pending' });
      expect(body.title).toMatch(/^Caption of picture/);
      expect(body.description).toMatch(/^Drafted by the fake provider/);
      expect(body.exifKeywords).toMatch(/^fake, provider, caption, picture/);
      expect(body.geoAltDescription).toMatch(/described by the fake provider/);
      expect(await imagesOf(system.staff, images[0]!.momentId)).toEqual([body]);
      expect(system.ai.requests).toHaveLength(1);
    });

    it('answers 202 at once with Prefer: respond-async, and starts one run for two requests', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      const gate = createGate();
      system.ai.always({ until: gate.opened });
      const first = await regenerate(images[0]!.id).set('Prefer', 'respond-async').expect(202);
      expect(first.body).toEqual({ jobId: expect.stringMatching(/^[\da-f-]{36}$/) });
      expect(first.get('Preference-Applied')).toBe('respond-async');
      await system.ai.received(1);
      const second = await regenerate(images[0]!.id).set('Prefer', 'return=minimal, Respond-Async').expect(202);
      expect(second.body).toEqual(first.body);
      gate.open();
      await eventually(async () => {
        expect((await imagesOf(system.staff, images[0]!.momentId))[0]!.title).toMatch(/^Caption of picture/);
      });
      expect(system.ai.requests).toHaveLength(1);
    });

    it('answers 502 with the reason after one call when the provider fails permanently', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      system.ai.always({ status: 401, message: 'Incorrect API key provided' });
      const { body } = await regenerate(images[0]!.id).expect(502);
      expect(body).toMatchObject({ statusCode: 502, code: 'AI_FAILED', error: body.message });
      expect(body.message).toBe(
        'The AI provider refused the request. Please contact the administrator of this system.',
      );
      expect(system.ai.requests).toHaveLength(1);
      expect((await imagesOf(system.staff, images[0]!.momentId))[0]).toMatchObject({
        title: '',
        captionProvider: null,
      });
    });

    it('answers 422 with advice when no caption can be written for the picture', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      system.ai.always({ refusal: 'I cannot describe this' });
      const { body } = await regenerate(images[0]!.id).expect(422);
      expect(body).toMatchObject({
        statusCode: 422,
        code: 'NOTHING_TO_WRITE',
        message: 'The AI model declined to describe this picture. Write its caption by hand or replace the picture.',
      });
      expect(system.ai.requests).toHaveLength(1);
    });

    it('retries after temporary failures', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      system.ai.next({ status: 503 }, { status: 429, retryAfter: 0 }, { garbage: 'no JSON at all' });
      await regenerate(images[0]!.id).expect(200);
      expect(system.ai.requests).toHaveLength(4);
    });

    it('fails with a timeout message when the provider does not answer within AI_TIMEOUT_MS', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      system.ai.next({ hang: 'body' }, { status: 401 });
      await regenerate(images[0]!.id).expect(502);
      expect(system.ai.requests.map(({ hungUp }) => hungUp)).toEqual([true, false]);
      const [first, second] = system.ai.requests;
      expect(second!.time - first!.time).toBeGreaterThanOrEqual(1900);
    });

    it('refuses for an approved image', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      await system.app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({}).expect(200);
      for (const prefer of ['', 'respond-async']) {
        const { body } = await regenerate(images[0]!.id).set('Prefer', prefer).expect(409);
        expect(body).toMatchObject({
          code: 'IMAGE_APPROVED',
          message: 'The caption of an approved image is not generated again.',
        });
      }
      expect(system.ai.requests).toHaveLength(0);
    });

    it('sends the provider the rejected caption and the feedback', async () => {
      const { images } = await createMomentWithImages(system.staff, 1);
      await system.staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
      const feedback = 'We do not sell tulips, these are ranunculus';
      await system.app.visitor().post(`/api/images/${images[0]!.id}/reject`).send({ feedback }).expect(200);
      const { body } = await regenerate(images[0]!.id).expect(200);
      expect(body).toMatchObject({ status: 'rejected', feedback });
      expect(system.ai.requests[0]!.prompt).toContain(feedback);
      expect(system.ai.requests[0]!.prompt).toContain(CAPTION.title);
    });
  });

  describe('generating what a moment lacks', () => {
    it('starts one run for repeated requests, and calls the AI once per image', async () => {
      const { moment } = await createMomentWithImages(system.staff, 3);
      // The run goes on until the last request has come.
      const gate = createGate();
      system.ai.next({ until: gate.opened });
      const started = await Promise.all(Array.from({ length: 10 }, () => generate(system.staff, moment.id)));
      gate.open();
      expect(new Set(started.map(({ runId }) => runId)).size).toBe(1);
      expect(started.every(({ total }) => total === 3)).toBe(true);
      const run = await endedRun(system.staff, moment.id);
      expect(run).toEqual({
        runId: started[0]!.runId,
        momentId: moment.id,
        state: 'completed',
        total: 3,
        done: 3,
        failed: 0,
        errors: [],
      });
      expect(system.ai.requests.map(({ fileName }) => fileName)).toEqual([
        'IMG_1000.jpg',
        'IMG_1001.jpg',
        'IMG_1002.jpg',
      ]);
      const { body } = await system.staff.get(`/api/moments/${moment.id}`).expect(200);
      expect(body.status).toBe('generated');
    });

    it('refuses when no image lacks a caption, also in a moment without images', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 1);
      await system.staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
      for (const { id } of [moment, await createMoment(system.staff)]) {
        const { body } = await system.staff.post(`/api/moments/${id}/generate-captions`).expect(409);
        expect(body).toMatchObject({ code: 'ALL_CAPTIONED', message: 'All images already have captions' });
        expect(await captionRun(system.staff, id)).toBeNull();
      }
    });

    it('leaves out approved images, whatever they lack', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 2);
      const approve = ({ id }: { id: string }) =>
        system.app.visitor().post(`/api/images/${id}/approve`).send({}).expect(200);
      await approve(images[0]!);
      expect(await generate(system.staff, moment.id)).toMatchObject({ total: 1 });
      expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 1, done: 1 });
      expect((await imagesOf(system.staff, moment.id))[0]).toMatchObject({ title: '', exifKeywords: '', version: 1 });
      const { body } = await system.staff.post(`/api/moments/${moment.id}/generate-captions`).expect(409);
      expect(body).toMatchObject({ code: 'ALL_CAPTIONED', message: 'All images already have captions' });
      expect(system.ai.requests).toHaveLength(1);
    });

    it('fills in what is missing and leaves what is there', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 2);
      await system.staff
        .patch(`/api/images/${images[0]!.id}`)
        .send({ title: 'Ours', exifKeywords: 'ours' })
        .expect(200);
      await system.staff.patch(`/api/images/${images[1]!.id}`).send(CAPTION).expect(200);
      expect(await generate(system.staff, moment.id)).toMatchObject({ total: 1 });
      await endedRun(system.staff, moment.id);
      const [first, second] = await imagesOf(system.staff, moment.id);
      expect(first).toMatchObject({ title: 'Ours', exifKeywords: 'ours', captionProvider: 'fake-vision' });
      expect(first!.description).toMatch(/^Drafted by/);
      expect(first!.geoAltDescription).toMatch(/^Picture/);
      expect(second).toMatchObject({ ...CAPTION, captionProvider: null });
      expect(system.ai.requests).toHaveLength(1);
    });

    it('includes exactly the images that lack one of the four fields', async () => {
      const fields = Object.keys(CAPTION);
      const { moment, images } = await createMomentWithImages(system.staff, fields.length + 1);
      for (const [index, { id }] of images.entries()) {
        const caption = { ...CAPTION, ...(fields[index] && { [fields[index]]: '' }) };
        await system.staff.patch(`/api/images/${id}`).send(caption).expect(200);
      }
      expect(await generate(system.staff, moment.id)).toMatchObject({ total: fields.length });
      await endedRun(system.staff, moment.id);
      const after = await imagesOf(system.staff, moment.id);
      expect(after.map(({ captionProvider }) => captionProvider)).toEqual([...fields.map(() => 'fake-vision'), null]);
    });

    it('counts each image as soon as it is saved, one at a time', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 3);
      const gates = [createGate(), createGate(), createGate()];
      system.ai.next(...gates.map(({ opened }) => ({ until: opened })));
      const { runId } = await generate(system.staff, moment.id);
      for (const [index, gate] of gates.entries()) {
        await system.ai.received(index + 1);
        const run = await captionRun(system.staff, moment.id);
        expect(run).toMatchObject({ runId, state: 'running', total: 3, done: index, failed: 0 });
        const captioned = (await imagesOf(system.staff, moment.id)).filter(({ title }) => title !== '');
        expect(captioned.map(({ id }) => id)).toEqual(images.slice(0, index).map(({ id }) => id));
        expect(system.ai.requests).toHaveLength(index + 1);
        gate.open();
      }
      expect(await endedRun(system.staff, moment.id)).toMatchObject({ runId, state: 'completed', done: 3 });
      const { body } = await system.staff.get(`/api/moments/${moment.id}/history`).expect(200);
      const captioned = body.filter((entry: { action: string }) => entry.action === 'image.captioned');
      expect(captioned).toHaveLength(3);
      expect(captioned[0]).toMatchObject({ actor: 'ai', actorName: 'fake-vision', imageId: images[2]!.id });
    });

    it('publishes an event for each image in order, and for the end', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 3);
      const socket = await staffSocket(system.app);
      const { runId } = await generate(system.staff, moment.id);
      const progress = await eventually(() => {
        const emitted = socket.received
          .filter(({ name }) => name === 'captions.progress')
          .map(({ payload }) => payload);
        expect(emitted.at(-1)).toMatchObject({ state: 'completed' });
        return emitted;
      });
      socket.close();
      const base = { momentId: moment.id, runId, total: 3, failed: 0 };
      expect(progress).toEqual([
        { ...base, state: 'queued', done: 0 },
        { ...base, state: 'running', done: 0 },
        ...images.map(({ id }, index) => ({ ...base, state: 'running', done: index + 1, imageId: id })),
        { ...base, state: 'completed', done: 3 },
      ]);
      // An image is shown before the count that includes it.
      const order = socket.received.map(({ name, payload }) => `${name} ${payload['imageId'] ?? payload['id'] ?? ''}`);
      for (const { id } of images) {
        expect(order.indexOf(`image.changed ${id}`)).toBeGreaterThan(-1);
        expect(order.indexOf(`image.changed ${id}`)).toBeLessThan(order.indexOf(`captions.progress ${id}`));
      }
      const changed = socket.received.find(({ payload }) => payload['id'] === images[0]!.id)!;
      expect(changed.payload).toMatchObject({ captionProvider: 'fake-vision', version: 2 });
    });

    it('continues after a failed image and names it', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 3);
      system.ai.next({ ok: true }, { refusal: 'I cannot describe this' });
      const socket = await staffSocket(system.app);
      await generate(system.staff, moment.id);
      const run = await endedRun(system.staff, moment.id);
      expect(run).toMatchObject({ state: 'completed', total: 3, done: 2, failed: 1 });
      const message =
        'The AI model declined to describe this picture. Write its caption by hand or replace the picture.';
      expect(run.errors).toEqual([{ imageId: images[1]!.id, message, detail: '' }]);
      await eventually(() => expect(socket.received.at(-1)!.payload).toMatchObject({ state: 'completed' }));
      expect(socket.received.map(({ payload }) => payload).filter((payload) => 'message' in payload)).toEqual([
        expect.objectContaining({ imageId: images[1]!.id, message }),
      ]);
      socket.close();
      expect(system.ai.requests).toHaveLength(3);
      await generate(system.staff, moment.id);
      expect(await endedRun(system.staff, moment.id)).toMatchObject({
        state: 'completed',
        total: 1,
        done: 1,
        errors: [],
      });
    });

    it('fails when no image could be captioned', async () => {
      const { moment } = await createMomentWithImages(system.staff, 2);
      system.ai.always({ status: 400, message: 'This model does not support images' });
      await generate(system.staff, moment.id);
      const run = await endedRun(system.staff, moment.id);
      expect(run).toMatchObject({ state: 'failed', total: 2, done: 0, failed: 2 });
      expect(system.ai.requests).toHaveLength(2);
    });

    it('stores advice for staff and the technical reason of a failure', async () => {
      const { moment, images } = await createMomentWithImages(system.staff, 1);
      system.ai.always({ status: 400, message: 'This model does not support images' });
      const socket = await staffSocket(system.app);
      await generate(system.staff, moment.id);
      const run = await endedRun(system.staff, moment.id);
      const message = 'The AI provider refused the request. Please contact the administrator of this system.';
      const detail =
        'The AI provider refused the request (400): “This model does not support images”. Check that OPENAI_MODEL names a model that accepts pictures.';
      expect(run.errors).toEqual([{ imageId: images[0]!.id, message, detail }]);
      await eventually(() => expect(socket.received.at(-1)!.payload).toMatchObject({ state: 'failed' }));
      expect(socket.received.map(({ payload }) => payload)).toContainEqual(
        expect.objectContaining({ imageId: images[0]!.id, message, detail }),
      );
      socket.close();
    });

    it('starts within a fraction of a second', async () => {
      const waits: number[] = [];
      for (let round = 0; round < 5; round += 1) {
        const { moment } = await createMomentWithImages(system.staff, 1);
        system.ai.reset();
        const asked = Date.now();
        await generate(system.staff, moment.id);
        await system.ai.received(1);
        waits.push(system.ai.requests[0]!.time - asked);
        await endedRun(system.staff, moment.id);
      }
      // The sweep alone would take seconds.
      expect(waits.toSorted((a, b) => a - b)[0]).toBeLessThan(stretched(1000));
    });

    it('captions an image that was added later in a run of its own', async () => {
      const { moment } = await createMomentWithImages(system.staff, 1);
      await generate(system.staff, moment.id);
      await endedRun(system.staff, moment.id);
      await upload(system.staff, moment.id, ['late.jpg']);
      expect(await generate(system.staff, moment.id)).toMatchObject({ total: 1 });
      await endedRun(system.staff, moment.id);
      expect(system.ai.requests.map(({ fileName }) => fileName)).toEqual(['IMG_1000.jpg', 'late.jpg']);
    });
  });
});
