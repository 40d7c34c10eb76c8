import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { appendNote } from '../../test/append-note.js';
import { CAPTION, createClient, createMoment, createMomentWithImages } from '../../test/factories.js';
import type { MomentListItem } from '../contract/moments.js';

describe('a moment in the list', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  async function listed(id: string, query: object = {}): Promise<MomentListItem> {
    const { body } = await staff.get('/api/moments').query(query).expect(200);
    return (body as MomentListItem[]).find((moment) => moment.id === id)!;
  }

  it('is an empty draft without cover at first', async () => {
    const { id, createdAt } = await createMoment(staff);
    expect(await listed(id)).toMatchObject({
      coverUrl: null,
      imageCount: 0,
      dueOn: null,
      daysLeft: null,
      approvedCount: 0,
      rejectedCount: 0,
      lastActivity: { action: 'moment.created', at: createdAt },
      run: null,
    });
  });

  it('has its first image as cover, also after that one was deleted', async () => {
    const { moment, images } = await createMomentWithImages(staff, 3);
    expect((await listed(moment.id)).coverUrl).toBe(images[0]!.thumbnailUrl);
    await staff.delete(`/api/images/${images[0]!.id}`).expect(204);
    expect(await listed(moment.id)).toMatchObject({
      coverUrl: images[1]!.thumbnailUrl,
      lastActivity: { action: 'image.deleted' },
    });
  });

  it('counts decisions, and says what happened last and when', async () => {
    const { moment, images } = await createMomentWithImages(staff, 3);
    const last = async () => (await listed(moment.id)).lastActivity.action;
    expect(await last()).toBe('image.uploaded');
    await staff.patch(`/api/images/${images[0]!.id}`).send(CAPTION).expect(200);
    expect(await last()).toBe('image.edited');
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    expect(await last()).toBe('moment.shared');
    await app.visitor().post(`/api/public/${moment.id}/opened`);
    expect(await last()).toBe('moment.opened');
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).send({});
    await app.visitor().post(`/api/images/${images[1]!.id}/reject`).send({ feedback: 'Too dark' });
    const { lastActivity, ...row } = await listed(moment.id);
    expect(row).toMatchObject({ status: 'rejected', imageCount: 3, approvedCount: 1, rejectedCount: 1 });
    const history = await staff.get(`/api/moments/${moment.id}/history`).expect(200);
    expect(lastActivity).toEqual({ action: 'image.rejected', at: history.body[0].at });
    await appendNote(app, moment.id, images[1]!.id);
    expect((await listed(moment.id)).lastActivity).toEqual(lastActivity);
  });

  it('holds the counts of its caption run while it is going on, and nothing of those that ended', async () => {
    const { id } = await createMoment(staff);
    const insert = (state: string, total: number) =>
      app.db.query(
        `INSERT INTO runs ("kind", "subjectId", "state", "total", "done", "failed", "leasedUntil")
         VALUES ('captions', $1, $2, $3, 2, 1, now() + interval '1 hour') RETURNING "id"`,
        [id, state, total],
      );
    await insert('completed', 9);
    expect((await listed(id)).run).toBeNull();
    await insert('running', 1);
    const [{ id: runId }] = await insert('running', 10);
    expect((await listed(id)).run).toEqual({ runId, total: 10, done: 2, failed: 1 });
  });

  it('holds the same in a search and in every order', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Quince & Co' });
    const { moment } = await createMomentWithImages(staff, 1, { clientId, title: 'Quinces' });
    const row = await listed(moment.id);
    for (const query of [{ search: 'quince' }, { search: 'Quince & Co', limit: 5 }, { sort: 'title' }, { clientId }])
      expect(await listed(moment.id, query)).toEqual(row);
  });
});
