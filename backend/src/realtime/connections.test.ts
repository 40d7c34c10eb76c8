import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment, createMomentWithImages } from '../../test/factories.js';
import { connectLive, waitForEvent, sessionCookie, type Live } from '../../test/live.js';
import { frame, openUnread, PART, PING, TEXT } from '../../test/raw-websocket.js';
import type { ConnectRequest } from '../contract/events.js';
import { publishEach } from '../platform/events/publish.js';

const HOST = 'review.bright.example';

const many = (one: Buffer, count: number): Buffer => Buffer.concat(Array.from({ length: count }, () => one));

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
  /** Whether this connection receives the events for staff. */
  const receivesStaffEvents = async (live: Live): Promise<boolean> => {
    const control = await connectStaff();
    const client = await createClient(staff);
    const isIt = ({ id }: { id: string }) => id === client.id;
    await waitForEvent(control, 'client.changed', isIt);
    await live.flush();
    return live.all('client.changed').some(isIt);
  };

  it('are WebSockets only', async () => {
    const polling = await app.visitor().get('/socket.io/?EIO=4&transport=polling');
    expect(polling).toMatchObject({ status: 400, body: { message: 'Transport unknown' } });
    expect((await app.visitor().get('/socket.io/socket.io.js')).status).toBe(400);
  });

  it('are accepted from the product’s own origin', async () => {
    expect((await connect({ Origin: app.url })).socket.connected).toBe(true);
  });

  it('need a valid session to receive the events for staff', async () => {
    const cookie = await sessionCookie(app);
    expect(await receivesStaffEvents(await connect({ Cookie: cookie }))).toBe(true);
    expect(await receivesStaffEvents(await connect({ Cookie: cookie }, app, { as: 'staff' }))).toBe(true);
    expect(await receivesStaffEvents(await connect())).toBe(false);
  });

  it('are refused with a reason without a valid session, except for visitors', async () => {
    const ended = await sessionCookie(app);
    await app.visitor().post('/api/logout').set('Cookie', ended).expect(204);
    const signedOut = {
      message: 'Your session has ended, or there is none. Please sign in again.',
      data: { code: 'NOT_SIGNED_IN' },
    };
    const { moment, images } = await createMomentWithImages(staff, 1);
    const expired = await sessionCookie(app);
    const sid = decodeURIComponent(expired).replace(/^gmb\.sid=s:(.+)\..*$/, '$1');
    await app.db.query(`UPDATE sessions SET "expire" = now() - interval '1 second' WHERE "sid" = $1`, [sid]);
    const cookies = [`${await sessionCookie(app)}x`, 'gmb.sid=s%3Aguessed.signature', 'gmb.sid=', ended, expired];
    for (const [at, Cookie] of cookies.entries()) {
      await expect(connect({ Cookie })).rejects.toMatchObject(signedOut);
      await expect(connect({ Cookie }, app, { as: 'staff' })).rejects.toMatchObject(signedOut);
      const live = await connect({ Cookie }, app, { as: 'visitor' });
      expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
      await staff
        .patch(`/api/images/${images[0]!.id}`)
        .send({ title: `Title ${at}` })
        .expect(200);
      await waitForEvent(live, 'image.changed', ({ title }: { title: string }) => title === `Title ${at}`);
      expect(await receivesStaffEvents(live)).toBe(false);
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
    expect(await receivesStaffEvents(live)).toBe(false);
    expect(await live.watch({ momentId: other.id })).toEqual({ ok: false });
    expect(await live.watch({ momentId: moment.id })).toEqual({ ok: true });
    await staff.patch(`/api/images/${images[0]!.id}`).send({ title: 'New' }).expect(200);
    await waitForEvent(live, 'image.changed');
    const dotted = await connect({ Host: `${HOST.toUpperCase()}.:8443` });
    expect(await dotted.watch({ momentId: moment.id })).toEqual({ ok: true });
    const elsewhere = await connect({ Host: 'unknown.example' });
    expect(await elsewhere.watch({ momentId: moment.id })).toEqual({ ok: false });
  });

  it('trust a forwarded host only from a trusted proxy', async () => {
    const behind = await startApp({ TRUST_PROXY: 'loopback' });
    try {
      const cookie = await sessionCookie(behind);
      const control = await connect({ Cookie: cookie }, behind);
      const headers = { Host: 'api.internal:3000', 'X-Forwarded-Host': 'localhost', Origin: 'https://localhost' };
      const live = await connect({ ...headers, Cookie: cookie }, behind);
      await createClient(await behind.staff());
      await waitForEvent(control, 'client.changed');
      await waitForEvent(live, 'client.changed');
    } finally {
      for (const { socket } of connections.splice(0)) socket.disconnect();
      await behind.close();
    }
    const forged = { Host: HOST, 'X-Forwarded-Host': 'localhost', Cookie: await sessionCookie(app) };
    expect(await receivesStaffEvents(await connect(forged))).toBe(false);
    await expect(connect({ ...forged, Origin: 'https://localhost' })).rejects.toThrow('websocket error');
  });

  it('are reconnected when events may have been missed, and then receive each event once', async () => {
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
    await waitForEvent(live, 'client.changed');
    await live.flush();
    expect(live.all('client.changed')).toEqual([{ id: client.id }]);
  });

  it('reconnect by themselves after sessions could not be checked for a while', async () => {
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
    expect(await receivesStaffEvents(live)).toBe(true);
  });

  it('are closed when they send more messages than any page would', async () => {
    const [loud, quiet] = [await connect(), await connect()];
    const ended = new Promise((resolve) => loud.socket.once('disconnect', resolve));
    for (let said = 0; said < 1000; said += 1) loud.socket.emit(said % 2 ? 'watch' : 'anything', null);
    expect(await ended).toBe('transport close');
    await quiet.flush();
    expect(quiet.socket.connected).toBe(true);
  });

  it.each<[string, Buffer]>([
    ['asks for a namespace', frame(TEXT, '40/n,')],
    ['asks for a namespace of a long name', frame(TEXT, `40/${'n'.repeat(9000)},`)],
    ['sends to a namespace', frame(TEXT, '451-/n,["watch",null]')],
    ['sends a message that is too long', frame(TEXT, `42["${'x'.repeat(20_000)}"]`)],
    ['sends more pings than any page would', many(frame(PING, 'x'.repeat(125)), 1000)],
    ['sends more packets than any page would', many(frame(TEXT, '3'), 1000)],
    ['sends one message in many parts', Buffer.concat([frame(PART), many(frame(0, ''), 50_000)])],
  ])('are closed when one %s', async (_what, bytes) => {
    const socket = await openUnread(app.url);
    socket.resume().write(bytes);
    // Sooner than for unanswered pings.
    await eventually(() => expect(socket.closed).toBe(true), 1000);
  });

  it('are closed when a browser leaves unread what is sent to it', async () => {
    // Of its own, so that no other connection receives what is sent here.
    const own = await startApp();
    const [unread, read] = [await openUnread(own.url), (await openUnread(own.url)).resume()];
    for (const socket of [unread, read]) socket.write(frame(TEXT, '40'));
    await eventually(async () => {
      const payloads = Array.from({ length: 100 }, (_none, index) => ({
        id: 'settings' as const,
        filler: `${index}`.padEnd(7000, 'x'),
      }));
      await publishEach(own.db.manager, 'settings.changed', payloads);
      // A connection that reads nothing notices its end when it writes.
      for (const socket of [unread, read]) socket.write(frame(TEXT, '3'));
      expect(unread.closed).toBe(true);
    });
    expect(read.closed).toBe(false);
    for (const socket of [unread, read]) socket.destroy();
    await own.close();
  });

  it('begin with a handshake of their own', async () => {
    const { socket } = await connect();
    const path = `/socket.io/?EIO=4&transport=websocket&sid=${(socket.io.engine as unknown as { id: string }).id}`;
    await expect(openUnread(app.url, path)).rejects.toThrow('400 Bad Request');
    const polled = await app.visitor().get(path);
    expect(polled.status).toBe(400);
  });

  it('are closed when the API shuts down, without delaying it', async () => {
    const own = await startApp();
    const live = await connect({}, own);
    const ended = new Promise((resolve) => live.socket.once('disconnect', resolve));
    await own.close();
    expect(await ended).toBe('transport close');
  });
});
