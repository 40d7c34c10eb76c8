import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Agent, TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createClient, createMomentWithImages, createSuggestedOptimization } from '../../test/factories.js';
import { connectLive, sessionCookie, waitForEvent } from '../../test/live.js';
import { startSystem, type System } from '../../test/system.js';
import type { ImageView } from '../contract/images.js';
import type { NotificationSettings, NotificationView } from '../contract/notifications.js';

const PASSWORD = 'another long password';
const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('notifications', () => {
  let system: System;
  let app: TestApp;
  let staff: Agent;
  let grace: Agent;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    ({ app, staff } = system);
    const colleague = { email: 'grace@example.com', password: PASSWORD, name: 'Grace' };
    await staff.post('/api/register').send(colleague).expect(201);
    grace = app.visitor();
    await grace.post('/api/login').send({ email: colleague.email, password: PASSWORD }).expect(200);
  });
  beforeEach(async () => {
    await app.notify();
    await app.db.query('DELETE FROM notifications');
  });
  afterAll(() => system.close());

  const list = async (agent: Agent, query = {}): Promise<NotificationView[]> => {
    await app.notify();
    return (await agent.get('/api/notifications').query(query).expect(200)).body;
  };
  const unread = async (agent: Agent): Promise<number> => {
    await app.notify();
    return (await agent.get('/api/notifications/unread').expect(200)).body.count;
  };
  const approve = ({ id }: ImageView, by = app.visitor()) => by.post(`/api/images/${id}/approve`).expect(200);
  const reject = ({ id }: ImageView, feedback: string) =>
    app.visitor().post(`/api/images/${id}/reject`).send({ feedback }).expect(200);
  const undo = ({ id }: ImageView) => app.visitor().post(`/api/images/${id}/decision/undo`).expect(200);
  const open = (momentId: string) => app.visitor().post(`/api/public/${momentId}/opened`).expect(204);
  const set = async (agent: Agent, body: object): Promise<NotificationSettings> =>
    (await agent.patch('/api/user/notifications').send(body).expect(200)).body;

  it('puts the decisions on one moment into one entry, with the client’s words about each photo', async () => {
    const client = await createClient(staff, { business: 'Harbor Dental' });
    const { moment, images } = await createMomentWithImages(staff, 4, { clientId: client.id });
    await open(moment.id);
    expect(await list(staff)).toMatchObject([{ kind: 'opened', decided: 0, total: 4 }]);
    await approve(images[0]!);
    await reject(images[1]!, 'These pots were thrown out');
    await reject(images[3]!, 'The old number');
    const expected: NotificationView = {
      id: expect.any(String) as unknown as string,
      kind: 'decisions',
      at: expect.any(String) as unknown as string,
      isRead: false,
      momentId: moment.id,
      optimizationId: null,
      title: moment.title,
      client: { id: client.id, business: 'Harbor Dental' },
      coverUrl: images[0]!.thumbnailUrl,
      people: [],
      approved: 1,
      rejected: 2,
      unanswered: 2,
      decided: 3,
      total: 4,
      words: [[images[3]!, 4, 'The old number'] as const, [images[1]!, 2, 'These pots were thrown out'] as const].map(
        ([{ id: imageId, thumbnailUrl }, position, feedback]) => ({
          imageId,
          section: null,
          position,
          thumbnailUrl,
          feedback,
        }),
      ),
      failed: 0,
      note: '',
    };
    expect(await list(staff)).toEqual([expected]);
    expect(await list(grace)).toEqual([expected]);
    await staff.post(`/api/images/${images[1]!.id}/resubmit`).expect(200);
    expect(await list(staff)).toMatchObject([{ rejected: 2, unanswered: 1, decided: 2 }]);
  });

  it('begins a new entry once the last one was read, and says when all is approved', async () => {
    const { images } = await createMomentWithImages(staff, 3);
    await reject(images[0]!, 'Too dark');
    const [first] = await list(staff);
    await staff.post(`/api/notifications/${first!.id}/read`).expect(204);
    await staff.post(`/api/images/${images[0]!.id}/resubmit`).expect(200);
    for (const image of images) await approve(image);
    const entries = await list(staff);
    expect(entries.map(({ kind, isRead, approved, rejected }) => ({ kind, isRead, approved, rejected }))).toEqual([
      { kind: 'approved', isRead: false, approved: 3, rejected: 0 },
      { kind: 'decisions', isRead: true, approved: 0, rejected: 1 },
    ]);
    expect(entries[1]!.id).toBe(first!.id);
    // Grace has read nothing: each photo counts once, as it was decided last.
    expect(await list(grace)).toMatchObject([{ kind: 'approved', approved: 3, rejected: 0, words: [] }]);
    expect([await unread(staff), await unread(grace)]).toEqual([1, 1]);
  });

  it('notifies about sections as well', async () => {
    const { id, publicLink } = await createSuggestedOptimization(staff);
    const decide = (section: string, body: object) =>
      app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/approve/${section}`).send(body).expect(200);
    await decide('services', { status: 'approved' });
    await decide('description', { status: 'rejected', feedback: 'No braces' });
    const words = [
      { imageId: null, section: 'description', position: null, thumbnailUrl: null, feedback: 'No braces' },
    ];
    expect(await list(staff)).toMatchObject([
      { kind: 'decisions', momentId: null, optimizationId: id, approved: 1, rejected: 1, decided: 2, total: 5, words },
    ]);
  });

  it('notifies that the reviewer is done, with what was decided and the note', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    await reject(images[0]!, 'Too dark');
    await app.visitor().post(`/api/public/${moment.id}/done`).send({ note: 'The rest on Friday' }).expect(204);
    expect(await list(staff)).toMatchObject([{ kind: 'done', rejected: 1, note: 'The rest on Friday' }]);
    await undo(images[0]!);
    expect(await list(staff)).toMatchObject([{ kind: 'done', rejected: 0, note: 'The rest on Friday' }]);
  });

  it('does not notify staff of their own decisions, and names their maker to colleagues', async () => {
    const { images } = await createMomentWithImages(staff, 1);
    await approve(images[0]!, staff);
    expect(await list(staff)).toEqual([]);
    expect(await list(grace)).toMatchObject([{ kind: 'approved', people: ['Ada'] }]);
  });

  it('removes an undone decision from the notification', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    await approve(images[0]!);
    await undo(images[0]!);
    expect(await list(staff)).toEqual([]);
    await open(moment.id);
    expect(await list(staff)).toEqual([]);
    const other = await createMomentWithImages(staff, 2);
    await open(other.moment.id);
    for (const image of other.images) await approve(image);
    await undo(other.images[1]!);
    expect(await list(staff)).toMatchObject([{ kind: 'decisions', approved: 1, rejected: 0 }]);
    await undo(other.images[0]!);
    expect(await list(staff)).toMatchObject([{ kind: 'opened', approved: 0, rejected: 0 }]);
  });

  it('marks one or all as read and unread, and merges them with what came since', async () => {
    const { images } = await createMomentWithImages(staff, 3);
    await createMomentWithImages(staff, 1).then(({ images: [image] }) => approve(image!));
    await reject(images[0]!, 'Too dark');
    const [{ id }] = (await list(staff)) as [NotificationView];
    await staff.post(`/api/notifications/${id}/read`).expect(204);
    await staff.post(`/api/notifications/${id}/unread`).expect(204);
    expect(await unread(staff)).toBe(2);
    await staff.post('/api/notifications/read-all').expect(204);
    expect([await unread(staff), await unread(grace)]).toEqual([0, 2]);
    await approve(images[1]!);
    expect(await list(staff, { unread: true })).toMatchObject([{ approved: 1, rejected: 0 }]);
    await staff.post(`/api/notifications/${id}/unread`).expect(204);
    expect(await list(staff)).toMatchObject([{ approved: 1, rejected: 1, isRead: false }, { isRead: true }]);
    const page = await staff.get('/api/notifications').query({ limit: 1, offset: 1 }).expect(200);
    expect([page.body.length, page.get('X-Total-Count')]).toEqual([1, '2']);
    for (const action of ['read', 'unread']) {
      await grace.post(`/api/notifications/${id}/${action}`).expect(404);
      await staff.post(`/api/notifications/${UNKNOWN_ID}/${action}`).expect(404);
    }
  });

  it('notifies everybody as they want', async () => {
    const { moment, images } = await createMomentWithImages(staff, 3);
    const { clientId } = moment;
    const first = { notify: 'daily', followedAtOnce: true, follows: [] };
    expect((await grace.get('/api/user/notifications')).body).toEqual({ ...first, about: 'all' });
    expect(await set(grace, { about: 'followed' })).toEqual({ ...first, about: 'followed' });
    expect(await set(grace, { followedAtOnce: false })).toMatchObject({ followedAtOnce: false });
    await approve(images[0]!);
    expect([await unread(staff), await unread(grace)]).toEqual([1, 0]);
    await grace.post(`/api/clients/${clientId}/follow`).expect(204);
    await grace.post(`/api/clients/${clientId}/follow`).expect(204);
    await approve(images[1]!);
    expect(await list(grace)).toMatchObject([{ approved: 1 }]);
    expect(await set(grace, { notify: 'off' })).toMatchObject({
      notify: 'off',
      about: 'followed',
      follows: [clientId],
    });
    await approve(images[2]!);
    expect(await list(grace)).toMatchObject([{ approved: 1 }]);
    await grace.delete(`/api/clients/${clientId}/follow`).expect(204);
    expect(await set(grace, { notify: 'daily', about: 'all' })).toMatchObject({ notify: 'daily', follows: [] });
    for (const call of [grace.post(`/api/clients/${UNKNOWN_ID}/follow`), grace.delete('/api/clients/1/follow')]) {
      expect((await call).status).toBe(404);
    }
    const { body } = await grace.patch('/api/user/notifications').send({ notify: 'hourly' }).expect(400);
    expect(body.message).toBe('notify must be one of: at_once, daily, off');
    await set(grace, { notify: 'at_once' });
  });

  it('removes notifications with the moment that they are about', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await approve(images[0]!);
    await unread(staff);
    await staff.delete(`/api/moments/${moment.id}`).expect(204);
    expect([await list(staff), await unread(grace)]).toEqual([[], 0]);
  });

  it('sends the event only to those whose own notifications changed', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2);
    await set(grace, { notify: 'off' });
    const login = await app.visitor().post('/api/login').send({ email: 'grace@example.com', password: PASSWORD });
    const cookies = [await sessionCookie(app), login.get('Set-Cookie')![0]!.split(';')[0]!];
    const [own, colleague] = await Promise.all(cookies.map((Cookie) => connectLive(app, { Cookie })));
    const visitor = await connectLive(app);
    try {
      expect(await visitor.watch({ momentId: moment.id })).toEqual({ ok: true });
      await approve(images[0]!);
      await waitForEvent(own!, 'notifications.changed');
      for (const live of [colleague!, visitor]) {
        await waitForEvent(live, 'image.changed');
        await live.flush();
        expect(live.all('notifications.changed')).toEqual([]);
      }
      expect(own!.all('notifications.changed')).toEqual([{ id: 'notifications' }]);
    } finally {
      for (const { socket } of [own!, colleague!, visitor]) socket.disconnect();
      await set(grace, { notify: 'at_once' });
    }
  });

  it('notifies of captions that failed, and why', async () => {
    const { moment } = await createMomentWithImages(staff, 2);
    await app.startWorker();
    system.ai.always({ status: 401, message: 'Incorrect API key provided' });
    await staff.post(`/api/moments/${moment.id}/generate-captions`).expect(202);
    await eventually(async () =>
      expect(await list(staff)).toMatchObject([{ kind: 'failed', failed: 2, note: expect.stringMatching(/\w/) }]),
    );
  });

  it('keeps a limited number of notifications for each person', async () => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await app.db.query(
      `INSERT INTO notifications ("userId", "reviewId", "topic", "kind", "readAt")
       SELECT "id", $1, 'run', 'failed', now() FROM users, generate_series(1, 600) WHERE "name" = 'Grace'`,
      [moment.id],
    );
    await approve(images[0]!);
    await app.notify();
    await app.startWorker();
    await eventually(async () => {
      const { body, headers } = await grace.get('/api/notifications').query({ limit: 1 }).expect(200);
      expect([body[0].kind, headers['x-total-count']]).toEqual(['approved', '500']);
    });
    expect(await unread(staff)).toBe(1);
  });
});
