import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency } from '../../test/factories.js';
import { startFakeDns, type DnsBehaviour, type FakeDns } from '../../test/fake-dns.js';
import { createGate } from '../../test/gate.js';
import { connectLive, waitForEvent, sessionCookie } from '../../test/live.js';
import { stretched } from '../../test/stretched.js';
import type { AgencyView } from '../contract/agencies.js';

const IP = '198.51.100.7';
const DOMAIN = 'review.example.com';
const HERE = { verified: true, message: `${DOMAIN} points to this server.` };

describe('verifying the domain of an agency', () => {
  let dns: FakeDns;
  let app: TestApp;
  let staff: Agent;
  let agency: AgencyView;

  beforeAll(async () => {
    dns = await startFakeDns();
    app = await startApp({ SERVER_IP: IP, DNS_SERVERS: dns.address });
    staff = await app.staff();
    agency = await createAgency(staff, { customDomain: DOMAIN });
  });
  beforeEach(async () => {
    dns.reset();
    await set(false);
  });
  afterAll(async () => {
    await app.close();
    await dns.close();
  });

  const set = (isVerified: boolean) =>
    app.db.query(`UPDATE agencies SET "domainVerified" = $2, "customDomain" = $3, "domainNote" = '' WHERE "id" = $1`, [
      agency.id,
      isVerified,
      DOMAIN,
    ]);
  const verify = (id = agency.id) => staff.post(`/api/agencies/${id}/verify-domain`);
  const read = async (id = agency.id): Promise<AgencyView> => (await staff.get(`/api/agencies/${id}`).expect(200)).body;

  const alias = (name: string) => ({ CNAME: name });
  const elsewhere = (found: string, expected = `A ${IP}`) =>
    `${DOMAIN} does not point to this server. Expected: ${expected} alone. Found: ${found}. Correct its DNS records, then verify again; changes can take up to 48 hours to be seen.`;

  it.each<[string, Record<string, DnsBehaviour>]>([
    ['its address', { [DOMAIN]: { A: [IP] } }],
    ['its address, said twice', { [DOMAIN]: { A: [IP, IP] } }],
    ['its address over TCP', { [DOMAIN]: { overTcp: { A: [IP] } } }],
    ['its address also as networks without IPv4 see it', { [DOMAIN]: { A: [IP], AAAA: ['64:ff9b::c633:6407'] } }],
    ['its address inside IPv6 only', { [DOMAIN]: { AAAA: ['::ffff:198.51.100.7'] } }],
    ['aliases', { [DOMAIN]: alias('a.example.net'), 'a.example.net': alias('b.net'), 'b.net': { A: [IP] } }],
  ])('finds that it leads here by %s', async (_name, zone) => {
    for (const [name, behaviour] of Object.entries(zone)) dns.on(name, behaviour);
    expect((await verify().expect(200)).body).toEqual(HERE);
    expect(await read()).toEqual({ ...agency, domainVerified: true });
  });

  it.each<[string, Record<string, DnsBehaviour>]>([
    ['A 203.0.113.9', { [DOMAIN]: { A: ['203.0.113.9'] } }],
    ['A 203.0.113.9, AAAA 2001:db8::9', { [DOMAIN]: { A: ['203.0.113.9'], AAAA: ['2001:db8:0:0::9'] } }],
    [`A 203.0.113.9, A ${IP}`, { [DOMAIN]: { A: ['203.0.113.9', IP] } }],
    [
      'CNAME sites.example.net, A 203.0.113.9',
      { [DOMAIN]: alias('sites.example.net'), 'sites.example.net': { A: ['203.0.113.9'] } },
    ],
    ['no such name', {}],
    ['no address record', { [DOMAIN]: {} }],
    ['CNAME gone.example.net, no such name', { [DOMAIN]: alias('gone.example.net') }],
    ['CNAME two words.net, not the name of a host', { [DOMAIN]: alias('Two words.net') }],
    ['CNAME ., no such name', { [DOMAIN]: alias('.') }],
    [
      `CNAME a.example.net, CNAME ${DOMAIN}, a circle of aliases`,
      { [DOMAIN]: alias('a.example.net'), 'a.example.net': alias(DOMAIN) },
    ],
    [
      `${Array.from({ length: 9 }, (_none, n) => `CNAME n${n + 1}.net`).join(', ')}, more than 8 aliases`,
      Object.fromEntries(Array.from({ length: 9 }, (_none, n) => [n ? `n${n}.net` : DOMAIN, alias(`n${n + 1}.net`)])),
    ],
  ])('says what it found where it leads elsewhere: %s', async (found, zone) => {
    for (const [name, behaviour] of Object.entries(zone)) dns.on(name, behaviour);
    await set(true);
    const message = elsewhere(found);
    expect((await verify().expect(200)).body).toEqual({ verified: false, message });
    expect(await read()).toEqual({ ...agency, domainVerified: false, domainNote: message });
  });

  const STAYS = ' Until then the domain stays verified.';
  const unknown = (code: string) =>
    `The name servers did not say where ${DOMAIN} points (${code}). Try again in a few minutes; if that does not help, check the domain's name servers and DNSSEC.`;
  it.each(['SERVFAIL', 'REFUSED'] as const)('changes nothing when nothing is known: %s', async (fail) => {
    dns.on(DOMAIN, { fail });
    expect((await verify().expect(200)).body).toEqual({ verified: false, message: unknown(fail) });
    expect(await read()).toEqual(agency);
    await set(true);
    expect((await verify().expect(200)).body).toEqual({ verified: false, message: unknown(fail) + STAYS });
    expect(await read()).toEqual({ ...agency, domainVerified: true });
  });

  it('waits a few seconds for an answer, and changes nothing without one', async () => {
    dns.on(DOMAIN, { silent: 'always' });
    await set(true);
    const started = performance.now();
    expect((await verify().expect(200)).body).toEqual({ verified: false, message: unknown('TIMEOUT') + STAYS });
    expect(performance.now() - started).toBeLessThan(stretched(10_000));
    expect(await read()).toEqual({ ...agency, domainVerified: true });
  });

  it('does not judge by an incomplete answer, unless it is already conclusive', async () => {
    dns.on(DOMAIN, { A: [IP] });
    dns.on(DOMAIN, { fail: 'SERVFAIL' }, 'AAAA');
    expect((await verify().expect(200)).body).toEqual({ verified: false, message: unknown('SERVFAIL') });
    dns.on(DOMAIN, { A: ['203.0.113.9'] });
    expect((await verify().expect(200)).body.message).toBe(elsewhere('A 203.0.113.9'));
  });

  it('reports that the name servers are unavailable', async () => {
    const gone = await startFakeDns();
    await gone.close();
    const own = await startApp({ SERVER_IP: IP, DNS_SERVERS: gone.address });
    const agent = await own.staff();
    const { id } = await createAgency(agent, { customDomain: DOMAIN });
    const { body } = await agent.post(`/api/agencies/${id}/verify-domain`).expect(200);
    expect(body).toEqual({ verified: false, message: unknown('CONNREFUSED') });
    await own.close();
  });

  it('compares with an IPv6 address however it is written, and names the record that it needs', async () => {
    const own = await startApp({ SERVER_IP: '2001:DB8:0::7', DNS_SERVERS: dns.address });
    const agent = await own.staff();
    const { id } = await createAgency(agent, { customDomain: DOMAIN });
    const check = async () => (await agent.post(`/api/agencies/${id}/verify-domain`).expect(200)).body;
    dns.on(DOMAIN, { AAAA: ['2001:db8::7'] });
    expect(await check()).toEqual(HERE);
    dns.on(DOMAIN, { A: ['203.0.113.8', '203.0.113.9'] });
    expect((await check()).message).toBe(elsewhere('A 203.0.113.8, A 203.0.113.9', 'AAAA 2001:db8::7'));
    await own.close();
  });

  it('is published to all staff', async () => {
    const live = await connectLive(app, { Cookie: await sessionCookie(app) });
    const received = () => waitForEvent(live, 'agency.changed', ({ id }: { id: string }) => id === agency.id);
    dns.on(DOMAIN, { A: [IP] });
    await verify().expect(200);
    await received();
    live.received.length = 0;
    dns.on(DOMAIN, { fail: 'SERVFAIL' });
    await verify().expect(200);
    dns.on(DOMAIN, { fail: 'NXDOMAIN' });
    await verify().expect(200);
    await received();
    await live.flush();
    expect(live.all('agency.changed')).toHaveLength(1);
    live.socket.disconnect();
  });

  it('changes nothing when another domain was set meanwhile', async () => {
    const changeDuringCheck = async (customDomain: string) => {
      const { opened, open } = createGate();
      dns.reset();
      dns.on(DOMAIN, { until: opened, next: { A: [IP] } });
      const change = async () => {
        await dns.asked(DOMAIN);
        await staff.patch(`/api/agencies/${agency.id}`).send({ customDomain }).expect(200);
        open();
      };
      const [{ body }] = await Promise.all([verify().expect(409), change()]);
      expect(body.code).toBe('DOMAIN_CHANGED');
      return body.message as string;
    };
    const checked = `While ${DOMAIN} was being checked, the agency's domain was`;
    expect(await changeDuringCheck('other.example.com')).toBe(`${checked} changed to other.example.com.`);
    expect(await read()).toMatchObject({ customDomain: 'other.example.com', domainVerified: false });
    await set(false);
    expect(await changeDuringCheck('')).toBe(`${checked} removed.`);
    expect(await read()).toMatchObject({ customDomain: null, domainVerified: false });
  });

  it('finds no agency that was deleted meanwhile', async () => {
    const { id } = await createAgency(staff, { customDomain: 'short.example.com' });
    const { opened, open } = createGate();
    dns.on('short.example.com', { until: opened, next: { A: [IP] } });
    const remove = async () => {
      await dns.asked('short.example.com');
      await staff.delete(`/api/agencies/${id}`).expect(204);
      open();
    };
    const [{ body }] = await Promise.all([verify(id).expect(404), remove()]);
    expect(body.message).toBe('Agency not found');
  });

  it('needs a domain, and no fields', async () => {
    const none = await createAgency(staff);
    const { body } = await verify(none.id).expect(409);
    expect(body).toMatchObject({
      code: 'NO_DOMAIN',
      message: 'This agency has no custom domain to verify. Set one first.',
    });
    const fields = await verify().send({ domain: 'evil.example' }).expect(400);
    expect(fields.body.message).toBe('domain is not a field of this request');
    expect(dns.questions).toEqual([]);
  });

  it('is described in the API document', async () => {
    const { paths } = (await staff.get('/api/openapi.json').expect(200)).body;
    const { post } = paths['/api/agencies/{id}/verify-domain'];
    expect(Object.keys(post.responses)).toEqual(expect.arrayContaining(['200', '409']));
  });
});
