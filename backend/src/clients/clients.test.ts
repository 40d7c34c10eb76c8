import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { eventually } from '../../test/eventually.js';
import { createAgency, createClient, createMoment } from '../../test/factories.js';

const UNKNOWN_ID = '00000000-0000-4000-8000-000000000000';

const WHOLE = {
  business: 'Rosa’s Flowers',
  description: 'Florist since 1998',
  mediaDescription: 'Bright photos',
  serviceAreas: 'Lisbon\nSintra',
  targetKeywords: ['florist', 'tulips'],
  categories: ['Florist'],
  notes: 'Pays late',
  website: 'https://rosa.example/shop',
  phone: '+351 21 000 0000',
  address: 'Rua Augusta 1, Lisboa',
  socialLinks: ['https://social.example/rosa'],
};

describe('clients', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const total = async (): Promise<string | undefined> => (await staff.get('/api/clients')).get('X-Total-Count');

  it('stores every field, and returns no others', async () => {
    const agency = await createAgency(staff);
    const { body } = await staff
      .post('/api/clients')
      .send({ ...WHOLE, agencyId: agency.id })
      .expect(201);
    expect(body).toEqual({
      ...WHOLE,
      agencyId: agency.id,
      owner: null,
      id: expect.any(String),
      momentCount: 0,
      revision: 1,
      editor: null,
      createdAt: expect.any(String),
    });
    expect((await staff.get(`/api/clients/${body.id}`).expect(200)).body).toEqual(body);
  });

  it('starts with empty texts and lists', async () => {
    const client = await createClient(staff, { business: 'Only a name' });
    expect(client).toMatchObject({
      description: '',
      notes: '',
      website: '',
      agencyId: null,
      targetKeywords: [],
      categories: [],
      socialLinks: [],
    });
  });

  it('trims texts, drops blank and repeated tags, and takes a comma-separated text as a list', async () => {
    const client = await createClient(staff, {
      business: '  Rosa  ',
      notes: '\n two lines\n here \t',
      targetKeywords: [' tulips', 'tulips ', '', '  ', 'roses', 'tulips'],
      categories: ' Florist, Garden centre ,, Florist',
      socialLinks: '',
    });
    expect(client).toMatchObject({
      business: 'Rosa',
      notes: 'two lines\n here',
      targetKeywords: ['tulips', 'roses'],
      categories: ['Florist', 'Garden centre'],
      socialLinks: [],
    });
  });

  it('takes null for an optional field as empty', async () => {
    const { id } = await createClient(staff, WHOLE);
    const nothing = { website: null, notes: null, targetKeywords: null, agencyId: null, socialLinks: null };
    const { body } = await staff.patch(`/api/clients/${id}`).send(nothing).expect(200);
    expect(body).toMatchObject({ website: '', notes: '', targetKeywords: [], agencyId: null, socialLinks: [] });
    expect(body.description).toBe(WHOLE.description);
  });

  it('changes the given fields only', async () => {
    const client = await createClient(staff, WHOLE);
    const { body } = await staff.patch(`/api/clients/${client.id}`).send({ phone: '112', categories: [] }).expect(200);
    expect(body).toEqual({ ...client, phone: '112', categories: [], revision: 2, editor: 'Ada' });
    expect((await staff.patch(`/api/clients/${client.id}`).send({}).expect(200)).body).toEqual(body);
  });

  it('stores any text unchanged', async () => {
    const business = `"'; DROP TABLE clients; -- <script>alert(1)</script> \\ % _ 🌷 ünï`;
    const { id } = await createClient(staff, { business });
    const { body } = await staff.get(`/api/clients/${id}`).expect(200);
    expect(body).toMatchObject({ business });
  });

  it('keeps the lines and tabs of texts that have several, and marks that turn the direction of text', async () => {
    const notes = 'Mon\t9–18\r\nTue\t9–18\n\u2028\u202eturned\u202c';
    const business = '\u202aRosa\u202c \u2067פרחים\u2069';
    const { id } = await createClient(staff, { business, notes, address: 'Rua das Flores 1\nPorto' });
    const { body } = await staff.get(`/api/clients/${id}`).expect(200);
    expect(body).toMatchObject({ business, notes, address: 'Rua das Flores 1\nPorto' });
  });

  it('treats texts without visible characters as empty', async () => {
    const { body } = await staff
      .post('/api/clients')
      .send({ business: 'B', notes: '\u200b', targetKeywords: ['\u200d', 'roses', '\u2060'], phone: '\ufeff' })
      .expect(201);
    expect(body).toMatchObject({ notes: '', targetKeywords: ['roses'], phone: '' });
  });

  it('counts characters, and an emoji as one', async () => {
    const tulips = '🌷'.repeat(200);
    const fields = { business: tulips, categories: [tulips], targetKeywords: [tulips] };
    expect(await createClient(staff, fields)).toMatchObject(fields);
  });

  const ALLOWED = 'tabs and line breaks are allowed';
  const REFUSED: [object, string][] = [
    [{ business: undefined }, 'business is required'],
    [{ notes: 'lone \ud800 half' }, 'notes must not contain half a character: one of a pair of surrogates is missing'],
    [{ business: `B${'\ufe0f'.repeat(200)}` }, 'business must be at most 200 characters'],
    [{ categories: [`B${'\ufe0f'.repeat(200)}`] }, 'each entry of categories must be at most 200 characters'],
    [{ business: null }, 'business must be a text'],
    [{ business: ' \t ' }, 'business is required'],
    [{ business: '\u200b\u2060\ufeff' }, 'business is required'],
    [{ business: '\u3164\u2800 \u00ad\ufe0f' }, 'business is required'],
    [{ business: 'two\nlines' }, 'business must be one line: it must not contain line breaks'],
    [{ business: 'two\r\nlines' }, 'business must be one line: it must not contain line breaks'],
    [{ business: 'two\u2028lines' }, 'business must be one line: it must not contain line breaks'],
    [{ business: 'two\u0085lines' }, 'business must be one line: it must not contain line breaks'],
    [{ business: 'a\tb' }, 'business must not contain the control character U+0009'],
    [{ business: 'be\u0007ll' }, 'business must not contain the control character U+0007'],
    [{ phone: '\u001b[31m112' }, 'phone must not contain the control character U+001B'],
    [{ website: 'https://rosa.example/\u009f' }, 'website must not contain the control character U+009F'],
    [{ business: 7 }, 'business must be a text'],
    [{ business: ['a'] }, 'business must be a text'],
    [{ business: { text: 'x' } }, 'business must be a text'],
    [{ business: 'x'.repeat(201) }, 'business must be at most 200 characters'],
    [{ description: 'x'.repeat(10_001) }, 'description must be at most 10000 characters'],
    [{ notes: 'a\u0000b' }, `notes must not contain the control character U+0000; ${ALLOWED}`],
    [{ notes: 'be\u0007ll' }, `notes must not contain the control character U+0007; ${ALLOWED}`],
    [{ notes: 'one\u0085two' }, `notes must not contain the control character U+0085; ${ALLOWED}`],
    [{ address: 'page\fbreak' }, `address must not contain the control character U+000C; ${ALLOWED}`],
    [{ notes: false }, 'notes must be a text'],
    [{ targetKeywords: 5 }, 'targetKeywords must be a list of texts'],
    [{ targetKeywords: { 0: 'a' } }, 'targetKeywords must be a list of texts'],
    [{ targetKeywords: ['a', 5] }, 'each entry of targetKeywords must be a text'],
    [{ targetKeywords: [['a']] }, 'each entry of targetKeywords must be a text'],
    [{ targetKeywords: ['a', null] }, 'each entry of targetKeywords must be a text'],
    [{ targetKeywords: ['x'.repeat(201)] }, 'each entry of targetKeywords must be at most 200 characters'],
    [{ targetKeywords: ['a', 'b\u0000'] }, 'targetKeywords must not contain the control character U+0000'],
    [{ socialLinks: ['a\u007fb'] }, 'socialLinks must not contain the control character U+007F'],
    [
      { categories: Array.from({ length: 101 }, (_none, index) => `${index}`) },
      'categories must have at most 100 entries',
    ],
    [{ website: 'rosa.example' }, 'website must be a web address that starts with http:// or https://'],
    [{ website: 'javascript:alert(1)' }, 'website must be a web address that starts with http:// or https://'],
    [{ website: `https://rosa.example/${'x'.repeat(2000)}` }, 'website must be at most 2000 characters'],
    [{ agencyId: 'nobody' }, 'agencyId must be the id of an existing record'],
    [{ agencyId: '' }, 'agencyId must be the id of an existing record'],
    [{ agencyId: UNKNOWN_ID }, 'agencyId must be the id of an existing agency'],
    [{ colour: 'red' }, 'colour is not a field of this request'],
    [{ id: UNKNOWN_ID }, 'id is not a field of this request'],
    [{ createdAt: '2020-01-01' }, 'createdAt is not a field of this request'],
  ];

  it.each(REFUSED)('refuses to create one with %j', async (fields, message) => {
    const before = await total();
    const { body } = await staff
      .post('/api/clients')
      .send({ business: 'B', ...fields })
      .expect(400);
    expect(body).toMatchObject({ statusCode: 400, code: 'VALIDATION_FAILED', error: message, message });
    expect(body.details).toEqual([{ field: Object.keys(fields)[0], message }]);
    expect(await total()).toBe(before);
  });

  it.each(REFUSED.slice(1))('refuses to change one with %j, and changes nothing', async (fields, message) => {
    const client = await createClient(staff, WHOLE);
    const { body } = await staff
      .patch(`/api/clients/${client.id}`)
      .send({ phone: 'changed', ...fields })
      .expect(400);
    expect(body.message).toBe(message);
    expect((await staff.get(`/api/clients/${client.id}`)).body).toEqual(client);
  });

  it('names every wrong field at once', async () => {
    const { body } = await staff.post('/api/clients').send({ notes: 1, website: 'x', colour: 'red' }).expect(400);
    const fields = (body.details as { field: string }[]).map(({ field }) => field);
    expect(fields.sort()).toEqual(['business', 'colour', 'notes', 'website']);
  });

  it('lists by name in pages, with the length of the whole and the count of moments', async () => {
    const own = await startApp();
    const agent = await own.staff();
    for (const business of ['Cedar', 'Ash', 'Beech']) await createClient(agent, { business });
    const [first] = (await agent.get('/api/clients').expect(200)).body as { id: string }[];
    await createMoment(agent, { clientId: first!.id });
    const all = await agent.get('/api/clients').expect(200);
    expect(all.get('X-Total-Count')).toBe('3');
    const names = (body: { business: string; momentCount: number }[]) =>
      body.map((row) => [row.business, row.momentCount]);
    expect(names(all.body)).toEqual([
      ['Ash', 1],
      ['Beech', 0],
      ['Cedar', 0],
    ]);
    const page = await agent.get('/api/clients').query({ limit: 1, offset: 1 }).expect(200);
    expect(names(page.body)).toEqual([['Beech', 0]]);
    expect(page.get('X-Total-Count')).toBe('3');
    expect((await agent.get('/api/clients').query({ offset: 3 }).expect(200)).body).toEqual([]);
    await own.close();
  });

  it.each([
    [{ limit: '' }, 'limit must be a whole number'],
    [{ limit: '0' }, 'limit must be at least 1'],
    [{ limit: '1001' }, 'limit must be at most 1000'],
    [{ limit: '1.5' }, 'limit must be a whole number'],
    [{ limit: '0x10' }, 'limit must be a whole number'],
    [{ limit: '1e2' }, 'limit must be a whole number'],
    [{ limit: ' 5' }, 'limit must be a whole number'],
    [{ limit: '+5' }, 'limit must be a whole number'],
    [{ limit: '٥' }, 'limit must be a whole number'],
    [{ offset: '0b1' }, 'offset must be a whole number'],
    [{ limit: ['1', '2'] }, 'limit must be a whole number'],
    [{ offset: '-1' }, 'offset must be at least 0'],
    [{ offset: 'Infinity' }, 'offset must be a whole number'],
    [{ title: 'x' }, 'title is not a field of this request'],
    [{ sort: 'notes' }, 'sort must be one of: business, -createdAt, -openCount'],
    [{ agencyId: 'x' }, 'agencyId must be the id of an existing record'],
    [{ search: 'x'.repeat(201) }, 'search must be at most 200 characters'],
  ])('refuses the query %j', async (query, message) => {
    const { body } = await staff.get('/api/clients').query(query).expect(400);
    expect(body.message).toBe(message);
  });

  it('is deleted once, together with its moments', async () => {
    const client = await createClient(staff);
    const moment = await createMoment(staff, { clientId: client.id });
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    expect((await staff.delete(`/api/clients/${client.id}`)).status).toBe(404);
    expect((await staff.get(`/api/moments/${moment.id}`)).status).toBe(404);
  });

  it('answers with a message when the record that it refers to is deleted concurrently', async () => {
    const agency = await createAgency(staff);
    const client = await createClient(staff);
    const answers = await deletedMeanwhile('agencies', agency.id, () => [
      staff.post('/api/clients').send({ business: 'B', agencyId: agency.id }),
      staff.patch(`/api/clients/${client.id}`).send({ agencyId: agency.id }),
    ]);
    const message = 'agencyId must be the id of an existing agency';
    for (const answer of answers) expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  it('accepts no new moment while it is being deleted', async () => {
    const { id: clientId } = await createClient(staff);
    const [answer] = await deletedMeanwhile('clients', clientId, () => [
      staff.post('/api/moments').send({ title: 'Late', clientId }),
    ]);
    const message = 'clientId must be the id of an existing client';
    expect(answer).toMatchObject({ status: 400, body: { message } });
  });

  /** Sends the calls while a transaction that deletes the row is open, and commits it when they wait. */
  async function deletedMeanwhile<T>(table: 'agencies' | 'clients', id: string, calls: () => PromiseLike<T>[]) {
    const deletion = app.db.createQueryRunner();
    await deletion.startTransaction();
    await deletion.query(`DELETE FROM ${table} WHERE id = $1`, [id]);
    const answers = calls().map((call) => Promise.resolve(call));
    await locksAwaited(answers.length);
    await deletion.commitTransaction();
    await deletion.release();
    return Promise.all(answers);
  }

  async function locksAwaited(count: number): Promise<void> {
    await eventually(async () => {
      const [row] = await app.db.query(
        `SELECT count(*)::int AS waiting FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      expect(row.waiting).toBe(count);
    });
  }
});
