import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import {
  createAgency,
  createClient,
  createMoment,
  createMomentWithImages,
  createSuggestedOptimization,
} from '../../test/factories.js';
import { connectLive, waitForEvent } from '../../test/live.js';
import type { MemberView } from '../contract/auth.js';
import type { ClientView } from '../contract/clients.js';
import { WORK_KINDS, type WorkView } from '../contract/work.js';

type Colleague = Awaited<ReturnType<typeof addColleague>>;

describe('responsible members of staff', () => {
  let app: TestApp;
  let staff: Agent;
  let ada: MemberView;
  let agencyId: string;
  /** Sees the clients of the agency. */
  let grace: Colleague;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    ada = (await staff.get('/api/user')).body;
    agencyId = (await createAgency(staff)).id;
    grace = await addColleague(app, { role: 'manager', agencyIds: [agencyId] });
    await grace.patch('/api/user').send({ name: 'Grace' }).expect(200);
  });
  afterAll(() => app.close());
  beforeEach(() => app.db.query('DELETE FROM clients'));

  const get = async (id: string, agent: Agent = staff): Promise<ClientView> =>
    (await agent.get(`/api/clients/${id}`).expect(200)).body;
  const change = (id: string, body: object, agent: Agent = staff) => agent.patch(`/api/clients/${id}`).send(body);
  const owner = async (id: string) => (await get(id)).owner;
  const graceView = () => ({ id: grace.userId, name: 'Grace' });
  const memberOf = async (id: string, agent: Agent = staff): Promise<MemberView> =>
    ((await agent.get('/api/users').expect(200)).body as MemberView[]).find((one) => one.id === id)!;

  describe('of a client', () => {
    it('are set as it is created and edited, and taken off again', async () => {
      const client = await createClient(staff, { agencyId, ownerId: grace.userId });
      expect(client).toMatchObject({ owner: graceView(), revision: 1 });
      expect(await get(client.id)).toEqual(client);
      const { body } = await change(client.id, { ownerId: ada.id }).expect(200);
      expect(body).toMatchObject({ owner: { id: ada.id, name: ada.name || ada.email }, revision: 2 });
      expect(await owner((await createClient(staff)).id)).toBeNull();
      expect((await change(client.id, { ownerId: null }).expect(200)).body.owner).toBeNull();
    });

    it('stay where an edit does not name them', async () => {
      const { id } = await createClient(staff, { agencyId, ownerId: grace.userId });
      await change(id, { business: 'Bloom' }).expect(200);
      expect(await owner(id)).toEqual(graceView());
    });

    it('are named in the list, and beside optimizations, by their e-mail while they have no name', async () => {
      const nameless = await addColleague(app, { role: 'viewer' });
      const { id } = await createClient(staff, { ownerId: nameless.userId });
      const view = { id: nameless.userId, name: (await memberOf(nameless.userId)).email };
      expect((await staff.get('/api/clients').expect(200)).body).toMatchObject([{ id, owner: view }]);
      const optimization = await createSuggestedOptimization(staff, { clientId: id });
      const { body } = await staff.get(`/api/gmb-optimizations/${optimization.id}`).expect(200);
      expect(body.client.owner).toEqual(view);
    });

    it('are not taken over an edit of somebody else meanwhile', async () => {
      const { id } = await createClient(staff, { agencyId });
      await change(id, { phone: '112' }).expect(200);
      const { body } = await change(id, { ownerId: grace.userId, revision: 1 }).expect(409);
      expect(body.code).toBe('EDITED_MEANWHILE');
    });

    it('must see it', async () => {
      const outside = await createClient(staff, { business: 'Harbor Dental' });
      const refused = await change(outside.id, { ownerId: grace.userId }).expect(400);
      const message = 'ownerId names Grace, who does not see Harbor Dental: it is outside their scope';
      expect(refused.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field: 'ownerId', message }] });
      expect(await get(outside.id)).toEqual(outside);
      const body = { business: 'Harbor Dental', ownerId: grace.userId };
      expect((await staff.post('/api/clients').send(body).expect(400)).body.details).toEqual([
        { field: 'ownerId', message },
      ]);
      expect((await staff.get('/api/clients')).body).toHaveLength(1);
    });

    it.each([
      ['a stranger', () => randomUUID(), /^ownerId names the member of staff .{36}, who was removed or never existed$/],
      ['no id', () => 'grace', /^ownerId must be the id of an existing record$/],
    ])('are members of staff: %s is refused', async (_what, ownerId, message) => {
      const { body } = await staff.post('/api/clients').send({ business: 'Bloom', ownerId: ownerId() }).expect(400);
      expect(body.details).toEqual([{ field: 'ownerId', message: expect.stringMatching(message) }]);
    });

    it('are nobody once they were removed', async () => {
      const colleague = await addColleague(app, { role: 'viewer' });
      await staff.delete(`/api/users/${colleague.userId}`).expect(204);
      const { body } = await staff.post('/api/clients').send({ business: 'Bloom', ownerId: colleague.userId });
      expect(body.details[0].message).toContain('was removed or never existed');
    });

    it('are set by those alone who manage clients', async () => {
      const { id } = await createClient(staff);
      const editor = await addColleague(app, { role: 'editor' });
      await change(id, { ownerId: editor.userId }, editor).expect(403);
      expect(await owner(id)).toBeNull();
    });

    it('are no part of an import', async () => {
      const clients = [{ business: 'Bloom', ownerId: ada.id }];
      const { body } = await staff.post('/api/client-imports').send({ clients }).expect(400);
      expect(body.details[0].field).toContain('ownerId');
    });

    it('stand in no public answer', async () => {
      const { id } = await createClient(staff, { agencyId, ownerId: grace.userId });
      const { moment } = await createMomentWithImages(staff, 1, { clientId: id });
      const { publicLink } = await createSuggestedOptimization(staff, { clientId: id });
      for (const path of [
        `/api/public/${moment.id}`,
        `/api/public/${moment.id}/images`,
        `/api/gmb-optimizations/public/${publicLink}`,
      ]) {
        const { text } = await app.visitor().get(path).expect(200);
        expect(text).not.toContain(grace.userId);
        expect(text).not.toMatch(/Grace|"owner/);
      }
    });
  });

  describe('lose a client that they do not see any more', () => {
    it('as their scope shrinks', async () => {
      const kept = await createClient(staff, { ownerId: ada.id });
      const colleague = await addColleague(app, { role: 'editor', agencyIds: [agencyId], clientIds: [kept.id] });
      const lost = await createClient(staff, { agencyId, ownerId: colleague.userId });
      await change(kept.id, { ownerId: colleague.userId }).expect(200);
      expect((await memberOf(colleague.userId)).clientCount).toBe(2);
      const scope = { agencyIds: [], clientIds: [kept.id] };
      const { body } = await staff.patch(`/api/users/${colleague.userId}`).send({ scope }).expect(200);
      expect(body.clientCount).toBe(1);
      expect(await get(lost.id)).toMatchObject({ owner: null, revision: lost.revision + 1, editor: ada.name });
      expect((await owner(kept.id))?.id).toBe(colleague.userId);
    });

    it('as the client leaves their agency', async () => {
      const { id } = await createClient(staff, { agencyId, ownerId: grace.userId });
      const other = await createAgency(staff);
      const { body } = await change(id, { agencyId: other.id }).expect(200);
      expect(body).toMatchObject({ agencyId: other.id, owner: null });
      expect(await owner(id)).toBeNull();
    });

    it('which is refused where the same edit names them', async () => {
      const { id } = await createClient(staff, { agencyId, ownerId: grace.userId });
      const { body } = await change(id, { agencyId: null, ownerId: grace.userId }).expect(400);
      expect(body.details[0].field).toBe('ownerId');
      expect(await get(id)).toMatchObject({ agencyId, owner: graceView() });
    });

    it('as their agency is deleted', async () => {
      const other = await createAgency(staff);
      const colleague = await addColleague(app, { role: 'editor', agencyIds: [other.id] });
      const lost = await createClient(staff, { agencyId: other.id, ownerId: colleague.userId });
      const kept = await createClient(staff, { agencyId: other.id, ownerId: ada.id });
      await staff.delete(`/api/agencies/${other.id}`).expect(204);
      expect(await owner(lost.id)).toBeNull();
      expect((await owner(kept.id))?.id).toBe(ada.id);
    });
  });

  it('and scopes that change at once leave no client to somebody who does not see it', async () => {
    for (let round = 0; round < 6; round++) {
      const colleague = await addColleague(app, { role: 'editor', agencyIds: [agencyId] });
      const clients = await Promise.all(Array.from({ length: 3 }, () => createClient(staff, { agencyId })));
      const scope = { agencyIds: [], clientIds: [] };
      const answers = await Promise.all([
        change(clients[0]!.id, { ownerId: colleague.userId }),
        staff.patch(`/api/users/${colleague.userId}`).send({ scope }),
        change(clients[1]!.id, { ownerId: colleague.userId }),
        change(clients[2]!.id, { ownerId: colleague.userId, agencyId: null }),
      ]);
      for (const { status } of answers) expect([200, 400]).toContain(status);
      expect((await memberOf(colleague.userId)).clientCount).toBe(0);
    }
  });

  describe('filter', () => {
    let mine: ClientView;
    let hers: ClientView;
    let outside: ClientView;

    beforeEach(async () => {
      mine = await createClient(staff, { business: 'Mine', agencyId, ownerId: ada.id });
      hers = await createClient(staff, { business: 'Hers', agencyId, ownerId: grace.userId });
      outside = await createClient(staff, { business: 'Outside', ownerId: ada.id });
      await createClient(staff, { business: 'Nobody’s', agencyId });
    });

    const list = async (path: string, query: object, agent: Agent = staff) => {
      const answer = await agent.get(path).query(query).expect(200);
      return { items: answer.body as { business: string; clientId: string }[], total: answer.get('X-Total-Count') };
    };

    it('clients, with their number', async () => {
      const names = async (query: object, agent?: Agent) =>
        (await list('/api/clients', query, agent)).items.map(({ business }) => business);
      expect(await names({ owner: 'mine' })).toEqual(['Mine', 'Outside']);
      expect(await names({ owner: grace.userId })).toEqual(['Hers']);
      expect(await names({ owner: 'mine' }, grace)).toEqual(['Hers']);
      expect(await names({ owner: 'all' })).toHaveLength(4);
      expect(await names({ owner: randomUUID() })).toEqual([]);
      expect(await list('/api/clients', { owner: 'mine', limit: 1, search: 'i' })).toMatchObject({ total: '2' });
    });

    it('moments and optimizations, with their number', async () => {
      for (const { id } of [mine, hers, outside]) {
        await createMoment(staff, { clientId: id });
        await createSuggestedOptimization(staff, { clientId: id });
      }
      for (const path of ['/api/moments', '/api/gmb-optimizations']) {
        const clients = async (query: object, agent?: Agent) =>
          (await list(path, query, agent)).items.map(({ clientId }) => clientId).toSorted();
        expect(await clients({ owner: 'mine' })).toEqual([mine.id, outside.id].toSorted());
        expect(await clients({ owner: grace.userId })).toEqual([hers.id]);
        expect(await clients({})).toHaveLength(3);
        expect((await list(path, { owner: 'mine', limit: 1 })).total).toBe('2');
        // A colleague's clients outside of one's own scope are not found.
        expect(await clients({ owner: ada.id }, grace)).toEqual([mine.id]);
        expect((await list(path, { owner: ada.id, limit: 1 }, grace)).total).toBe('1');
      }
      expect((await list('/api/moments', { owner: 'mine', search: 'spring', limit: 5 })).total).toBe('2');
    });

    it('what needs somebody, of every kind, with its numbers', async () => {
      for (const { id } of [mine, hers, outside]) {
        const { images } = await createMomentWithImages(staff, 1, { clientId: id });
        await app.visitor().post(`/api/images/${images[0]!.id}/reject`).send({ feedback: 'Too dark' }).expect(200);
      }
      const work = async (query: object, agent: Agent = staff): Promise<WorkView> =>
        (await agent.get('/api/work').query(query).expect(200)).body;
      const names = ({ items }: WorkView) => items.map(({ client }) => client.business).toSorted();
      const own = await work({ owner: 'mine' });
      expect(names(own)).toEqual(['Mine', 'Outside']);
      expect(own.counts['moment.feedback']).toBe(2);
      expect(Object.keys(own.counts).toSorted()).toEqual([...WORK_KINDS].toSorted());
      expect((await work({})).counts['moment.feedback']).toBe(3);
      const seen = await work({ owner: ada.id }, grace);
      expect(names(seen)).toEqual(['Mine']);
      expect(seen.counts['moment.feedback']).toBe(1);
    });

    it.each(['/api/work', '/api/clients', '/api/moments', '/api/gmb-optimizations'])(
      'of %s takes two words and ids',
      async (path) => {
        const { body } = await staff.get(path).query({ owner: 'nobody' }).expect(400);
        const message = 'owner must be mine, all, or the id of a member of staff';
        expect(body.details).toEqual([{ field: 'owner', message }]);
      },
    );

    it('nothing that says of clients outside of one’s scope how many there are', async () => {
      expect((await memberOf(ada.id)).clientCount).toBe(2);
      expect((await memberOf(ada.id, grace)).clientCount).toBe(1);
    });
  });

  it('are told to those who see the client, and who counts clients', async () => {
    const outside = await createClient(staff);
    const { id } = await createClient(staff, { agencyId });
    const live = await connectLive(app, { Cookie: grace.cookie });
    await change(outside.id, { ownerId: ada.id }).expect(200);
    await change(id, { ownerId: grace.userId }).expect(200);
    await waitForEvent(live, 'client.changed');
    await live.flush();
    expect(live.all('client.changed')).toEqual([{ id }]);
    expect(live.all('user.changed')).toEqual([{ id: ada.id }, { id: grace.userId }]);
    live.socket.disconnect();
  });
});
