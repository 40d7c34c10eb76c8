import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { captionRun, endedRun, generate, imagesOf } from '../../test/captions.js';
import { CAPTION, createClient, createMomentWithImages, jpeg } from '../../test/factories.js';
import { createGate } from '../../test/gate.js';
import { startSystem, type System } from '../../test/system.js';

const NO_CAPTION = { title: '', description: '', exifKeywords: '', geoAltDescription: '' };

describe('an image that changes while the AI drafts its caption', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    await system.app.startWorker();
  });
  afterAll(() => system.close());
  beforeEach(() => system.ai.reset());

  const edit = (id: string, fields: object) => system.staff.patch(`/api/images/${id}`).send(fields).expect(200);
  const approve = (id: string) => system.app.visitor().post(`/api/images/${id}/approve`).send({}).expect(200);

  /** A moment whose run has asked about its first image and waits for the answer. */
  async function thinking(count: number, fields: object = {}) {
    const made = await createMomentWithImages(system.staff, count, fields);
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    const { runId } = await generate(system.staff, made.moment.id);
    await system.ai.received(1);
    return { ...made, runId, open: gate.open };
  }

  /** An image whose caption is being regenerated. */
  async function rewriting() {
    const { images } = await createMomentWithImages(system.staff, 1);
    await edit(images[0]!.id, CAPTION);
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    const answer = system.staff.post(`/api/images/${images[0]!.id}/regenerate`).then((response) => response);
    await system.ai.received(1);
    return { image: images[0]!, open: gate.open, answer };
  }

  it('keeps what staff wrote meanwhile, and fills in the rest', async () => {
    const { moment, images, open } = await thinking(1);
    await edit(images[0]!.id, { title: 'Ours', geoAltDescription: 'Our place' });
    open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 1 });
    const [image] = await imagesOf(system.staff, moment.id);
    expect(image).toMatchObject({ title: 'Ours', geoAltDescription: 'Our place' });
    expect(image!.description).toMatch(/^Drafted by/);
    expect(image!.exifKeywords).toMatch(/^fake/);
  });

  it('keeps the fields that staff changed or emptied while the caption was regenerated', async () => {
    const { image, open, answer } = await rewriting();
    await edit(image.id, { description: 'Ours', exifKeywords: '' });
    open();
    const { status, body } = await answer;
    expect(status).toBe(200);
    expect(body).toMatchObject({ description: 'Ours', exifKeywords: '' });
    expect(body.title).toMatch(/^Caption of picture/);
    expect(body.geoAltDescription).toMatch(/^Picture/);
  });

  it('writes nothing on an image that the client approved meanwhile, and does not count it', async () => {
    const { moment, images, open } = await thinking(2);
    await approve(images[0]!.id);
    open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 1, done: 1 });
    const [image] = await imagesOf(system.staff, moment.id);
    expect(image).toMatchObject({ ...NO_CAPTION, status: 'approved', version: 1, captionProvider: null });
  });

  it('does not call the AI for an image that the client approved before its turn', async () => {
    const { moment, images, open } = await thinking(2);
    await approve(images[1]!.id);
    open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 1, done: 1 });
    expect((await imagesOf(system.staff, moment.id))[1]).toMatchObject({ ...NO_CAPTION, status: 'approved' });
    expect(system.ai.timesAsked('IMG_1001.jpg')).toBe(0);
  });

  it('does not count an image that staff captioned by hand meanwhile', async () => {
    const { moment, images, open } = await thinking(2);
    await edit(images[0]!.id, CAPTION);
    open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 1, done: 1 });
    expect((await imagesOf(system.staff, moment.id))[0]).toMatchObject({ ...CAPTION, captionProvider: null });
  });

  it('rewrites nothing on an image that the client approved meanwhile, and answers 409', async () => {
    const { image, open, answer } = await rewriting();
    await approve(image.id);
    open();
    const { status, body } = await answer;
    expect(status).toBe(409);
    const message = 'The caption of an approved image is not generated again.';
    expect(body).toMatchObject({ code: 'IMAGE_APPROVED', message });
    const [now] = await imagesOf(system.staff, image.momentId);
    expect(now).toMatchObject({ ...CAPTION, status: 'approved', captionProvider: null });
  });

  it('answers 409 to a waiting request when staff wrote the caption meanwhile', async () => {
    const { image, open, answer } = await rewriting();
    const ours = { title: 'Ours', description: 'Our text', exifKeywords: 'ours', geoAltDescription: 'Our place' };
    await edit(image.id, ours);
    open();
    const { status, body } = await answer;
    expect(status).toBe(409);
    const message = 'The caption was edited meanwhile, so the new one was dropped.';
    expect(body).toMatchObject({ code: 'IMAGE_CHANGED', message });
    expect((await imagesOf(system.staff, image.momentId))[0]).toMatchObject(ours);
  });

  it('answers 409 to a waiting request when the picture keeps being replaced', async () => {
    const { image, open, answer } = await rewriting();
    const gates = [createGate(), createGate()];
    system.ai.next(...gates.map(({ opened }) => ({ until: opened })));
    for (const [index, gate] of [{ open }, ...gates].entries()) {
      await system.ai.received(index + 1);
      const path = `/api/images/${image.id}/replace`;
      const picture = { filename: `new-${index}.jpg`, contentType: 'image/jpeg' };
      await system.staff
        .post(path)
        .attach('image', await jpeg(), picture)
        .expect(200);
      gate.open();
    }
    const { status, body } = await answer;
    expect(status).toBe(409);
    const message = 'The picture was replaced again and again while its caption was drafted.';
    expect(body).toMatchObject({ code: 'IMAGE_CHANGED', message });
  });

  it('keeps the rejection that came meanwhile', async () => {
    const { moment, images, open } = await thinking(1);
    const feedback = 'Too dark';
    await system.app.visitor().post(`/api/images/${images[0]!.id}/reject`).send({ feedback }).expect(200);
    open();
    await endedRun(system.staff, moment.id);
    const [image] = await imagesOf(system.staff, moment.id);
    expect(image).toMatchObject({ status: 'rejected', feedback });
    expect(image!.title).toMatch(/^Caption of picture/);
  });

  it('calls the AI again with the new picture when it was replaced meanwhile', async () => {
    const { moment, images, open } = await thinking(2);
    const path = `/api/images/${images[0]!.id}/replace`;
    await system.staff.post(path).attach('image', await jpeg(), { filename: 'new.jpg', contentType: 'image/jpeg' });
    open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 2, done: 2 });
    expect(system.ai.requests.map(({ fileName }) => fileName)).toEqual(['IMG_1000.jpg', 'new.jpg', 'IMG_1001.jpg']);
    const [image] = await imagesOf(system.staff, moment.id);
    expect(image!.title).toBe(`Caption of picture ${system.ai.requests[1]!.picture!.hash.slice(0, 8)}`);
  });

  it('does not report the failure of the old picture for the new one', async () => {
    const { moment, images } = await createMomentWithImages(system.staff, 1);
    const gate = createGate();
    system.ai.next({ until: gate.opened, next: { refusal: 'no' } });
    await generate(system.staff, moment.id);
    await system.ai.received(1);
    const path = `/api/images/${images[0]!.id}/replace`;
    await system.staff.post(path).attach('image', await jpeg(), { filename: 'new.jpg', contentType: 'image/jpeg' });
    gate.open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({
      state: 'completed',
      total: 1,
      done: 1,
      errors: [],
    });
    expect(system.ai.requests.map(({ fileName }) => fileName)).toEqual(['IMG_1000.jpg', 'new.jpg']);
  });

  it('no longer counts a deleted image, and continues with the next one', async () => {
    const { moment, images, runId, open } = await thinking(3);
    await system.staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    await system.staff.delete(`/api/images/${images[1]!.id}`).expect(204);
    open();
    const run = await endedRun(system.staff, moment.id);
    expect(run).toMatchObject({ runId, state: 'completed', total: 1, done: 1, failed: 0, errors: [] });
    expect(system.ai.requests.map(({ fileName }) => fileName)).toEqual(['IMG_1000.jpg', 'IMG_1002.jpg']);
  });

  it('answers 404 to a waiting request when the image was deleted meanwhile', async () => {
    const { image, open, answer } = await rewriting();
    await system.staff.delete(`/api/images/${image.id}`).expect(204);
    open();
    const { status, body } = await answer;
    expect(status).toBe(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'Image not found' });
  });

  it('leaves out an image that staff captioned by hand before its turn', async () => {
    const { moment, images, open } = await thinking(3);
    await edit(images[1]!.id, CAPTION);
    open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 2, done: 2 });
    expect((await imagesOf(system.staff, moment.id))[1]).toMatchObject(CAPTION);
    expect(system.ai.timesAsked('IMG_1001.jpg')).toBe(0);
  });

  it('continues with other moments when this one was deleted with its client', async () => {
    const client = await createClient(system.staff);
    const { moment, open } = await thinking(3, { clientId: client.id });
    await system.staff.delete(`/api/clients/${client.id}`).expect(204);
    open();
    await system.staff.get(`/api/moments/${moment.id}/caption-run`).expect(404);
    const { moment: other } = await createMomentWithImages(system.staff, 1);
    await generate(system.staff, other.id);
    expect(await endedRun(system.staff, other.id)).toMatchObject({ state: 'completed', done: 1 });
    expect(system.ai.requests.map(({ fileName }) => fileName)).toEqual(['IMG_1000.jpg', 'IMG_1000.jpg']);
  });

  it('returns the active run, also if an image was added meanwhile', async () => {
    const { moment, runId, open } = await thinking(2);
    expect(await generate(system.staff, moment.id)).toEqual({ runId, total: 2 });
    expect(await captionRun(system.staff, moment.id)).toMatchObject({ runId, state: 'running' });
    open();
    await endedRun(system.staff, moment.id);
    expect(system.ai.requests).toHaveLength(2);
  });

  it('sends the AI picture created at upload, and recreates it when missing, as for images of earlier versions', async () => {
    const { images } = await createMomentWithImages(system.staff, 1);
    const path = join(system.app.dataDir, images[0]!.previewUrl.replace('preview.webp', 'ai.jpg'));
    const made = await readFile(path);
    const regenerate = () => system.staff.post(`/api/images/${images[0]!.id}/regenerate`).expect(200);
    await regenerate();
    await rm(path);
    await regenerate();
    const [first, second] = system.ai.requests.map(({ picture }) => picture!.jpeg);
    expect(first).toEqual(made);
    const { format, width, height } = await sharp(made).metadata();
    expect(await sharp(second).metadata()).toMatchObject({ format, width, height });
  });

  it('reports an image whose file is missing, and continues', async () => {
    const { moment, images } = await createMomentWithImages(system.staff, 2);
    const folder = /images\/[\da-f-]{36}/.exec(images[0]!.imageUrl)![0];
    await rm(join(system.app.dataDir, 'media', folder), { recursive: true });
    await generate(system.staff, moment.id);
    const run = await endedRun(system.staff, moment.id);
    expect(run).toMatchObject({ state: 'completed', done: 1, failed: 1 });
    const message = 'The file of IMG_1000.jpg is missing in the storage; please replace the image.';
    expect(run.errors).toEqual([{ imageId: images[0]!.id, message, detail: '' }]);
    const { body } = await system.staff.post(`/api/images/${images[0]!.id}/regenerate`).expect(422);
    expect(body).toMatchObject({ code: 'NOTHING_TO_WRITE', message });
  });

  it('writes a caption with characters that the database does not know', async () => {
    const { moment } = await createMomentWithImages(system.staff, 1);
    system.ai.always({
      answer: () => ({
        title: 'A\u0000 title',
        description: 'Nothing\u0000 but a description of what the picture shows.',
        exifKeywords: ['one', 'two', 'three', 'four\u0000', 'five'],
        geoAltDescription: 'A\ud800 picture of something',
      }),
    });
    await generate(system.staff, moment.id);
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', done: 1, errors: [] });
  });
});

