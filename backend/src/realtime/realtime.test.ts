import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency, createClient, createMoment, createMomentWithImages, upload } from '../../test/factories.js';
import type { ConnectRequest, MissedAnswer } from '../contract/events.js';
import { MISSED_MARGIN_MS } from '../contract/limits.js';
import { connectLive, waitForEvent, sessionCookie, type Live } from '../../test/live.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('live events', () => {
  let app: TestApp;
  let staff: Agent;
  let cookie: string;
  const connections: Live[] = [];

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    cookie = await sessionCookie(app);
  });
  afterEach(() => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
  });
  afterAll(() => app.close());

  const connect = async (headers: Record<string, string> = {}, auth: ConnectRequest = {}): Promise<Live> => {
    const live = await connectLive(app, headers, auth);
    connections.push(live);
    return live;
  };
  const connectStaff = () => connect({ Cookie: cookie });

  it('inform staff of every change, in the staff view', async () => {
    const live = await connectStaff();
    const agency = await createAgency(staff);
    await waitForEvent(live, 'agency.changed', ({ id }: { id: string }) => id === agency.id);
    const client = await createClient(staff, { agencyId: agency.id });
    await waitForEvent(live, 'client.changed', ({ id }: { id: string }) => id === client.id);
    const moment = await createMoment(staff, { clientId: client.id });
    await waitForEvent(live, 'moment.changed');
    expect(live.all('moment.changed').at(-1)).toEqual(moment);
    const [image] = await upload(staff, moment.id, ['a.jpg']);
    await waitForEvent(live, 'image.changed');
    expect(live.all('image.changed')).toEqual([image]);
    await waitForEvent(live, 'moment.changed', ({ imageCount }: { imageCount: number }) => imageCount === 1);
    await staff.delete(`/api/images/${image!.id}`).expect(204);
    await waitForEvent(live, 'image.deleted');
    expect(live.all('image.deleted')).toEqual([{ momentId: moment.id, imageId: image!.id }]);
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    await waitForEvent(live, 'moment.deleted');
    expect(live.all('moment.deleted')).toEqual([{ momentId: moment.id }]);
  });

  it('that cannot be read make the viewers of their moment alone refetch it', async () => {
    const [broken, sound] = await Promise.all([createMoment(staff), createMoment(staff)]);
    const [ofStaff, ofBroken, ofSound] = await Promise.all([connectStaff(), connect(), connect()]);
    await ofBroken.watch({ momentId: broken.id });
    await ofSound.watch({ momentId: sound.id });
    const closed = new Promise((resolve) => ofBroken.socket.once('disconnect', resolve));
    const payload = { momentId: broken.id, imageId: 'not the id of an image' };
    const event = { name: 'image.changed', payload, requestId: null, publishedAt: Date.now() };
    await app.db.query(`SELECT pg_notify('gmb_moments', $1)`, [JSON.stringify(event)]);
    await waitForEvent(ofStaff, 'subject.stale');
    expect(ofStaff.all('subject.stale')).toEqual([{ momentId: broken.id }]);
    await closed;
    await staff.post(`/api/moments/${sound.id}/share`).expect(200);
    await Promise.all([ofStaff, ofSound].map((live) => waitForEvent(live, 'moment.changed')));
    expect([ofStaff.socket.connected, ofSound.socket.connected]).toEqual([true, true]);
    expect(ofSound.all('subject.stale')).toEqual([]);
  });

  it('ignore an event of a newer version, and leave its viewers connected', async () => {
    const moment = await createMoment(staff);
    const [ofStaff, visitor] = await Promise.all([connectStaff(), connect()]);
    await visitor.watch({ momentId: moment.id });
    const event = { name: 'moment.sung', payload: { momentId: moment.id }, requestId: null, publishedAt: Date.now() };
    await app.db.query(`SELECT pg_notify('gmb_moments', $1)`, [JSON.stringify(event)]);
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await Promise.all([ofStaff, visitor].map((live) => waitForEvent(live, 'moment.changed')));
    expect(ofStaff.all('subject.stale')).toEqual([]);
    expect(visitor.socket.connected).toBe(true);
  });

  it('tell who connects whether anything was missed of what is theirs to hear', async () => {
    const [others, own] = await Promise.all([createMoment(staff), createMoment(staff)]);
    const [live, visitor, stranger] = await Promise.all([connectStaff(), connect(), connect()]);
    await visitor.watch({ momentId: own.id });
    await stranger.watch({ momentId: others.id });
    const began = performance.now();
    await staff.post(`/api/moments/${own.id}/share`).expect(200);
    await waitForEvent(live, 'moment.changed', ({ id }: { id: string }) => id === own.id);
    const missed = async ({ socket }: Live, withinMs: unknown) =>
      (await socket.timeout(10_000).emitWithAck('missed', withinMs)) as MissedAnswer;
    const sinceBegan = performance.now() - began - MISSED_MARGIN_MS;
    const answers = await Promise.all([live, visitor, stranger].map((each) => missed(each, sinceBegan)));
    expect(answers).toEqual([{ missed: true }, { missed: true }, { missed: false }]);
    expect(await missed(live, -MISSED_MARGIN_MS)).toEqual({ missed: false });
    expect(await missed(live, 'for ever')).toEqual({ missed: true });
  });

  it.each(['share', 'opened'])('inform staff when a link was %s', async (action) => {
    const { moment, images } = await createMomentWithImages(staff, 1);
    await app.visitor().post(`/api/images/${images[0]!.id}/approve`).expect(200);
    const live = await connectStaff();
    const { status } =
      action === 'share'
        ? await staff.post(`/api/moments/${moment.id}/share`)
        : await app.visitor().post(`/api/public/${moment.id}/opened`);
    expect(status).toBeLessThan(300);
    await waitForEvent(live, 'moment.changed', ({ id }: { id: string }) => id === moment.id);
    const { body: page } = await staff.get(`/api/moments/${moment.id}`).expect(200);
    expect(live.all('moment.changed').at(-1)).toEqual(page);
    expect(page.sharedAt !== null).toBe(action === 'share');
  });

  it('inform a visitor about the watched moment only, in the reviewer’s view', async () => {
    const { moment, images } = await createMomentWithImages(staff, 2, { title: 'Watched' });
    const other = await createMomentWithImages(staff, 1);
    const [live, idle, control] = [await connect(), await connect(), await connectStaff()];
    expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
    const image = images[0]!;
    await staff.patch(`/api/images/${other.images[0]!.id}`).send({ title: 'Elsewhere' }).expect(200);
    await staff.patch(`/api/images/${image.id}`).send({ title: 'New', address: 'secret' }).expect(200);
    await createClient(staff);
    await app.visitor().post(`/api/images/${image.id}/reject`).send({ feedback: 'No' }).expect(200);
    await staff.delete(`/api/images/${images[1]!.id}`).expect(204);
    // A moment that is gone when its change is presented is not presented.
    await waitForEvent(live, 'moment.changed');
    await staff.delete(`/api/moments/${moment.id}`).expect(204);
    await waitForEvent(live, 'moment.deleted');
    await waitForEvent(control, 'moment.deleted');
    await idle.flush();
    expect(idle.received).toEqual([]);
    const shown = {
      id: image.id,
      momentId: moment.id,
      position: 0,
      imageUrl: image.imageUrl,
      previewUrl: image.previewUrl,
      thumbnailUrl: image.thumbnailUrl,
      width: image.width,
      height: image.height,
      title: 'New',
      description: '',
      status: expect.stringMatching(/pending|rejected/),
      feedback: expect.stringMatching(/^(No)?$/),
      reply: '',
      version: 2,
      earlier: null,
    };
    // What a row is when the event is presented may be newer than the event, or gone.
    for (const event of live.all('image.changed')) expect(event).toEqual(shown);
    for (const event of live.all('moment.changed')) {
      expect(event).toEqual({
        moment: {
          id: moment.id,
          title: 'Watched',
          status: 'rejected',
          imageCount: expect.any(Number),
          dueOn: null,
          isDone: false,
          deliveredAt: null,
        },
        client: { business: 'Rosa’s Flowers' },
      });
    }
    expect(live.all('image.deleted')).toEqual([{ momentId: moment.id, imageId: images[1]!.id }]);
    expect(live.all('moment.deleted')).toEqual([{ momentId: moment.id }]);
    const names = new Set(live.received.map(({ name }) => name));
    expect([...names].sort()).toEqual(['image.changed', 'image.deleted', 'moment.changed', 'moment.deleted']);
    expect(JSON.stringify(live.received)).not.toContain('secret');
  });

  it('inform all clients of a new brand of the platform, also those that watch nothing', async () => {
    const [live, control] = [await connect(), await connectStaff()];
    await staff.patch('/api/settings').field({ brandName: 'Bright' }).expect(200);
    await waitForEvent(control, 'settings.changed');
    await waitForEvent(live, 'settings.changed');
    await control.flush();
    expect(control.all('settings.changed')).toHaveLength(1);
    expect(live.received.map(({ name }) => name)).toEqual(['settings.changed']);
  });

  it('follow only the moment that was watched last', async () => {
    const [first, second] = [await createMoment(staff), await createMoment(staff)];
    const live = await connect();
    await live.watch({ momentId: first.id });
    await live.watch({ momentId: second.id });
    await upload(staff, first.id, ['a.jpg']);
    await upload(staff, second.id, ['b.jpg']);
    await waitForEvent(live, 'image.changed');
    expect(live.all('image.changed').map(({ momentId }) => momentId)).toEqual([second.id]);
  });

  it('continue for staff who watch a link as well', async () => {
    const live = await connectStaff();
    const { moment, images } = await createMomentWithImages(staff, 1);
    const error = 'This connection receives all events of the staff. Connect as a visitor to watch a link.';
    for (const request of [{ momentId: moment.id }, { momentId: UNKNOWN_ID }, null]) {
      expect(await live.watch(request)).toEqual({ ok: false, error });
    }
    await staff.patch(`/api/images/${images[0]!.id}`).send({ exifKeywords: 'tulips' }).expect(200);
    await waitForEvent(
      live,
      'image.changed',
      ({ exifKeywords }: { exifKeywords: string }) => exifKeywords === 'tulips',
    );
    const client = await createClient(staff);
    await waitForEvent(live, 'client.changed', ({ id }: { id: string }) => id === client.id);
  });

  it.each(['anything', 'connect_anything', '__proto__', 7, 'x'.repeat(5000)])(
    'answer the unknown message %j',
    async (name) => {
      const live = await connect();
      const sentence = `There is no message "${String(name).slice(0, 100)}"; this connection takes watch and missed.`;
      for (const values of [[], [{ momentId: UNKNOWN_ID }, 1]]) {
        const answer: unknown = await live.socket.timeout(10_000).emitWithAck(name as string, ...values);
        expect(answer).toEqual({ ok: false, error: sentence });
      }
      const moment = await createMoment(staff);
      expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
    },
  );

  it('show staff who watch a public page what the client sees', async () => {
    const early = await connectStaff();
    const { moment, images } = await createMomentWithImages(staff, 1);
    // The last event of the creation; connections that are opened after it receive none of its events.
    type Counted = { id: string; imageCount: number };
    await waitForEvent(early, 'moment.changed', ({ id, imageCount }: Counted) => id === moment.id && imageCount === 1);
    const live = await connect({ Cookie: cookie }, { as: 'visitor' });
    expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
    await createClient(staff);
    await staff.patch(`/api/images/${images[0]!.id}`).send({ title: 'New' }).expect(200);
    await waitForEvent(live, 'image.changed');
    expect(live.received.map(({ name }) => name)).toEqual(['image.changed']);
    expect(live.received[0]!.payload).not.toHaveProperty('exifKeywords');
  });

  it.each([
    [null],
    [undefined],
    ['text'],
    [7],
    [[]],
    [{}],
    [{ momentId: null }],
    [{ momentId: 7 }],
    [{ momentId: ['a'] }],
    [{ momentId: 'staff' }],
    [{ momentId: { id: UNKNOWN_ID } }],
    [{ momentId: UNKNOWN_ID }],
    [{ momentId: `${UNKNOWN_ID}' OR true --` }],
  ])('refuse to watch %j, and the connection goes on', async (request) => {
    const live = await connect();
    expect(await live.watch(request)).toEqual({ ok: false });
    const moment = await createMoment(staff);
    expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
  });

  it('close a connection that sends a larger message than any request needs', async () => {
    const live = await connect();
    const ended = new Promise((resolve) => live.socket.once('disconnect', resolve));
    live.socket.io.reconnection(false);
    live.socket.emit('watch', { momentId: 'x'.repeat(20_000) });
    expect(await ended).toBe('transport close');
  });

  it('arrive in the order of the changes', async () => {
    const { images } = await createMomentWithImages(staff, 1);
    const live = await connectStaff();
    for (let count = 1; count <= 20; count += 1) {
      await staff
        .patch(`/api/images/${images[0]!.id}`)
        .send({ title: `Title ${count}` })
        .expect(200);
    }
    await waitForEvent(live, 'image.changed', ({ version }: { version: number }) => version === 21);
    const versions = live.all('image.changed').map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted((a, b) => a - b));
  });

  it('are not sent for what was rolled back', async () => {
    const { images } = await createMomentWithImages(staff, 1);
    const live = await connectStaff();
    await app.db.query(`CREATE FUNCTION refuse_commit() RETURNS trigger LANGUAGE plpgsql AS
      $$ BEGIN RAISE EXCEPTION USING ERRCODE = '57P01', MESSAGE = 'refused at the commit'; END $$`);
    await app.db.query(`CREATE CONSTRAINT TRIGGER refuse_commit AFTER INSERT ON history
      DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION refuse_commit()`);
    const path = `/api/images/${images[0]!.id}`;
    expect((await staff.patch(path).send({ title: 'Rolled back' })).status).toBe(503);
    await app.db.query('DROP TRIGGER refuse_commit ON history');
    await staff.patch(path).send({ title: 'Committed' }).expect(200);
    await waitForEvent(live, 'image.changed');
    await live.flush();
    expect(live.all('image.changed').map(({ title }) => title)).toEqual(['Committed']);
  });
});
