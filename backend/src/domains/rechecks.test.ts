import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency } from '../../test/factories.js';
import { startFakeDns, type FakeDns } from '../../test/fake-dns.js';
import { createGate } from '../../test/gate.js';
import { connectLive, waitForEvent, sessionCookie } from '../../test/live.js';
import { endWorkers, startWorker } from '../../test/worker-process.js';
import { loadConfig } from '../config.js';
import { MAIL_DESCRIPTORS } from '../mail-catalogue.js';
import { Outbox } from '../mail/outbox.js';
import { Mailer } from '../platform/mail/mailer.js';
import type { AgencyView } from '../contract/agencies.js';
import { RechecksSweep } from './rechecks.sweep.js';

const IP = '198.51.100.7';
const DOMAIN = 'review.example.com';
const elsewhere = (found: string) =>
  `${DOMAIN} does not point to this server. Expected: A ${IP} alone. Found: ${found}. Correct its DNS records, then verify again; changes can take up to 48 hours to be seen.`;
const MOVED = elsewhere('A 203.0.113.9');

describe('the re-check of verified domains', () => {
  let dns: FakeDns;
  let app: TestApp;
  let staff: Agent;
  let agency: AgencyView;
  let rechecks: RechecksSweep;

  beforeAll(async () => {
    dns = await startFakeDns();
    app = await startApp({ SERVER_IP: IP, DNS_SERVERS: dns.address });
    staff = await app.staff();
    rechecks = another();
  });
  beforeEach(async () => {
    await app.db.query('DELETE FROM agencies');
    dns.reset();
    dns.on(DOMAIN, { A: [IP] });
    const { id } = await createAgency(staff, { customDomain: DOMAIN });
    await verify(id).expect(200);
    agency = await read(id);
    dns.reset();
  });
  afterAll(async () => {
    await endWorkers();
    await app.close();
    await dns.close();
  });

  const config = () => loadConfig({ SERVER_IP: IP, DNS_SERVERS: dns.address });
  const another = () => new RechecksSweep(app.db, config(), new Outbox(new Mailer(config()), MAIL_DESCRIPTORS));
  const verify = (id: string) => staff.post(`/api/agencies/${id}/verify-domain`);
  const read = async (id = agency.id): Promise<AgencyView> => (await staff.get(`/api/agencies/${id}`).expect(200)).body;
  const pass = (time: string) =>
    app.db.query(`UPDATE agencies SET "domainDueAt" = "domainDueAt" - $1::interval`, [time]);
  const anHourLater = async () => {
    await pass('61 minutes');
    await rechecks.sweep();
  };

  const mails = () => app.db.query('SELECT "kind", "facts" FROM mails WHERE "dedupeKey" = $1', [`domain:${agency.id}`]);

  it('runs an hour after the last check, not sooner', async () => {
    dns.on(DOMAIN, { A: [IP] });
    await rechecks.sweep();
    await pass('59 minutes');
    await rechecks.sweep();
    expect(dns.questions).toEqual([]);
    await pass('2 minutes');
    await rechecks.sweep();
    expect(dns.questions.map(({ type }) => type).sort()).toEqual(['A', 'AAAA', 'CNAME']);
    await rechecks.sweep();
    expect(dns.questions).toHaveLength(3);
    expect(await read()).toEqual(agency);
  });

  it.each([
    ['points elsewhere', { A: ['203.0.113.9'] }, MOVED],
    ['is gone', { fail: 'NXDOMAIN' }, elsewhere('no such name')],
  ] as const)(
    'unverifies a domain that %s in two consecutive checks, and notes why',
    async (_name, behaviour, note) => {
      const live = await connectLive(app, { Cookie: await sessionCookie(app) });
      dns.on(DOMAIN, 'A' in behaviour ? { A: [...behaviour.A] } : behaviour);
      await anHourLater();
      expect(await read()).toEqual(agency);
      await live.flush();
      expect(live.all('agency.changed')).toEqual([]);
      await anHourLater();
      await waitForEvent(live, 'agency.changed', ({ id }: { id: string }) => id === agency.id);
      expect(await read()).toEqual({ ...agency, domainVerified: false, domainNote: note });
      await anHourLater();
      expect(await mails()).toEqual([{ kind: 'domainLost', facts: { agencyId: agency.id, domain: DOMAIN } }]);
      await app.visitor().get('/api/domains/allowed').query({ domain: DOMAIN }).expect(404);
      live.socket.disconnect();
    },
  );

  it('keeps the domain verified after a single failure', async () => {
    for (const address of ['203.0.113.9', IP, '203.0.113.9', IP, '203.0.113.9']) {
      dns.on(DOMAIN, { A: [address] });
      await anHourLater();
      expect(await read()).toEqual(agency);
    }
  });

  it('changes nothing when the DNS gives no answer, and checks again in a few minutes', async () => {
    for (const code of ['SERVFAIL', 'REFUSED', 'SERVFAIL'] as const) {
      dns.on(DOMAIN, { fail: code });
      await anHourLater();
    }
    expect(await read()).toEqual(agency);
    const before = dns.questions.length;
    await rechecks.sweep();
    expect(dns.questions).toHaveLength(before);
    await pass('6 minutes');
    await rechecks.sweep();
    expect(dns.questions.length).toBeGreaterThan(before);
  });

  it('keeps the count of failures when the DNS does not answer', async () => {
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    await anHourLater();
    dns.on(DOMAIN, { silent: 'always' });
    await anHourLater();
    expect(await read()).toEqual(agency);
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    await anHourLater();
    expect(await read()).toMatchObject({ domainVerified: false, domainNote: MOVED });
  });

  it('leaves domains alone that are not verified, and agencies without one', async () => {
    await createAgency(staff, { customDomain: 'unverified.example.com' });
    await createAgency(staff);
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    await anHourLater();
    await anHourLater();
    dns.reset();
    await anHourLater();
    expect(dns.questions).toEqual([]);
    expect(await read()).toMatchObject({ domainVerified: false, domainNote: MOVED });
  });

  it('runs once for all workers, and a slow domain does not delay others', async () => {
    const { opened, open } = createGate();
    const names = Array.from({ length: 12 }, (_none, index) => `site${index}.example.com`);
    for (const name of names) {
      dns.on(name, { A: [IP] });
      await verify((await createAgency(staff, { customDomain: name })).id).expect(200);
    }
    dns.reset();
    dns.on(DOMAIN, { until: opened, next: { A: [IP] } });
    for (const name of names) dns.on(name, { A: [IP] });
    await pass('61 minutes');
    const rounds = [rechecks, another(), another()].map((worker) => worker.sweep());
    await Promise.all(names.map((name) => dns.asked(name)));
    open();
    await Promise.all(rounds);
    const asked = dns.questions.filter(({ type }) => type === 'AAAA').map(({ name }) => name);
    expect(asked.sort()).toEqual([DOMAIN, ...names].sort());
  });

  it('is taken over when its worker is killed', async () => {
    await pass('61 minutes');
    dns.on(DOMAIN, { silent: 'always' });
    const worker = await startWorker(app, { SERVER_IP: IP, DNS_SERVERS: dns.address });
    await dns.asked(DOMAIN);
    await worker.kill();
    dns.reset();
    dns.on(DOMAIN, { A: [IP] });
    await rechecks.sweep();
    expect(dns.questions).toEqual([]);
    await pass('6 minutes');
    await rechecks.sweep();
    expect(dns.questions).toHaveLength(3);
  });

  it('changes nothing when staff changed the domain meanwhile', async () => {
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    await anHourLater();
    const { opened, open } = createGate();
    dns.reset();
    dns.on(DOMAIN, { until: opened, next: { A: ['203.0.113.9'] } });
    const round = anHourLater();
    await dns.asked(DOMAIN);
    const edited = { revision: agency.revision + 1, editor: 'Ada' };
    const changed = { ...agency, ...edited, customDomain: 'new.example.com', domainVerified: true };
    dns.on('new.example.com', { A: [IP] });
    await staff.patch(`/api/agencies/${agency.id}`).send({ customDomain: 'new.example.com' }).expect(200);
    await verify(agency.id).expect(200);
    open();
    await round;
    expect(await read()).toEqual(changed);
  });

  it('is followed by staff: verifying or changing the domain clears the note', async () => {
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    expect((await verify(agency.id).expect(200)).body.message).toBe(MOVED);
    expect(await read()).toMatchObject({ domainVerified: false, domainNote: MOVED });
    dns.on(DOMAIN, { A: [IP] });
    await verify(agency.id).expect(200);
    expect(await read()).toEqual(agency);
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    await verify(agency.id).expect(200);
    const renamed = await staff.patch(`/api/agencies/${agency.id}`).send({ name: 'Renamed' }).expect(200);
    expect(renamed.body.domainNote).toBe(MOVED);
    const moved = await staff.patch(`/api/agencies/${agency.id}`).send({ customDomain: 'new.example.com' }).expect(200);
    expect(moved.body.domainNote).toBe('');
  });

  it('is run by every worker without a request', async () => {
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    await anHourLater();
    await pass('61 minutes');
    await app.startWorker();
    await eventually(async () => expect(await read()).toMatchObject({ domainVerified: false, domainNote: MOVED }));
  });
});