describe('with several images of a moment in parallel', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL', { CAPTIONS_PER_MOMENT: '3' });
    await system.app.startWorker();
  });
  afterAll(() => system.close());
  beforeEach(() => system.ai.reset());

  it('captions as many in parallel as allowed, in order and once each', async () => {
    const { moment } = await createMomentWithImages(system.staff, 7);
    const delayMs = 200;
    system.ai.always({ delayMs });
    await generate(system.staff, moment.id);
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 7, done: 7 });
    const { requests } = system.ai;
    expect(requests).toHaveLength(7);
    expect(new Set(requests.map(({ fileName }) => fileName)).size).toBe(7);
    const times = requests.map(({ time }) => time);
    for (const [index, time] of times.slice(3).entries())
      expect(time - times[index]!).toBeGreaterThanOrEqual(delayMs - 5);
    const firstThree = requests.slice(0, 3).map(({ fileName }) => fileName);
    expect(firstThree.toSorted()).toEqual(['IMG_1000.jpg', 'IMG_1001.jpg', 'IMG_1002.jpg']);
  });

  it('counts each image as soon as it is done, without waiting for the others', async () => {
    const { moment } = await createMomentWithImages(system.staff, 5);
    const gate = createGate();
    system.ai.next({ until: gate.opened }, { refusal: 'no' });
    await generate(system.staff, moment.id);
    await system.ai.received(5);
    gate.open();
    expect(await endedRun(system.staff, moment.id)).toMatchObject({ state: 'completed', total: 5, done: 4, failed: 1 });
    expect(system.ai.requests).toHaveLength(5);
  });
});
