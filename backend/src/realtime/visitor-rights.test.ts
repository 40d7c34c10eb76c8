import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment, createOptimization } from '../../test/factories.js';
import { connectLive, waitForEvent, sessionCookie, type Live } from '../../test/live.js';
import type { AgencyView } from '../contract/agencies.js';
import type { ClientView } from '../contract/clients.js';
import type { ReviewMomentView } from '../contract/review.js';

const HOST = 'review.bright.example';

describe('what a visitor watches at an agency’s domain', () => {
  let app: TestApp;
  let staff: Agent;
  let agency: AgencyView;
  let client: ClientView;
  const connections: Live[] = [];

  beforeEach(async () => {
    app = await startApp();
    staff = await app.staff();
    agency = await createAgency(staff, { customDomain: HOST });
    await app.db.query('UPDATE agencies SET "domainVerified" = true');
    client = await createClient(staff, { agencyId: agency.id });
  });
  afterEach(async () => {
    for (const { socket } of connections.splice(0)) socket.disconnect();
    await app.close();
  });

  const connect = async (Host: string): Promise<Live> => {
    const live = await connectLive(app, { Host });
    // A page asks again each time that it connects; here the answers are looked at instead.
    live.socket.io.reconnection(false);
    connections.push(live);
    return live;
  };
  const watch = async (request: object, host = HOST): Promise<Live> => {
    const live = await connect(host);
    expect(await live.watch(request)).toEqual({ ok: true });
    return live;
  };
  /** A moment, and who watches it at the product's own host. What its creation published has arrived, and no other client sees it. */
  const watchedMoment = async () => {
    const moment = await createMoment(staff, { clientId: client.id });
    const atMainHost = await watch({ momentId: moment.id }, 'localhost');
    await staff.patch(`/api/moments/${moment.id}`).send({ title: 'Roses' }).expect(200);
    await waitForEvent(atMainHost, 'moment.changed', (shown: ReviewMomentView) => shown.moment.title === 'Roses');
    return { moment, atMainHost };
  };
  const ended = ({ socket }: Live): Promise<void> => eventually(() => expect(socket.connected).toBe(false));
  const edit = (fields: object) => staff.patch(`/api/clients/${client.id}`).send(fields).expect(200);

  it.each<[string, () => Promise<unknown>]>([
    ['the client moves to another agency', async () => edit({ agencyId: (await createAgency(staff)).id })],
    ['the client leaves its agency', () => edit({ agencyId: null })],
    ['the agency is removed', () => staff.delete(`/api/agencies/${agency.id}`).expect(204)],
    [
      'the agency changes its domain',
      () => staff.patch(`/api/agencies/${agency.id}`).field({ customDomain: 'new.bright.example' }).expect(200),
    ],
    [
      'the agency gives up its domain',
      () => staff.patch(`/api/agencies/${agency.id}`).field({ customDomain: '' }).expect(200),
    ],
    [
      'its domain is found to lead elsewhere',
      async () => {
        await app.db.query(`UPDATE agencies SET "domainVerified" = false`);
        // As a worker does that has looked the domain up.
        const said = { name: 'agency.changed', payload: { id: agency.id }, requestId: null, publishedAt: Date.now() };
        await app.db.query(`SELECT pg_notify('gmb_moments', $1)`, [JSON.stringify(said)]);
      },
    ],
  ])('is no longer sent there when %s', async (_what, happens) => {
    const { publicLink } = await createOptimization(staff, { clientId: client.id });
    const { moment, atMainHost } = await watchedMoment();
    const [ofMoment, ofOptimization] = await Promise.all([watch({ momentId: moment.id }), watch({ publicLink })]);
    await happens();
    await staff.patch(`/api/moments/${moment.id}`).send({ title: 'Tulips' }).expect(200);
    await ended(ofMoment);
    await ended(ofOptimization);
    await waitForEvent(atMainHost, 'moment.changed', (shown: ReviewMomentView) => shown.moment.title === 'Tulips');
    expect([...ofMoment.received, ...ofOptimization.received]).toEqual([]);
    const again = await connect(HOST);
    expect(await again.watch({ momentId: moment.id })).toEqual({ ok: false });
    expect(await again.watch({ publicLink })).toEqual({ ok: false });
  });

  it('is no longer sent there when an optimization moves to a client of another agency', async () => {
    const optimization = await createOptimization(staff, { clientId: client.id });
    const live = await watch({ publicLink: optimization.publicLink });
    const other = await createClient(staff);
    await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ clientId: other.id }).expect(200);
    await ended(live);
    expect(live.received).toEqual([]);
  });

  it('is no longer sent there when a moment moves to a client of another agency', async () => {
    const { moment, atMainHost } = await watchedMoment();
    const live = await watch({ momentId: moment.id });
    const other = await createClient(staff, { business: 'Bloom' });
    await staff.patch(`/api/moments/${moment.id}`).send({ clientId: other.id }).expect(200);
    await ended(live);
    expect(live.received).toEqual([]);
    await waitForEvent(atMainHost, 'moment.changed', (shown: ReviewMomentView) => shown.client.business === 'Bloom');
    expect(await (await connect(HOST)).watch({ momentId: moment.id })).toEqual({ ok: false });
  });

  it('is still sent there when client and agency change in other ways', async () => {
    const moment = await createMoment(staff, { clientId: client.id });
    const live = await watch({ momentId: moment.id });
    await edit({ business: 'Rosa’s Roses' });
    await staff.patch(`/api/agencies/${agency.id}`).field({ name: 'Brighter' }).expect(200);
    const others = await createClient(staff);
    await staff.delete(`/api/clients/${others.id}`).expect(204);
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await waitForEvent(live, 'moment.changed');
    expect(live.socket.connected).toBe(true);
  });

  it('is not sent there either if the watch began while the client was moved', async () => {
    const moment = await createMoment(staff, { clientId: client.id });
    const [live, ofStaff] = [await connect(HOST), await connectLive(app, { Cookie: await sessionCookie(app) })];
    connections.push(ofStaff);
    const holder = new Client({ connectionString: app.databaseUrl });
    await holder.connect();
    // The look-up has read the row before it waits for the lock, and so answers with what was before.
    await app.db.query(`
      ALTER TABLE agencies RENAME TO agencies_kept;
      CREATE FUNCTION slowly(boolean) RETURNS boolean LANGUAGE plpgsql AS
        $$ BEGIN PERFORM pg_advisory_xact_lock_shared(4711); RETURN $1; END $$;
      CREATE VIEW agencies AS SELECT "id", "name", "primaryColor", "logoFileId", "customDomain",
        slowly("domainVerified") AS "domainVerified", "domainNote", "domainDueAt", "domainMisses", "revision", "editor"
        FROM agencies_kept`);
    await holder.query('SELECT pg_advisory_lock(4711)');
    const watching = live.watch({ momentId: moment.id });
    const waiting = `SELECT FROM pg_locks WHERE locktype = 'advisory' AND objid = 4711 AND NOT granted`;
    await eventually(async () => expect((await holder.query(waiting)).rowCount).toBe(1));
    await holder.query(`UPDATE clients SET "agencyId" = NULL`);
    const said = { name: 'client.changed', payload: { id: client.id }, requestId: null, publishedAt: Date.now() };
    await holder.query(`SELECT pg_notify('gmb_moments', $1)`, [JSON.stringify(said)]);
    await waitForEvent(ofStaff, 'client.changed');
    await holder.query('SELECT pg_advisory_unlock(4711)');
    expect(await watching).toEqual({ ok: false });
    await staff.post(`/api/moments/${moment.id}/share`).expect(200);
    await waitForEvent(ofStaff, 'moment.changed');
    expect(live.received).toEqual([]);
    await holder.end();
  });
});
