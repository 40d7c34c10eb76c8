import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment, createMomentWithImages } from '../../test/factories.js';
import { connectLive, heardBy, sessionCookie, type Live } from '../../test/live.js';
import type { ConnectRequest } from '../contract/events.js';

const HOST = 'review.bright.example';

describe('live connections', () => {
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

  const connect = async (headers: Record<string, string> = {}, to = app, auth: ConnectRequest = {}): Promise<Live> => {
    const live = await connectLive(to, headers, auth);
    connections.push(live);
    return live;
  };
  const connectStaff = async () => connect({ Cookie: await sessionCookie(app) });
  /** Whether this connection hears what staff hear. */
  const hearsStaff = async (live: Live): Promise<boolean> => {
    const control = await connectStaff();
    const client = await createClient(staff);
    const isIt = ({ id }: { id: string }) => id === client.id;
    await heardBy(control, 'client.changed', isIt);
    await live.settle();
    return live.all('client.changed').some(isIt);
  };

  it('are WebSockets only', async () => {
    const polling = await app.visitor().get('/socket.io/?EIO=4&transport=polling');
    expect(polling).toMatchObject({ status: 400, body: { message: 'Transport unknown' } });
    expect((await app.visitor().get('/socket.io/socket.io.js')).status).toBe(400);
  });

  it('are open to the own origin', async () => {
    expect((await connect({ Origin: app.url })).socket.connected).toBe(true);
  });

  it('need a true session to hear what staff hear', async () => {
    const cookie = await sessionCookie(app);
    expect(await hearsStaff(await connect({ Cookie: cookie }))).toBe(true);
    expect(await hearsStaff(await connect({ Cookie: cookie }, app, { as: 'staff' }))).toBe(true);
    expect(await hearsStaff(await connect())).toBe(false);
  });

  it('are refused with the reason to who brings no valid session, unless as a visitor', async () => {
    const ended = await sessionCookie(app);
    await app.visitor().post('/api/logout').set('Cookie', ended).expect(204);
    const signedOut = {
      message: 'Your session has ended, or there is none. Please sign in again.',
      data: { code: 'NOT_SIGNED_IN' },
    };
    const { moment, images } = await createMomentWithImages(staff, 1);
    const cookies = [`${await sessionCookie(app)}x`, 'gmb.sid=s%3Aguessed.signature', 'gmb.sid=', ended];
    for (const [at, Cookie] of cookies.entries()) {
      await expect(connect({ Cookie })).rejects.toMatchObject(signedOut);
      await expect(connect({ Cookie }, app, { as: 'staff' })).rejects.toMatchObject(signedOut);
      const live = await connect({ Cookie }, app, { as: 'visitor' });
      expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
      await staff
        .patch(`/api/images/${images[0]!.id}`)
        .send({ title: `Title ${at}` })
        .expect(200);
      await heardBy(live, 'image.changed', ({ title }: { title: string }) => title === `Title ${at}`);
      expect(await hearsStaff(live)).toBe(false);
    }
    await expect(connect({}, app, { as: 'staff' })).rejects.toMatchObject(signedOut);
    await expect(connect({}, app, { as: 'admin' } as unknown as ConnectRequest)).rejects.toMatchObject({
      message: 'as must be staff or visitor',
      data: { code: 'VALIDATION_FAILED' },
    });
  });

  it('on an agency’s domain show nothing of the staff, and that agency’s moments only', async () => {
    const agency = await createAgency(staff, { customDomain: HOST });
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [agency.id]);
    const client = await createClient(staff, { agencyId: agency.id });
    const { moment, images } = await createMomentWithImages(staff, 1, { clientId: client.id });
    const other = await createMoment(staff);
    const handshake = { Cookie: await sessionCookie(app), Host: HOST, Origin: `https://${HOST}` };
    await expect(connect(handshake, app, { as: 'staff' })).rejects.toMatchObject({
      message: `Administrative features are not available on ${HOST}, only through the main system domain.`,
      data: { code: 'ADMIN_ON_AGENCY_DOMAIN' },
    });
    const live = await connect(handshake);
    expect(await hearsStaff(live)).toBe(false);
    expect(await live.watch({ momentId: other.id })).toEqual({ ok: false });
    expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
    await staff.patch(`/api/images/${images[0]!.id}`).send({ title: 'New' }).expect(200);
    await heardBy(live, 'image.changed');
    const dotted = await connect({ Host: `${HOST.toUpperCase()}.:8443` });
    expect(await dotted.watch({ momentId: moment.id })).toEqual({ ok: true });
    const elsewhere = await connect({ Host: 'unknown.example' });
    expect(await elsewhere.watch({ momentId: moment.id })).toEqual({ ok: false });
  });

  it('believe a forwarded host when, and only when, a proxy of ours set it', async () => {
    const behind = await startApp({ TRUST_PROXY: 'loopback' });
    try {
      const cookie = await sessionCookie(behind);
      const control = await connect({ Cookie: cookie }, behind);
      const headers = { Host: 'api.internal:3000', 'X-Forwarded-Host': 'localhost', Origin: 'https://localhost' };
      const live = await connect({ ...headers, Cookie: cookie }, behind);
      await createClient(await behind.staff());
      await heardBy(control, 'client.changed');
      await heardBy(live, 'client.changed');
    } finally {
      for (const { socket } of connections.splice(0)) socket.disconnect();
      await behind.close();
    }
    const forged = { Host: HOST, 'X-Forwarded-Host': 'localhost', Cookie: await sessionCookie(app) };
    expect(await hearsStaff(await connect(forged))).toBe(false);
    await expect(connect({ ...forged, Origin: 'https://localhost' })).rejects.toThrow('websocket error');
  });

  it('begin anew when announcements may have been missed, and then hear each event once', async () => {
    const live = await connectStaff();
    for (let round = 0; round < 3; round += 1) {
      const ended = new Promise((resolve) => live.socket.once('disconnect', resolve));
      const killed: unknown[] = await app.db.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
         WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
      );
      expect(killed).toHaveLength(1);
      await ended;
      await eventually(() => expect(live.socket.connected).toBe(true));
    }
    const client = await createClient(staff);
    await heardBy(live, 'client.changed');
    await live.settle();
    expect(live.all('client.changed')).toEqual([{ id: client.id }]);
  });

  it('are taken up again by themselves after nobody could tell for a while who is behind them', async () => {
    const live = await connectStaff();
    let asked = 0;
    live.socket.io.on('reconnect', () => (asked += 1));
    await app.db.query('ALTER TABLE users RENAME TO elsewhere');
    await app.db.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE datname = current_database() AND query LIKE 'LISTEN %'`,
    );
    await eventually(() => expect(asked).toBeGreaterThan(1));
    await app.db.query('ALTER TABLE elsewhere RENAME TO users');
    await eventually(() => expect(live.socket.connected).toBe(true));
    expect(await hearsStaff(live)).toBe(true);
  });

  it('end when more is said on them than any page has to say', async () => {
    const [loud, quiet] = [await connect(), await connect()];
    const ended = new Promise((resolve) => loud.socket.once('disconnect', resolve));
    for (let said = 0; said < 1000; said += 1) loud.socket.emit(said % 2 ? 'watch' : 'anything', null);
    expect(await ended).toBe('transport close');
    await quiet.settle();
    expect(quiet.socket.connected).toBe(true);
  });

  it('end when the API does, and do not keep it from ending', async () => {
    const own = await startApp();
    const live = await connect({}, own);
    const ended = new Promise((resolve) => live.socket.once('disconnect', resolve));
    await own.close();
    expect(await ended).toBe('transport close');
  });
});
