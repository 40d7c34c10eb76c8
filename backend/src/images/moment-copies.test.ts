import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { CAPTION, createMoment, createMomentWithImages } from '../../test/factories.js';
import { filesOf } from '../../test/files.js';
import { staffSocket } from '../../test/staff-socket.js';
import type { ImageView } from '../contract/images.js';
import type { MomentView } from '../contract/moments.js';

describe('duplicating a moment', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    await app.startWorker();
  });
  afterAll(() => app.close());

  const duplicate = async (id: string, body: object = {}): Promise<MomentView> =>
    (await staff.post(`/api/moments/${id}/duplicate`).send(body).expect(201)).body;
  const imagesOf = async (id: string): Promise<ImageView[]> =>
    (await staff.get(`/api/moments/${id}/images`).expect(200)).body;
  const bytesOf = async (path: string): Promise<Buffer> =>
    (await app.visitor().get(path).buffer(true).expect(200)).body as Buffer;
  /** Waits until the worker has removed all files that no image shows. */
  const expectNoOrphans = (): Promise<void> =>
    eventually(async () => {
      const rows: { fileId: string }[] = await app.db.query('SELECT "fileId" FROM images');
      const shown = new Set(rows.map(({ fileId }) => fileId));
      expect((await filesOf(app)).filter((path) => !shown.has(path.split('/').at(-2)!))).toEqual([]);
    });

  it('copies photos, captions and order, without decisions, feedback or a shared link', async () => {
    const { moment, images } = await createMomentWithImages(staff, 3, { title: 'Spring' });
    const [first, second, third] = images.map(({ id }) => id) as [string, string, string];
    await staff
      .patch(`/api/images/${first}`)
      .send({ ...CAPTION, address: 'Rua Augusta 1' })
      .expect(200);
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await app.visitor().post(`/api/images/${first}/approve`).send({}).expect(200);
    await app.visitor().post(`/api/images/${second}/reject`).send({ feedback: 'Too dark' }).expect(200);
    await staff
      .put(`/api/moments/${moment.id}/order`)
      .send({ imageIds: [third, first, second] })
      .expect(200);
    const copy = await duplicate(moment.id);
    expect(copy).toMatchObject({
      title: 'Spring (copy)',
      clientId: moment.clientId,
      status: 'draft',
      imageCount: 3,
      sharedAt: null,
    });
    const [originals, copies] = [await imagesOf(moment.id), await imagesOf(copy.id)];
    expect(copies.map(({ fileName }) => fileName)).toEqual(originals.map(({ fileName }) => fileName));
    expect(copies[1]).toMatchObject({ ...CAPTION, address: 'Rua Augusta 1', status: 'pending', version: 1 });
    expect(copies.map(({ status, feedback }) => [status, feedback])).toEqual(originals.map(() => ['pending', '']));
    for (const [index, image] of copies.entries()) {
      expect(image.imageUrl).not.toBe(originals[index]!.imageUrl);
      for (const url of ['imageUrl', 'previewUrl', 'thumbnailUrl'] as const) {
        expect((await bytesOf(image[url])).equals(await bytesOf(originals[index]![url]))).toBe(true);
      }
    }
    const { body: history } = await staff.get(`/api/moments/${copy.id}/history`).expect(200);
    expect(history).toEqual([
      expect.objectContaining({
        action: 'moment.duplicated',
        actorName: 'Ada',
        changes: { title: { from: 'Spring', to: 'Spring (copy)' } },
      }),
    ]);
  });

  it('leaves the copy whole when the original is deleted', async () => {
    const { moment } = await createMomentWithImages(staff, 1);
    const copy = await duplicate(moment.id, { title: 'Autumn' });
    expect(copy.title).toBe('Autumn');
    await staff.delete(`/api/moments/${moment.id}`).expect(204);
    await expectNoOrphans();
    for (const image of await imagesOf(copy.id)) expect((await bytesOf(image.imageUrl)).length).toBeGreaterThan(0);
  });

  it('a copy counts as captioned when its images are, and is published to staff', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
    const { received, close } = await staffSocket(app);
    const copy = await duplicate(moment.id);
    expect(copy.status).toBe('generated');
    await eventually(() => {
      expect(received).toContainEqual({ name: 'moment.changed', payload: copy });
      expect(received).toContainEqual({ name: 'client.changed', payload: { id: moment.clientId } });
    });
    close();
  });

  it('cuts the title so that the copy’s is no longer than a title may be', async () => {
    const moment = await createMoment(staff, { title: '🌷'.repeat(200) });
    const { title } = await duplicate(moment.id);
    expect([...title]).toHaveLength(200);
    expect(title).toMatch(/🌷 \(copy\)$/u);
  });

  it('copies nothing when a file is missing, and leaves no file behind', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    const lost = images[1]!;
    await rm(join(app.dataDir, lost.previewUrl));
    const { body } = await staff.post(`/api/moments/${moment.id}/duplicate`).send({}).expect(409);
    expect(body.code).toBe('FILE_MISSING');
    expect(body.message).toContain(lost.fileName);
    const { body: moments } = await staff.get('/api/moments').query({ clientId: moment.clientId }).expect(200);
    expect(moments).toHaveLength(1);
    await expectNoOrphans();
  });

  it('records each new folder before a file is in it, and removes the record only with the commit', async () => {
    const { moment } = await createMomentWithImages(staff, 1);
    // Holds the last step, as if the process died before it.
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT FROM moments WHERE "id" = $1 FOR UPDATE', [moment.id]);
    const copying = staff
      .post(`/api/moments/${moment.id}/duplicate`)
      .send({})
      .then((response) => response);
    const reserved = `SELECT "folder" FROM deletions WHERE "notBefore" > now() + interval '50 minutes'`;
    await eventually(async () => {
      const [row] = (await holder.query(reserved)).rows as { folder: string }[];
      expect((await filesOf(app)).filter((path) => path.includes(row!.folder))).toHaveLength(4);
    });
    await holder.query('ROLLBACK');
    await holder.end();
    expect((await copying).status).toBe(201);
    expect(await app.db.query(reserved)).toEqual([]);
  });

  describe('with an Idempotency-Key', () => {
    const repeat = (id: string, key: string, body: object = {}) =>
      staff.post(`/api/moments/${id}/duplicate`).set('Idempotency-Key', key).send(body);
    const titlesOf = async (clientId: string): Promise<string[]> =>
      ((await staff.get('/api/moments').query({ clientId }).expect(200)).body as MomentView[])
        .map(({ title }) => title)
        .toSorted();

    it('makes one copy of several attempts, one after the other or at once, and leaves no file behind', async () => {
      const { moment } = await createMomentWithImages(staff, 2, { title: 'Spring' });
      const answers = await Promise.all(Array.from({ length: 3 }, () => repeat(moment.id, 'copy')));
      answers.push(await repeat(moment.id, 'copy'));
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1);
      expect(await titlesOf(moment.clientId)).toEqual(['Spring', 'Spring (copy)']);
      await expectNoOrphans();
    });

    it('makes another copy with another key or none', async () => {
      const moment = await createMoment(staff, { title: 'Spring' });
      for (const key of ['first', 'second']) await repeat(moment.id, key, { title: key }).expect(201);
      await duplicate(moment.id);
      expect(await titlesOf(moment.clientId)).toEqual(['Spring', 'Spring (copy)', 'first', 'second']);
    });

    it('refuses a key of another request, and a malformed one', async () => {
      const moment = await createMoment(staff);
      await repeat(moment.id, 'used', { title: 'One' }).expect(201);
      const { body } = await repeat(moment.id, 'used', { title: 'Two' }).expect(409);
      expect(body.code).toBe('IDEMPOTENCY_KEY_REUSED');
      await repeat(moment.id, 'with a space').expect(400);
      expect(await titlesOf(moment.clientId)).toEqual(['One', moment.title]);
    });
  });

  it('answers 404 for a moment that is not there, and 400 for a title that is too long', async () => {
    const missing = await staff
      .post('/api/moments/00000000-0000-4000-8000-000000000000/duplicate')
      .send({})
      .expect(404);
    expect(missing.body.message).toBe('Moment not found');
    const moment = await createMoment(staff);
    const long = { title: 'x'.repeat(201) };
    const { body } = await staff.post(`/api/moments/${moment.id}/duplicate`).send(long).expect(400);
    expect(body.message).toBe('title must be at most 200 characters');
  });
});
