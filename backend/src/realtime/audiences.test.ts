import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { addColleague } from '../../test/colleagues.js';
import {
  createAgency,
  createClient,
  createMoment,
  createOptimization,
  createReviewer,
  upload,
} from '../../test/factories.js';
import { connectLive, waitForEvent, type Live } from '../../test/live.js';

/** Events of the team and of the platform, which all of staff receive. */
const OF_ALL = ['settings.changed', 'user.changed', 'invitation.changed'];

describe('events for staff who see some clients', () => {
  let app: TestApp;
  let staff: Agent;
  const connections: Live[] = [];

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
  });
  afterAll(() => app.close());

  const connectColleague = async (scope: { agencyIds?: string[]; clientIds?: string[] }): Promise<Live> => {
    const { cookie } = await addColleague(app, scope);
    const live = await connectLive(app, { Cookie: cookie });
    connections.push(live);
    return live;
  };
  /** What came so far but for what all of staff receive, after waiting for an event that is published now. */
  const received = async (live: Live, clientId: string) => {
    const { body } = await staff.post('/api/moments').send({ title: 'Last', clientId }).expect(201);
    await waitForEvent(live, 'moment.changed', ({ id }: { id: string }) => id === body.id);
    return live.received
      .filter(({ name, payload }) => !OF_ALL.includes(name) && (payload as { id?: string }).id !== body.id)
      .map(({ name, payload }) => ({ name, payload }));
  };

  describe('of an agency', () => {
    let own: { id: string };
    let others: { id: string };
    let agency: { id: string };
    let live: Live;

    beforeEach(async () => {
      [agency] = await Promise.all([createAgency(staff)]);
      own = await createClient(staff, { agencyId: agency.id });
      others = await createClient(staff, { agencyId: (await createAgency(staff)).id });
      live = await connectColleague({ agencyIds: [agency.id] });
    });

    it('come of what its clients have, and of nothing else', async () => {
      for (const clientId of [others.id, own.id]) {
        const moment = await createMoment(staff, { clientId });
        const [image] = await upload(staff, moment.id, ['a.jpg']);
        const optimization = await createOptimization(staff, { clientId });
        // Of a row that is gone before its event is read, nothing comes.
        if (clientId === own.id) {
          await waitForEvent(live, 'image.changed', ({ id }: { id: string }) => id === image!.id);
          await waitForEvent(live, 'optimization.changed', ({ id }: { id: string }) => id === optimization.id);
        }
        await staff.delete(`/api/images/${image!.id}`).expect(204);
        await createReviewer(staff, clientId);
        await staff.delete(`/api/gmb-optimizations/${optimization.id}`).expect(204);
        await staff.delete(`/api/moments/${moment.id}`).expect(204);
        live.received.push({ name: 'subject.stale', payload: clientId });
      }
      const events = await received(live, own.id);
      const names = events.map(({ name }) => name);
      const before = events.slice(0, names.indexOf('subject.stale'));
      expect(before).toEqual([]);
      expect(new Set(names)).toEqual(
        new Set([
          'subject.stale',
          'moment.changed',
          'client.changed',
          'image.changed',
          'image.deleted',
          'optimization.changed',
          'sharing.changed',
          'optimization.deleted',
          'moment.deleted',
        ]),
      );
    });

    it('come of a client that is deleted with all that it has', async () => {
      const moment = await createMoment(staff, { clientId: own.id });
      const hidden = await createMoment(staff, { clientId: others.id });
      const kept = await createClient(staff, { agencyId: agency.id });
      await staff.delete(`/api/clients/${others.id}`).expect(204);
      await staff.delete(`/api/clients/${own.id}`).expect(204);
      const events = await received(live, kept.id);
      expect(events).toContainEqual({ name: 'moment.deleted', payload: { momentId: moment.id } });
      expect(events).toContainEqual({ name: 'client.changed', payload: { id: own.id } });
      expect(JSON.stringify(events)).not.toContain(hidden.id);
      expect(JSON.stringify(events)).not.toContain(others.id);
    });

    it('say of a moment that leaves their sight that it is deleted, only to those who see it no more', async () => {
      const moment = await createMoment(staff, { clientId: own.id });
      const elsewhere = await connectColleague({ clientIds: [others.id] });
      const both = await connectColleague({ agencyIds: [agency.id], clientIds: [others.id] });
      await staff.patch(`/api/moments/${moment.id}`).send({ clientId: others.id }).expect(200);
      await waitForEvent(live, 'moment.deleted');
      expect(live.all('moment.deleted')).toEqual([{ momentId: moment.id }]);
      for (const other of [elsewhere, both]) {
        await waitForEvent(other, 'moment.changed', ({ clientId }: { clientId: string }) => clientId === others.id);
        expect(other.all('moment.deleted')).toEqual([]);
      }
      await staff.patch(`/api/moments/${moment.id}`).send({ title: 'Out of sight' }).expect(200);
      expect(JSON.stringify(await received(live, own.id))).not.toContain('Out of sight');
    });

    it('say of all that a client has, once it is given to another agency, that it is deleted', async () => {
      const moment = await createMoment(staff, { clientId: own.id });
      const optimization = await createOptimization(staff, { clientId: own.id });
      const kept = await createClient(staff, { agencyId: agency.id });
      const single = await connectColleague({ clientIds: [own.id] });
      const ofAnother = await connectColleague({ clientIds: [kept.id] });
      await staff.patch(`/api/clients/${own.id}`).send({ agencyId: null }).expect(200);
      await waitForEvent(live, 'moment.deleted');
      await waitForEvent(live, 'optimization.deleted');
      await waitForEvent(live, 'client.changed', ({ id }: { id: string }) => id === own.id);
      expect(live.all('moment.deleted')).toEqual([{ momentId: moment.id }]);
      expect(live.all('optimization.deleted')).toEqual([{ optimizationId: optimization.id }]);
      await received(single, own.id);
      expect(single.all('moment.deleted')).toEqual([]);
      await received(live, kept.id);
      const events = JSON.stringify(await received(ofAnother, kept.id));
      for (const { id } of [own, moment, optimization]) expect(events).not.toContain(id);
    });

    it('end with the connection once the agency is deleted', async () => {
      const closed = new Promise((resolve) => live.socket.once('disconnect', resolve));
      await staff.delete(`/api/agencies/${agency.id}`).expect(204);
      await closed;
      expect(live.all('agency.changed')).toEqual([{ id: agency.id }]);
    });
  });

  it('that cannot be read make them connect again, and name nothing', async () => {
    const moment = await createMoment(staff);
    const live = await connectColleague({ clientIds: [] });
    const closed = new Promise((resolve) => live.socket.once('disconnect', resolve));
    const payload = { momentId: moment.id, imageId: 'not the id of an image' };
    const event = { name: 'image.changed', payload, requestId: null, publishedAt: Date.now() };
    await app.db.query(`SELECT pg_notify('gmb_moments', $1)`, [JSON.stringify(event)]);
    await closed;
    expect(live.received).toEqual([]);
  });
});
