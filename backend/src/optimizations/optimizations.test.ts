import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createAgency, createClient, createOptimization, SUGGESTIONS } from '../../test/factories.js';
import type { HistoryEntry } from '../contract/history.js';
import type { OptimizationView } from '../contract/optimizations.js';

const NOWHERE = '00000000-0000-4000-8000-000000000000';
const WHOLE = {
  businessName: 'Bloom & Stem',
  website: 'https://bloom.example/shop',
  gmbLink: 'https://maps.google.com/?cid=1',
  phone: '+351 21 000 000',
  address: 'Rua Augusta 1, Lisboa',
  hours: 'Mon-Fri 9-18',
  categories: 'Florist\nGift shop',
  currentDescription: 'Flowers since ever.',
  currentServices: 'Bouquets\n\nBouquets',
  currentServiceAreas: 'Lisbon',
  currentFAQs: 'Q: Do you deliver? A: Yes.',
};

describe('the record of an optimization', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const path = (id: string): string => `/api/gmb-optimizations/${id}`;
  const read = async (id: string): Promise<OptimizationView> =>
    (await staff.get(path(id)).expect(200)).body.optimization;
  const patch = (id: string, body: object) => staff.patch(path(id)).send(body);
  const history = async (id: string): Promise<HistoryEntry[]> =>
    (await staff.get(`${path(id)}/history`).expect(200)).body;

  it('begins as a draft with an unguessable link and five undecided sections', async () => {
    const agency = await createAgency(staff);
    const client = await createClient(staff, { agencyId: agency.id, business: 'Bloom', phone: '112' });
    const made = await createOptimization(staff, { clientId: client.id, businessName: ' Bloom ' });
    expect(made).toMatchObject({
      clientId: client.id,
      client: { id: client.id, business: 'Bloom' },
      businessName: 'Bloom',
      status: 'draft',
      currentStep: 2,
      website: '',
      websiteScan: null,
      descriptionSuggestion: '',
      keywordsSuggestion: [],
      descriptionApproved: 'pending',
      keywordsApproved: 'pending',
      sectionVersions: { description: 1, services: 1, serviceAreas: 1, faqs: 1, keywords: 1 },
      publicOrigin: null,
    });
    expect(made.publicLink).toMatch(/^[\w-]{22}$/);
    const { body } = await staff.get(path(made.id)).expect(200);
    expect(body).toEqual({ optimization: made, client });
    expect((await createOptimization(staff)).publicLink).not.toBe(made.publicLink);
  });

  it('can be created with all fields, which are returned unchanged except for categories', async () => {
    const { id, ...made } = await createOptimization(staff, {
      ...WHOLE,
      categories: ['Florist', ' Gift shop', 'Florist'],
    });
    expect(made).toMatchObject(WHOLE);
    expect(made.currentStep).toBe(1);
    const emptied = { website: null, phone: null, address: null, hours: null, categories: [], currentFAQs: null };
    const { body } = await patch(id, emptied).expect(200);
    expect(body).toMatchObject({ website: '', phone: '', address: '', hours: '', categories: '', currentFAQs: '' });
    expect(body).toMatchObject({ businessName: WHOLE.businessName, currentServices: WHOLE.currentServices });
  });

  it.each([
    [{ clientId: undefined }, 'clientId', 'clientId is required'],
    [{ clientId: NOWHERE }, 'clientId', 'clientId must be the id of an existing client'],
    [{ clientId: 'x' }, 'clientId', 'clientId must be the id of an existing record'],
    [{ businessName: '  ' }, 'businessName', 'businessName is required'],
    [{ website: 'bloom.example' }, 'website', 'website must be a web address that starts with http:// or https://'],
    [
      { gmbLink: 'javascript:alert(1)' },
      'gmbLink',
      'gmbLink must be a web address that starts with http:// or https://',
    ],
    [{ categories: 7 }, 'categories', 'categories must be a text with one entry per line'],
    [{ categories: ['x'.repeat(201)] }, 'categories', 'each line of categories must be at most 200 characters'],
    [{ phone: 'a\u0000b' }, 'phone', 'phone must not contain the control character U+0000'],
    [{ businessName: '\u200b' }, 'businessName', 'businessName is required'],
    [{ businessName: 'a\u2029b' }, 'businessName', 'businessName must be one line: it must not contain line breaks'],
    [{ categories: ['a\u0001'] }, 'categories', 'categories must not contain the control character U+0001'],
    [{ nonsense: 1 }, 'nonsense', 'nonsense is not a field of this request'],
  ])('refuses %j', async (fields, field, message) => {
    const { id: clientId } = await createClient(staff);
    const body = { clientId, businessName: 'Bloom', ...fields };
    const answer = await staff.post('/api/gmb-optimizations').send(body).expect(400);
    expect(answer.body).toMatchObject({ code: 'VALIDATION_FAILED', details: [{ field }] });
    expect(answer.body.message).toContain(message);
  });

  it.each([
    [{ descriptionSuggestion: 'x'.repeat(751) }, 'descriptionSuggestion must be at most 750 characters'],
    [{ servicesSuggestion: 'x'.repeat(141) }, 'each line of servicesSuggestion must be at most 140 characters'],
    [
      { serviceAreasSuggestion: Array.from({ length: 21 }, (_none, index) => `Area ${index}`).join('\n') },
      'serviceAreasSuggestion must have at most 20 lines',
    ],
    [{ faqsSuggestion: 'Do you deliver? Yes.' }, 'faqsSuggestion must be a JSON array'],
    [{ faqsSuggestion: '[{"question":"Q"}]' }, 'faqsSuggestion must be a JSON array'],
    [{ sectionVersions: { hours: 1 } }, 'sectionVersions must hold whole numbers from 1, by name: description'],
    [{ sectionVersions: { faqs: 'one' } }, 'sectionVersions must hold whole numbers from 1'],
    [{ sectionVersions: { constructor: 1 } }, 'sectionVersions.constructor is not a field of this request'],
    [{ sectionVersions: { ['__proto__']: 1 } }, 'sectionVersions.__proto__ is not a field of this request'],
    [{ sectionVersions: { prototype: 1 } }, 'sectionVersions.prototype is not a field of this request'],
    [{ sectionVersions: { toString: 1, faqs: 1 } }, 'sectionVersions.toString is not a field of this request'],
    [{ servicesSuggestion: '🌷'.repeat(141) }, 'each line of servicesSuggestion must be at most 140 characters'],
    [
      { faqsSuggestion: `Q: ${'🌷'.repeat(301)}\nA: Yes` },
      'each question of faqsSuggestion must be at most 300 characters, each answer at most 1000',
    ],
    [{ status: 'completed' }, 'status must be one of: in_progress'],
    [{ status: 'draft' }, 'status must be one of: in_progress'],
    [{ publicLink: 'x' }, 'publicLink is not a field of this request'],
  ])('refuses the change %#, and changes nothing', async (fields, message) => {
    const { id } = await createOptimization(staff);
    const answer = await patch(id, { businessName: 'Other', ...fields }).expect(400);
    expect(answer.body.message).toContain(message);
    expect(await read(id)).toMatchObject({ businessName: 'Rosa’s Flowers', status: 'draft' });
  });

  it('counts characters of lines and FAQs, and an emoji as one', async () => {
    const { id } = await createOptimization(staff);
    const fields = {
      categories: '🌷'.repeat(200),
      descriptionSuggestion: '🌷'.repeat(750),
      servicesSuggestion: '🌷'.repeat(140),
      serviceAreasSuggestion: '🌷'.repeat(200),
      faqsSuggestion: `Q: ${'🌷'.repeat(300)}\nA: ${'🌷'.repeat(1000)}`,
      keywordsSuggestion: ['🌷'.repeat(200)],
    };
    expect((await patch(id, fields).expect(200)).body).toMatchObject(fields);
  });

  it('keeps what staff write: trimmed lines without doubles, FAQs in either form', async () => {
    const { id } = await createOptimization(staff);
    const { body } = await patch(id, {
      servicesSuggestion: ' Bouquets \n\nBouquets\r\nWeddings ',
      serviceAreasSuggestion: ['Lisbon', 'Almada'],
      faqsSuggestion: 'Q: Do you deliver? A: Yes, in Lisbon.',
      keywordsSuggestion: ['florist', ' florist', 'flowers'],
    }).expect(200);
    expect(body).toMatchObject({
      servicesSuggestion: 'Bouquets\nWeddings',
      serviceAreasSuggestion: 'Lisbon\nAlmada',
      faqsSuggestion: 'Q: Do you deliver? A: Yes, in Lisbon.',
      keywordsSuggestion: ['florist', 'flowers'],
      sectionVersions: { description: 1, services: 2, serviceAreas: 2, faqs: 2, keywords: 2 },
    });
  });

  it('refuses a list as versions, and keeps a keyword on one line', async () => {
    const { id } = await createOptimization(staff);
    const answer = await patch(id, { sectionVersions: [] }).expect(400);
    expect(answer.body.details).toMatchObject([{ field: 'sectionVersions' }]);
    const keywordsSuggestion = ['wedding\n  flowers', 'wedding flowers', 'florist'];
    const { body } = await patch(id, { keywordsSuggestion }).expect(200);
    expect(body.keywordsSuggestion).toEqual(['wedding flowers', 'florist']);
  });

  it('is described with every parameter of its paths', async () => {
    const { body } = await staff.get('/api/openapi.json').expect(200);
    const operations = Object.entries(body.paths as Record<string, Record<string, { parameters: { name: string }[] }>>)
      .filter(([address]) => address.startsWith('/api/gmb-optimizations'))
      .flatMap(([address, methods]) => Object.values(methods).map(({ parameters }) => ({ address, parameters })));
    expect(operations.length).toBeGreaterThan(10);
    for (const { address, parameters } of operations) {
      const inPath = [...address.matchAll(/\{(\w+)\}/gu)].map(([, name]) => name);
      expect({ address, named: parameters.map(({ name }) => name) }).toEqual({
        address,
        named: expect.arrayContaining(inPath),
      });
    }
  });

  it('moves forward through its steps, never back', async () => {
    const { id, currentStep } = await createOptimization(staff, { website: 'https://bloom.example' });
    expect(currentStep).toBe(1);
    expect((await patch(id, { status: 'in_progress' }).expect(200)).body).toMatchObject({
      status: 'in_progress',
      currentStep: 3,
    });
    const { keywordsSuggestion, ...others } = SUGGESTIONS;
    expect((await patch(id, { keywordsSuggestion }).expect(200)).body.currentStep).toBe(4);
    expect((await patch(id, others).expect(200)).body.currentStep).toBe(5);
    expect(
      (await patch(id, { keywordsSuggestion: [], website: 'https://other.example' }).expect(200)).body,
    ).toMatchObject({
      currentStep: 5,
      keywordsSuggestion: [],
    });
  });

  it('is submitted once, and stays with its client from then on', async () => {
    const { id, clientId, client } = await createOptimization(staff);
    const other = await createClient(staff, { business: 'Other' });
    expect((await patch(id, { clientId: other.id }).expect(200)).body.client.business).toBe('Other');
    await patch(id, { status: 'in_progress' }).expect(200);
    await patch(id, { status: 'in_progress', clientId: other.id }).expect(200);
    const { body } = await patch(id, { clientId }).expect(409);
    expect(body).toMatchObject({
      code: 'OPTIMIZATION_SUBMITTED',
      message: 'Only a draft can be given to another client; this one was submitted.',
    });
    expect(await history(id)).toMatchObject([
      { action: 'optimization.submitted' },
      { action: 'optimization.moved', actorName: 'Ada', changes: { client: { from: client.business, to: 'Other' } } },
      { action: 'optimization.created' },
    ]);
  });

  it('remembers what staff changed once it was submitted, and who did', async () => {
    const { id } = await createOptimization(staff);
    await patch(id, { currentDescription: 'Draft text' }).expect(200);
    await patch(id, { status: 'in_progress' }).expect(200);
    await patch(id, { currentDescription: 'New text', descriptionSuggestion: 'Better' }).expect(200);
    await patch(id, { currentDescription: 'New text', descriptionSuggestion: 'Better' }).expect(200);
    const entries = await history(id);
    expect(entries.map(({ action, section, actorName, changes }) => [action, section, actorName, changes])).toEqual([
      ['section.edited', 'description', 'Ada', { suggestion: { from: '', to: 'Better' } }],
      ['optimization.edited', null, 'Ada', { currentDescription: { from: 'Draft text', to: 'New text' } }],
      ['optimization.submitted', null, 'Ada', {}],
      ['optimization.created', null, 'Ada', {}],
    ]);
  });

  it('gets a suggestion back that an entry of the history replaced, as an edit', async () => {
    const { id } = await createOptimization(staff);
    const { body: first } = await patch(id, { descriptionSuggestion: 'Better' }).expect(200);
    expect(first.handwrittenSections).toEqual(['description']);
    const [unrestorable] = await history(id);
    await patch(id, { descriptionSuggestion: 'Best' }).expect(200);
    const [{ id: entryId }] = (await history(id)) as [HistoryEntry];
    const restore = (body: object) => staff.post(`/api/gmb-optimizations/${id}/restore`).send(body);
    expect((await restore({ entryId, version: 2 }).expect(409)).body.code).toBe('SECTION_CHANGED');
    expect((await restore({ entryId: unrestorable!.id }).expect(409)).body.code).toBe('NOTHING_TO_RESTORE');
    const { body } = await restore({ entryId, version: 3 }).expect(200);
    expect(body).toMatchObject({ descriptionSuggestion: 'Better', descriptionApproved: 'pending' });
    expect((await history(id))[0]).toMatchObject({
      action: 'section.restored',
      section: 'description',
      changes: { suggestion: { from: 'Best', to: 'Better' } },
    });
    const other = await createOptimization(staff);
    const elsewhere = await staff.post(`/api/gmb-optimizations/${other.id}/restore`).send({ entryId });
    expect(elsewhere.status).toBe(404);
  });

  it('remembers the changes of a draft too, once its client has something to look at', async () => {
    const { id } = await createOptimization(staff);
    await patch(id, { descriptionSuggestion: 'Better' }).expect(200);
    await patch(id, { currentDescription: 'As it is' }).expect(200);
    const entries = await history(id);
    expect(entries[0]).toMatchObject({
      action: 'optimization.edited',
      changes: { currentDescription: { from: '', to: 'As it is' } },
    });
  });

  it('records once who shared the link, and when a visitor first opened it', async () => {
    const optimization = await createOptimization(staff);
    const { id, publicLink } = optimization;
    expect(optimization).toMatchObject({ sharedAt: null, openedAt: null });
    const first = await staff.post(`${path(id)}/share`).expect(200);
    const second = await staff.post(`${path(id)}/share`).expect(200);
    expect(first.body).toMatchObject({ sharedAt: expect.any(String), openedAt: null, status: optimization.status });
    expect(second.body.sharedAt).toBe(first.body.sharedAt);
    expect((await history(id)).map(({ action, actorName }) => [action, actorName])).toEqual([
      ['optimization.shared', 'Ada'],
      ['optimization.created', 'Ada'],
    ]);
    await app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/opened`).expect(204);
    const { openedAt } = await read(id);
    expect(openedAt).toEqual(expect.any(String));
    await staff.patch(path(id)).send({ descriptionSuggestion: 'Better' }).expect(200);
    await app
      .visitor()
      .post(`/api/gmb-optimizations/public/${publicLink}/approve/description`)
      .send({ status: 'approved' });
    expect((await read(id)).openedAt).toBe(openedAt);
  });

  it('is listed newest first, in pages', async () => {
    const [first, second] = [await createOptimization(staff), await createOptimization(staff)];
    const { body } = await staff.get('/api/gmb-optimizations').expect(200);
    expect(body.slice(0, 2).map(({ id }: OptimizationView) => id)).toEqual([second.id, first.id]);
    expect(Object.keys(body[0]).toSorted()).toEqual(
      [
        'id',
        'clientId',
        'client',
        'businessName',
        'status',
        'currentStep',
        'sharedAt',
        'openedAt',
        'dueOn',
        'daysLeft',
        'createdAt',
      ].toSorted(),
    );
    const page = await staff.get('/api/gmb-optimizations').query({ limit: 1, offset: 1 }).expect(200);
    expect(page.body).toEqual([body[1]]);
    expect(page.get('X-Total-Count')).toBe(String(body.length));
  });

  it('lists those of one client', async () => {
    const { id: clientId } = await createClient(staff);
    await createOptimization(staff);
    const mine = await createOptimization(staff, { clientId });
    const newer = await createOptimization(staff, { clientId });
    const list = (query: object) => staff.get('/api/gmb-optimizations').query(query).expect(200);
    expect((await list({ clientId })).body).toMatchObject([{ id: newer.id }, { id: mine.id }]);
    const page = await list({ clientId, limit: 1 });
    expect([page.get('X-Total-Count'), page.body]).toMatchObject(['2', [{ id: newer.id }]]);
    expect((await list({ clientId: NOWHERE })).body).toEqual([]);
  });

  it('lists those that match a text, by business name or client, and a status', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Zimtstern Café' });
    const byName = await createOptimization(staff, { businessName: 'Cafe Zimtstern Nord' });
    const byClient = await createOptimization(staff, { clientId, businessName: 'Bakery' });
    await staff.patch(path(byClient.id)).send({ status: 'in_progress' }).expect(200);
    const list = (query: object) => staff.get('/api/gmb-optimizations').query(query).expect(200);
    expect((await list({ search: 'zimtstern' })).body).toMatchObject([{ id: byClient.id }, { id: byName.id }]);
    expect((await list({ search: 'zimtstern cafe' })).body).toMatchObject([{ id: byClient.id }]);
    const page = await list({ search: 'ZIMTSTERN', status: 'draft', limit: 1 });
    expect([page.get('X-Total-Count'), page.body]).toMatchObject(['1', [{ id: byName.id }]]);
    expect((await list({ search: 'zimtstern%' })).body).toEqual([]);
    await staff.get('/api/gmb-optimizations').query({ status: 'approved' }).expect(400);
  });

  it('is gone after its deletion, or that of its client', async () => {
    const client = await createClient(staff);
    const optimizations = [
      await createOptimization(staff, { clientId: client.id }),
      await createOptimization(staff, { clientId: client.id }),
    ];
    await staff.delete(path(optimizations[0]!.id)).expect(204);
    await staff.get(path(optimizations[0]!.id)).expect(404);
    await staff.get(path(optimizations[1]!.id)).expect(200);
    await staff.delete(`/api/clients/${client.id}`).expect(204);
    const { body } = await staff.get(path(optimizations[1]!.id)).expect(404);
    expect(body).toMatchObject({ code: 'NOT_FOUND', message: 'Optimization not found' });
  });

  it('refuses the second of two saves of the same section, and overwrites nothing', async () => {
    const { id } = await createOptimization(staff);
    const seen = { description: 1, services: 1 };
    await patch(id, { descriptionSuggestion: 'First', sectionVersions: seen }).expect(200);
    const second = { descriptionSuggestion: 'Second', servicesSuggestion: 'Mine', sectionVersions: seen };
    const { body } = await patch(id, second).expect(409);
    expect(body).toMatchObject({
      code: 'SECTION_CHANGED',
      message: 'The suggestion for Business Description was changed by Ada meanwhile. Please look at the new version.',
    });
    expect(await read(id)).toMatchObject({ descriptionSuggestion: 'First', servicesSuggestion: '' });
    await patch(id, { ...second, sectionVersions: { description: 2, services: 1 } }).expect(200);
    expect(await read(id)).toMatchObject({ descriptionSuggestion: 'Second', servicesSuggestion: 'Mine' });
  });
});
