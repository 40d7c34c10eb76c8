import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import { createAgency, createClient } from '../../test/factories.js';
import { connectLive, sessionCookie } from '../../test/live.js';
import type { MemberView } from '../contract/auth.js';
import type { ClientView } from '../contract/clients.js';

describe('the clients of somebody who is removed', () => {
  let app: TestApp;
  let staff: Agent;
  let ada: MemberView;
  let agencyId: string;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    ada = (await staff.get('/api/user')).body;
    agencyId = (await createAgency(staff)).id;
  });
  afterAll(() => app.close());

  const get = async (id: string): Promise<ClientView> => (await staff.get(`/api/clients/${id}`).expect(200)).body;
  const ownerId = async (id: string) => (await get(id)).owner?.id ?? null;
  const remove = (id: string, handOverTo?: string) => staff.delete(`/api/users/${id}`).query({ handOverTo });
  const called = async (name: string, rights = {}) => {
    const colleague = await addColleague(app, rights);
    await colleague.patch('/api/user').send({ name }).expect(200);
    return colleague;
  };

  /** Somebody with a client of the agency, and one without an agency. */
  async function withClients(): Promise<{ userId: string; ofAgency: string; other: string }> {
    const { userId } = await called('Theo');
    const ofAgency = (await createClient(staff, { agencyId, ownerId: userId })).id;
    const other = (await createClient(staff, { ownerId: userId })).id;
    return { userId, ofAgency, other };
  }

  it('go to the colleague who takes over, as an edit of each', async () => {
    const { userId, ofAgency, other } = await withClients();
    const live = await connectLive(app, { Cookie: await sessionCookie(app) });
    await remove(userId, ada.id).expect(204);
    await live.flush();
    expect(
      live
        .all('client.changed')
        .map(({ id }) => id)
        .toSorted(),
    ).toEqual([ofAgency, other].toSorted());
    expect(live.all('user.changed')).toContainEqual({ id: ada.id });
    live.socket.disconnect();
    expect(await get(ofAgency)).toMatchObject({ owner: { id: ada.id }, revision: 2, editor: ada.name });
    expect(await ownerId(other)).toBe(ada.id);
  });

  it('go to nobody without one', async () => {
    const { userId, ofAgency, other } = await withClients();
    await remove(userId).expect(204);
    expect([await ownerId(ofAgency), await ownerId(other)]).toEqual([null, null]);
  });

  it('go to nobody who does not see all of them, and stay', async () => {
    const { userId, ofAgency, other } = await withClients();
    const jonas = await called('Jonas', { role: 'manager', agencyIds: [agencyId] });
    const { body } = await remove(userId, jonas.userId).expect(400);
    expect(body.details).toEqual([
      {
        field: 'handOverTo',
        message:
          'handOverTo names Jonas, who does not see 1 of the 2 clients of Theo; name somebody who sees all of them, or nobody to leave them to none',
      },
    ]);
    expect([await ownerId(ofAgency), await ownerId(other)]).toEqual([userId, userId]);
    await staff.patch(`/api/clients/${other}`).send({ ownerId: null }).expect(200);
    await remove(userId, jonas.userId).expect(204);
    expect(await ownerId(ofAgency)).toBe(jonas.userId);
  });

  it('go to another member of staff alone', async () => {
    const { userId, other } = await withClients();
    for (const id of [userId, randomUUID()]) {
      const message = `handOverTo names ${id}, which is not the id of another member of staff`;
      expect((await remove(userId, id).expect(400)).body.details).toEqual([{ field: 'handOverTo', message }]);
    }
    await staff.delete(`/api/users/${userId}`).query({ handOverTo: 'ada' }).expect(400);
    expect(await ownerId(other)).toBe(userId);
  });

  it('never stay with somebody who is gone or does not see them, while two admins remove and assign at once', async () => {
    for (let round = 0; round < 6; round++) {
      const { userId, ofAgency, other } = await withClients();
      const successor = await called('Jonas', { role: 'manager', agencyIds: [agencyId] });
      const third = await createClient(staff, { agencyId });
      const answers = await Promise.all([
        staff.patch(`/api/clients/${other}`).send({ ownerId: null }),
        remove(userId, successor.userId),
        remove(successor.userId, userId),
        staff.patch(`/api/clients/${third.id}`).send({ ownerId: userId }),
        staff.patch(`/api/clients/${third.id}`).send({ ownerId: successor.userId }),
        remove(userId, ada.id),
      ]);
      for (const { status } of answers) expect([200, 204, 400, 404]).toContain(status);
      const team = new Map(((await staff.get('/api/users')).body as MemberView[]).map((one) => [one.id, one]));
      for (const id of [ofAgency, other, third.id]) {
        const client = await get(id);
        if (!client.owner) continue;
        const { scope } = team.get(client.owner.id)!;
        const isSeen = scope === 'all' || scope.agencies.some((agency) => agency.id === client.agencyId);
        expect(isSeen).toBe(true);
      }
    }
  });
});
