import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { createClient, createMomentWithImages } from '../../test/factories.js';

describe('what happens to a client', () => {
  let app: TestApp;
  let staff: Agent;
  let grace: Awaited<ReturnType<typeof addColleague>>;
  let clientId: string;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    grace = await addColleague(app, { role: 'editor' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await app.db.query('DELETE FROM clients');
    for (const agent of [staff, grace])
      await agent.patch('/api/user/notifications').send({ notify: 'at_once', about: 'all' }).expect(200);
    clientId = (await createClient(staff)).id;
  });

  const own = (ownerId: string | null) => staff.patch(`/api/clients/${clientId}`).send({ ownerId }).expect(200);
  const unread = async (agent: Agent): Promise<number> =>
    (await agent.get('/api/notifications/unread').expect(200)).body.count;
  /** Whether the first member of staff and Grace are notified. */
  const notified = async (): Promise<[boolean, boolean]> => {
    await app.db.query('DELETE FROM notifications');
    const { images } = await createMomentWithImages(staff, 1, { clientId });
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
    await app.notify();
    return [(await unread(staff)) > 0, (await unread(grace)) > 0];
  };

  it('notifies everybody while nobody is responsible', async () => {
    expect(await notified()).toEqual([true, true]);
  });

  it('notifies whoever is responsible for the client, and nobody else', async () => {
    await own(grace.userId);
    expect(await notified()).toEqual([false, true]);
    await own(null);
    expect(await notified()).toEqual([true, true]);
  });

  it('notifies those who follow the client as well', async () => {
    await own(grace.userId);
    await staff.post(`/api/clients/${clientId}/follow`).expect(204);
    expect(await notified()).toEqual([true, true]);
  });

  it('notifies whoever is responsible, also if they want only what they follow of other clients', async () => {
    await grace.patch('/api/user/notifications').send({ about: 'followed' }).expect(200);
    expect(await notified()).toEqual([true, false]);
    await own(grace.userId);
    expect(await notified()).toEqual([false, true]);
  });

  it('does not notify whoever is responsible and wants nothing', async () => {
    await grace.patch('/api/user/notifications').send({ notify: 'off' }).expect(200);
    await own(grace.userId);
    expect(await notified()).toEqual([false, false]);
  });
});
