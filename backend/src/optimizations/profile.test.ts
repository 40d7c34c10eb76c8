import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient, createOptimization } from '../../test/factories.js';
import { readSchemaOrg } from '../../test/schema-org.js';
import type { OptimizationView } from '../contract/optimizations.js';
import type { ProfileView } from '../contract/profile.js';

const FAQS = [
  { question: 'Do you deliver?', answer: 'Yes, every day.\nOn Sundays until noon.' },
  { question: 'Is </script><b>this</b> "text" & no more?', answer: '<img src=x onerror=alert(1)>' },
];

describe('what goes to Google', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const profileOf = async ({ id }: { id: string }): Promise<ProfileView> =>
    (await staff.get(`/api/gmb-optimizations/${id}/profile`).expect(200)).body as ProfileView;
  const edit = async ({ id }: { id: string }, body: object): Promise<OptimizationView> =>
    (await staff.patch(`/api/gmb-optimizations/${id}`).send(body).expect(200)).body as OptimizationView;
  const decide = ({ publicLink }: OptimizationView, section: string, body: object = { status: 'approved' }) =>
    app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/approve/${section}`).send(body).expect(200);
  const apply = ({ id }: { id: string }, section: string, body: object = {}) =>
    staff.put(`/api/gmb-optimizations/${id}/applied/${section}`).send(body);
  const suggested = async (): Promise<OptimizationView> => {
    const client = await createClient(staff, { business: 'Bloom' });
    const { id } = await createOptimization(staff, { clientId: client.id, gmbLink: 'https://maps.example.com/bloom' });
    return edit(
      { id },
      {
        status: 'in_progress',
        descriptionSuggestion: 'Flowers in Porto since 1998.',
        servicesSuggestion: 'Bouquets\nDelivery',
        serviceAreasSuggestion: 'Porto',
        faqsSuggestion: JSON.stringify(FAQS),
        keywordsSuggestion: ['florist porto', 'wedding flowers'],
      },
    );
  };

  it('is what the client approved, and nothing else', async () => {
    const optimization = await suggested();
    await decide(optimization, 'services');
    await decide(optimization, 'keywords');
    await decide(optimization, 'description', { status: 'rejected', feedback: 'Say when we open' });
    const profile = await profileOf(optimization);
    expect(profile).toMatchObject({ gmbLink: 'https://maps.example.com/bloom', faqs: null });
    expect(profile.unapproved).toEqual(['description', 'serviceAreas', 'faqs']);
    expect(profile.sections).toEqual([
      {
        section: 'services',
        text: 'Bouquets\nDelivery',
        lines: ['Bouquets', 'Delivery'],
        version: expect.any(Number),
        approvedBy: null,
        approvedAt: expect.any(String),
        applied: null,
      },
      expect.objectContaining({ section: 'keywords', lines: ['florist porto', 'wedding flowers'] }),
    ]);
    expect(JSON.stringify(profile)).not.toContain('since 1998');
  });

  it('has the questions as HTML and as JSON-LD, in which they are text alone', async () => {
    const optimization = await suggested();
    await decide(optimization, 'faqs');
    const { faqs } = await profileOf(optimization);
    expect(faqs!.questions).toEqual(FAQS);
    expect(faqs!.html).toContain('<h3>Do you deliver?</h3>\n<p>Yes, every day.</p>\n<p>On Sundays until noon.</p>');
    expect(faqs!.html.match(/<[^>]+>/gu)!.every((tag) => /^<\/?(?:h3|p)>$/u.test(tag))).toBe(true);
    const [, json] = /^<script type="application\/ld\+json">\n([^<]*)\n<\/script>$/u.exec(faqs!.jsonLd)!;
    const term = (name: string) => `http://schema.org/${name}`;
    const value = (text: string) => [{ '@value': text }];
    expect(await readSchemaOrg(JSON.parse(json!))).toEqual([
      {
        '@type': [term('FAQPage')],
        [term('mainEntity')]: FAQS.map(({ question, answer }) => ({
          '@type': [term('Question')],
          [term('name')]: value(question),
          [term('acceptedAnswer')]: [{ '@type': [term('Answer')], [term('text')]: value(answer) }],
        })),
      },
    ]);
  });

  it('says who put an approved section there, until that is taken back', async () => {
    const optimization = await suggested();
    await decide(optimization, 'services');
    const { sections } = (await apply(optimization, 'services').expect(200)).body as ProfileView;
    expect(sections[0]!.applied).toEqual({ at: expect.any(String), by: expect.any(String), isCurrent: true });
    expect((await apply(optimization, 'services').expect(200)).body.sections).toEqual(sections);
    const undo = () => staff.delete(`/api/gmb-optimizations/${optimization.id}/applied/services`).expect(200);
    expect((await undo()).body.sections[0].applied).toBeNull();
    expect((await undo()).body.sections[0].applied).toBeNull();
    const { body } = await staff.get(`/api/gmb-optimizations/${optimization.id}/history`).expect(200);
    const actions = (body as { action: string }[]).map(({ action }) => action);
    expect(actions.filter((action) => action.startsWith('section.appl'))).toEqual([
      'section.apply_undone',
      'section.applied',
    ]);
  });

  it('says that another version is there once a new one is approved', async () => {
    const optimization = await suggested();
    await decide(optimization, 'services');
    await apply(optimization, 'services').expect(200);
    await edit(optimization, { servicesSuggestion: 'Bouquets\nWreaths' });
    expect((await profileOf(optimization)).sections).toEqual([]);
    await decide(optimization, 'services');
    expect((await profileOf(optimization)).sections[0]!.applied).toMatchObject({ isCurrent: false });
    expect((await apply(optimization, 'services').expect(200)).body.sections[0].applied.isCurrent).toBe(true);
  });

  it('notes nothing of a section that is not approved, or was changed meanwhile', async () => {
    const optimization = await suggested();
    const refused = await apply(optimization, 'services').expect(409);
    expect(refused.body).toMatchObject({
      code: 'SECTION_NOT_APPROVED',
      message: 'Services is not approved, so it cannot be applied.',
    });
    await decide(optimization, 'services');
    const { version } = (await profileOf(optimization)).sections[0]!;
    expect((await apply(optimization, 'services', { version: version - 1 }).expect(409)).body.code).toBe(
      'SECTION_CHANGED',
    );
    await apply(optimization, 'reviews').expect(400);
  });
});
