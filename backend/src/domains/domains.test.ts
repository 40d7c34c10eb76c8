import { isIPv4 } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency } from '../../test/factories.js';

describe('the domains that a proxy may get certificates for', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    const { id } = await createAgency(staff, { customDomain: 'review.example.com' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE "id" = $1', [id]);
    const idn = await createAgency(staff, { name: 'Bücher', customDomain: 'Bücher.example.com.' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true WHERE "id" = $1', [idn.id]);
    await createAgency(staff, { customDomain: 'unverified.example.com' });
    await createAgency(staff);
  });
  afterAll(() => app.close());

  const ask = (query: string, headers: Record<string, string> = {}) =>
    app.visitor().get(`/api/domains/allowed${query}`).set(headers);

  it.each([
    'review.example.com',
    'REVIEW.Example.COM',
    'review.example.com.',
    'xn--bcher-kva.example.com',
    'XN--Bcher-kva.example.com.',
  ])('are verified ones, which show their agency’s pages in every form: %s', async (name) => {
    const { body } = await ask(`?domain=${name}`).expect(200);
    expect(body).toEqual({ allowed: true });
    for (const host of [name, `${name}:8443`]) {
      const brand = await app.visitor().get('/api/branding').set('Host', host).expect(200);
      expect([host, brand.body.name]).toEqual([host, name.toLowerCase().startsWith('x') ? 'Bücher' : 'Bright Agency']);
    }
  });

  it('may be asked for as people write them', async () => {
    const { body } = await ask(`?domain=${encodeURIComponent('BÜCHER.example.com')}`).expect(200);
    expect(body).toEqual({ allowed: true });
  });

  it('are answered to a proxy under any host name', async () => {
    for (const host of ['localhost:3000', '127.0.0.1', 'api:3000', 'review.example.com']) {
      expect((await ask('?domain=review.example.com', { Host: host })).status).toBe(200);
      expect((await ask('?domain=unverified.example.com', { Host: host })).status).toBe(404);
    }
  });

  it.each([
    '',
    '?domain=',
    '?domain=.',
    '?domain=unverified.example.com',
    '?domain=unknown.example.com',
    '?domain=example.com',
    '?domain=www.review.example.com',
    '?domain=review.example.com..',
    '?domain=%20review.example.com',
    '?domain=review.example.com:443',
    '?domain=b%C3%BCcher.example.com/path',
    '?domain=b%C3%BCcher.example.com%3Fquery',
    '?domain=https://review.example.com',
    '?domain=*.example.com',
    '?domain=%25',
    '?domain=review.example.com%00',
    '?domain=review.example.com&domain=review.example.com',
    `?domain=${'a.'.repeat(5000)}com`,
    '?domain=null',
    '?domain=localhost',
  ])('are no others, and the response says nothing more: %s', async (query) => {
    const { body } = await ask(query).expect(404);
    expect(body).toEqual({
      statusCode: 404,
      code: 'NOT_FOUND',
      error: 'Domain not found',
      message: 'Domain not found',
      requestId: expect.any(String),
    });
  });

  it.each([
    ['?domain=%', 'The address is not well formed'],
    ['?domain=%ED%A0%80.example.com', 'The address is not well formed'],
    ['?domain[]=review.example.com', 'domain[] is not a field of this request'],
    ['?domain[a]=review.example.com', 'domain[a] is not a field of this request'],
    ['?name=review.example.com', 'name is not a field of this request'],
  ])('are refused in a malformed request: %s', async (query, message) => {
    const { body } = await ask(query).expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message: expect.stringContaining(message) });
  });

  it('change with the agency', async () => {
    const agency = await createAgency(staff, { customDomain: 'soon.example.com' });
    const verify = () => app.db.query('UPDATE agencies SET "domainVerified" = true WHERE "id" = $1', [agency.id]);
    const status = async (domain: string) => (await ask(`?domain=${domain}`)).status;
    expect(await status('soon.example.com')).toBe(404);
    await verify();
    expect(await status('soon.example.com')).toBe(200);
    await staff.patch(`/api/agencies/${agency.id}`).send({ customDomain: 'other.example.com' }).expect(200);
    expect(await status('soon.example.com')).toBe(404);
    await verify();
    expect(await status('other.example.com')).toBe(200);
    await staff.delete(`/api/agencies/${agency.id}`).expect(204);
    expect(await status('other.example.com')).toBe(404);
  });

  it('are described in the API document', async () => {
    const { paths } = (await staff.get('/api/openapi.json').expect(200)).body;
    const { get } = paths['/api/domains/allowed'];
    expect(get.parameters).toMatchObject([{ name: 'domain', in: 'query' }]);
    expect(Object.keys(get.responses)).toEqual(expect.arrayContaining(['200', '404']));
  });
});

describe('the address of the server', () => {
  it.each(['198.51.100.7', '2001:db8::7'])('is %s where the configuration says so', async (ip) => {
    const app = await startApp({ SERVER_IP: ip });
    const { body } = await (await app.staff()).get('/api/server-ip').expect(200);
    expect(body).toEqual({ ip });
    await app.close();
  });

  it('is an IPv4 address of the machine otherwise', async () => {
    const app = await startApp();
    const { body } = await (await app.staff()).get('/api/server-ip').expect(200);
    expect(isIPv4((body as { ip: string }).ip)).toBe(true);
    await app.close();
  });
});
