import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency, createClient } from '../../test/factories.js';
import type { AgencyView } from '../contract/agencies.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

describe('agencies', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ MAIN_HOSTS: 'admin.example.com' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const verify = (id: string) => app.db.query('UPDATE agencies SET "domainVerified" = true WHERE id = $1', [id]);
  const change = (id: string, fields: Record<string, string>) => staff.patch(`/api/agencies/${id}`).field(fields);
  const total = async (): Promise<string | undefined> => (await staff.get('/api/agencies')).get('X-Total-Count');

  it('shows these fields and no others, with their defaults', async () => {
    const agency = await createAgency(staff, { name: '  Bright  ' });
    expect(agency).toEqual({
      id: expect.any(String),
      name: 'Bright',
      primaryColor: '#6366f1',
      logoUrl: null,
      customDomain: null,
      domainVerified: false,
      domainNote: '',
      replyTo: '',
      postalAddress: '',
      revision: 1,
      editor: null,
      createdAt: expect.any(String),
    });
    expect((await staff.get(`/api/agencies/${agency.id}`).expect(200)).body).toEqual(agency);
  });

  it('takes JSON as well as a form', async () => {
    const { body } = await staff.post('/api/agencies').send({ name: 'J', primaryColor: '#ABCDEF' }).expect(201);
    expect(body).toMatchObject({ name: 'J', primaryColor: '#abcdef' });
    const changed = await staff.patch(`/api/agencies/${body.id}`).send({ customDomain: 'j.example' }).expect(200);
    expect(changed.body).toEqual({ ...body, customDomain: 'j.example', revision: 2, editor: 'Ada' });
    const cleared = await staff.patch(`/api/agencies/${body.id}`).send({ customDomain: null }).expect(200);
    expect(cleared.body.customDomain).toBeNull();
  });

  const COLOUR = 'primaryColor must be a colour such as #6366f1';
  const DOMAIN = 'customDomain must be a domain such as review.example.com, without http:// and without a path';
  const REFUSED: [object, string][] = [
    [{ name: undefined }, 'name is required'],
    [{ name: null }, 'name must be a text'],
    [{ name: '  ' }, 'name is required'],
    [{ name: '\u200b' }, 'name is required'],
    [{ name: 'a\u000bb' }, 'name must be one line: it must not contain line breaks'],
    [{ name: 'x'.repeat(201) }, 'name must be at most 200 characters'],
    [{ primaryColor: null }, COLOUR],
    [{ primaryColor: 'red' }, COLOUR],
    [{ primaryColor: '#12345' }, COLOUR],
    [{ primaryColor: '#fff' }, 'primaryColor must be a colour of six hexadecimal digits such as #6366f1'],
    [{ primaryColor: '#12345678' }, 'primaryColor must be a colour of six hexadecimal digits such as #6366f1'],
    [{ primaryColor: 'url(//evil.example)' }, COLOUR],
    [{ customDomain: 7 }, 'customDomain must be a text'],
    [{ customDomain: 'localhost' }, DOMAIN],
    [{ customDomain: 'http://review.example.com' }, DOMAIN],
    [{ customDomain: 'review.example.com/path' }, DOMAIN],
    [{ customDomain: 'review.example.com:8080' }, DOMAIN],
    [{ customDomain: 'review..example.com' }, DOMAIN],
    [{ customDomain: '-review.example.com' }, DOMAIN],
    [{ customDomain: '203.0.113.7' }, DOMAIN],
    [{ customDomain: '[::1]' }, DOMAIN],
    [{ customDomain: '*.example.com' }, DOMAIN],
    [{ customDomain: 'a b.example.com' }, DOMAIN],
    [{ customDomain: 'bücher.example.com/path' }, DOMAIN],
    [{ customDomain: 'bücher.example.com..' }, DOMAIN],
    [{ customDomain: 'xn--ü.example.com' }, DOMAIN],
    [{ customDomain: `${'a'.repeat(64)}.example.com` }, DOMAIN],
    [{ customDomain: `${'a.'.repeat(127)}com` }, 'customDomain must be at most 253 characters'],
    [
      { customDomain: 'Admin.example.com' },
      'admin.example.com is an address of the admin itself; customDomain must be a domain of the agency',
    ],
    [
      { customDomain: 'shop.replit.app' },
      'shop.replit.app is an address of the admin itself; customDomain must be a domain of the agency',
    ],
    [{ replyTo: 'nobody' }, 'replyTo must be an e-mail address such as name@example.com'],
    [{ postalAddress: 'a\nb' }, 'postalAddress must be one line: it must not contain line breaks'],
    [{ domainVerified: true }, 'domainVerified is not a field of this request'],
    [{ logoFileId: UNKNOWN_ID }, 'logoFileId is not a field of this request'],
  ];

  it.each(REFUSED)('refuses to create one with %j', async (fields, message) => {
    const before = await total();
    const { body } = await staff
      .post('/api/agencies')
      .send({ name: 'A', ...fields })
      .expect(400);
    expect(body).toMatchObject({ code: 'VALIDATION_FAILED', message, error: message });
    expect(body.details).toEqual([{ field: Object.keys(fields)[0], message }]);
    expect(await total()).toBe(before);
  });

  it.each(REFUSED.slice(1))('refuses to change one with %j, and changes nothing', async (fields, message) => {
    const agency = await createAgency(staff);
    const sent = { name: 'changed', ...fields };
    const { body } = await staff.patch(`/api/agencies/${agency.id}`).send(sent).expect(400);
    expect(body.message).toBe(message);
    expect((await staff.get(`/api/agencies/${agency.id}`)).body).toEqual(agency);
  });

  it('keeps a domain in lower case, and unverified when it changes', async () => {
    const agency = await createAgency(staff, { customDomain: ' Review.One.Example ' });
    expect(agency).toMatchObject({ customDomain: 'review.one.example', domainVerified: false });
    await verify(agency.id);
    const same = await change(agency.id, { customDomain: 'REVIEW.one.example', name: 'Renamed' }).expect(200);
    expect(same.body).toMatchObject({ name: 'Renamed', domainVerified: true });
    expect((await change(agency.id, { primaryColor: '#000000' }).expect(200)).body.domainVerified).toBe(true);
    const other = await change(agency.id, { customDomain: 'two.example' }).expect(200);
    expect(other.body).toMatchObject({ customDomain: 'two.example', domainVerified: false });
    await verify(agency.id);
    const none = await change(agency.id, { customDomain: '' }).expect(200);
    expect(none.body).toMatchObject({ customDomain: null, domainVerified: false });
  });

  it('keeps one form of a domain, however it is written', async () => {
    const agency = await createAgency(staff, { customDomain: 'Bücher.Example.' });
    expect(agency.customDomain).toBe('xn--bcher-kva.example');
    await verify(agency.id);
    for (const customDomain of ['bücher.example', 'XN--BCHER-KVA.example.', 'ｂücher。example', ' Bücher.Example. ']) {
      expect((await change(agency.id, { customDomain }).expect(200)).body).toEqual({ ...agency, domainVerified: true });
    }
    const other = await createAgency(staff);
    expect((await change(other.id, { customDomain: 'BÜCHER.example.' }).expect(409)).body.code).toBe('DOMAIN_TAKEN');
  });

  it('gives a domain to one agency only, also on concurrent requests', async () => {
    const create = () => staff.post('/api/agencies').field({ name: 'A', customDomain: 'taken.example' });
    const answers = await Promise.all(Array.from({ length: 5 }, create));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    expect(answers.find(({ status }) => status === 409)!.body).toMatchObject({
      code: 'DOMAIN_TAKEN',
      message: 'Another agency uses this custom domain already.',
      details: [{ field: 'customDomain' }],
    });
    const other = await createAgency(staff);
    await change(other.id, { customDomain: 'Taken.Example', name: 'Changed' }).expect(409);
    expect((await staff.get(`/api/agencies/${other.id}`)).body).toEqual(other);
  });

  it('leaves its clients without an agency when it is deleted', async () => {
    const agency = await createAgency(staff);
    const client = await createClient(staff, { agencyId: agency.id });
    await staff.delete(`/api/agencies/${agency.id}`).expect(204);
    // An edit of the client, for those who have it open.
    const without = { ...client, agencyId: null, revision: 2, editor: 'Ada' };
    expect((await staff.get(`/api/clients/${client.id}`).expect(200)).body).toEqual(without);
    const again = await staff.delete(`/api/agencies/${agency.id}`).expect(404);
    expect(again.body.message).toBe('Agency not found');
  });

  it.each(['get', 'patch', 'delete'] as const)('answers %s of an unknown or malformed id alike', async (method) => {
    for (const id of [UNKNOWN_ID, '1', '%00', `${UNKNOWN_ID} `]) {
      const { body } = await staff[method](`/api/agencies/${id}`).expect(404);
      expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'Agency not found' });
    }
  });

  it('lists by name in pages, with the total count', async () => {
    const own = await startApp();
    const agent = await own.staff();
    for (const name of ['C', 'A', 'B']) await createAgency(agent, { name });
    const names = ({ body }: { body: AgencyView[] }) => body.map(({ name }) => name);
    const all = await agent.get('/api/agencies').expect(200);
    expect(names(all)).toEqual(['A', 'B', 'C']);
    const page = await agent.get('/api/agencies').query({ limit: 1, offset: 1 }).expect(200);
    expect(names(page)).toEqual(['B']);
    expect([all.get('X-Total-Count'), page.get('X-Total-Count')]).toEqual(['3', '3']);
    await agent.get('/api/agencies').query({ limit: 0 }).expect(400);
    await own.close();
  });
});
