import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import {
  createAgency,
  createClient,
  createOptimization,
  createSuggestedOptimization,
  SUGGESTIONS,
} from '../../test/factories.js';
import { connectLive, waitForEvent, sessionCookie } from '../../test/live.js';
import type { HistoryEntry } from '../contract/history.js';
import type { OptimizationView } from '../contract/optimizations.js';
import { SECTIONS } from '../contract/statuses.js';

describe('decisions on the sections of an optimization', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp({ MAIN_HOSTS: 'admin.example' });
    staff = await app.staff();
  });
  afterAll(() => app.close());

  const page = ({ publicLink }: OptimizationView): string => `/api/gmb-optimizations/public/${publicLink}`;
  const decide = (optimization: OptimizationView, section: string, body: object) =>
    app
      .visitor()
      .post(`${page(optimization)}/approve/${section}`)
      .send(body);
  const approve = (optimization: OptimizationView, section: string, version?: number) =>
    decide(optimization, section, { status: 'approved', version });
  const reject = (optimization: OptimizationView, section: string, feedback = 'Too long') =>
    decide(optimization, section, { status: 'rejected', feedback });
  const read = async ({ id }: OptimizationView): Promise<OptimizationView> =>
    (await staff.get(`/api/gmb-optimizations/${id}`).expect(200)).body.optimization;
  const decisions = async ({ id }: OptimizationView): Promise<HistoryEntry[]> => {
    const { body } = await staff.get(`/api/gmb-optimizations/${id}/history`).expect(200);
    return (body as HistoryEntry[]).filter(({ action }) => /approved|rejected/.test(action));
  };

  it('shows what was rejected before beside another suggestion, until it is approved', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const earlier = async () =>
      (await app.visitor().get(page(optimization)).expect(200)).body.optimization.earlierSuggestions;
    const suggest = (servicesSuggestion: string) =>
      staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ servicesSuggestion }).expect(200);
    const none = { description: null, services: null, serviceAreas: null, faqs: null, keywords: null };
    expect(await earlier()).toEqual(none);
    await reject(optimization, 'services', 'Too few').expect(200);
    expect(await earlier()).toEqual(none);
    await suggest('Never seen');
    await suggest('Roses\nTulips');
    expect(await earlier()).toEqual({ ...none, services: optimization.servicesSuggestion });
    expect(await read(optimization)).toMatchObject({
      servicesFeedback: 'Too few',
      earlierSuggestions: { services: optimization.servicesSuggestion },
    });
    await suggest(optimization.servicesSuggestion);
    expect(await earlier()).toEqual(none);
    await suggest('Roses\nTulips');
    await reject(optimization, 'services', 'Still too few').expect(200);
    await suggest('Roses\nTulips\nPeonies');
    expect(await earlier()).toEqual({ ...none, services: 'Roses\nTulips' });
    await approve(optimization, 'services').expect(200);
    await suggest('Roses');
    expect(await earlier()).toEqual(none);
  });

  it('shows the visitor the texts and the brand, and nothing else', async () => {
    const agency = await createAgency(staff, { name: 'Northlight', primaryColor: '#7a2e8e' });
    const client = await createClient(staff, { agencyId: agency.id, business: 'Bloom', notes: 'secret', phone: '123' });
    const fields = { clientId: client.id, phone: '999', address: 'Street 1', hours: 'always', categories: 'Florist' };
    const optimization = await createSuggestedOptimization(staff, fields);
    const { body } = await app.visitor().get(page(optimization)).expect(200);
    const {
      id,
      publicLink,
      businessName,
      status,
      sectionVersions,
      sectionReplies,
      decisionRevisions,
      earlierSuggestions,
    } = optimization;
    const approvals = Object.fromEntries(
      SECTIONS.flatMap((name) => [
        [`${name}Approved`, 'pending'],
        [`${name}Feedback`, ''],
      ]),
    );
    const current = { currentDescription: '', currentServices: '', currentServiceAreas: '', currentFAQs: '' };
    expect(body).toEqual({
      optimization: {
        ...{
          id,
          publicLink,
          businessName,
          status,
          sectionVersions,
          sectionReplies,
          decisionRevisions,
          earlierSuggestions,
        },
        isDone: false,
        dueOn: null,
        categories: 'Florist',
        ...current,
        ...SUGGESTIONS,
        ...approvals,
        unwrittenSections: [],
      },
      client: { business: 'Bloom' },
      branding: { name: 'Northlight', primaryColor: '#7a2e8e', logoUrl: null },
    });
  });

  it('shows the default brand if the client has no agency', async () => {
    const { body } = await app
      .visitor()
      .get(page(await createOptimization(staff)))
      .expect(200);
    expect(body.branding).toEqual({ name: 'GMB Moments Agency', primaryColor: '#059669', logoUrl: null });
  });

  it.each(['AAAAAAAAAAAAAAAAAAAAAA', 'short', '%00', '..%2F..%2Fagencies', "' OR 1=1 --"])(
    'are not found behind the link %s',
    async (link) => {
      const path = `/api/gmb-optimizations/public/${encodeURIComponent(decodeURIComponent(link))}`;
      const visitor = app.visitor();
      for (const call of [
        visitor.get(path),
        visitor.post(`${path}/opened`),
        visitor.post(`${path}/approve/faqs`).send({ status: 'approved' }),
      ]) {
        expect((await call.expect(404)).body).toMatchObject({ code: 'NOT_FOUND', message: 'Optimization not found' });
      }
    },
  );

  it('the history records actor, decision and feedback', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const { body } = await reject(optimization, 'services', '  Too few ').expect(200);
    expect(body.optimization).toMatchObject({ servicesApproved: 'rejected', servicesFeedback: 'Too few' });
    expect(await read(optimization)).toMatchObject({ servicesApproved: 'rejected', servicesFeedback: 'Too few' });
    await approve(optimization, 'services').expect(200);
    expect(await read(optimization)).toMatchObject({ servicesApproved: 'approved', servicesFeedback: '' });
    expect(await decisions(optimization)).toMatchObject([
      { action: 'section.approved', section: 'services', actor: 'visitor', actorName: null, feedback: '' },
      { action: 'section.rejected', section: 'services', actor: 'visitor', actorName: null, feedback: 'Too few' },
    ]);
  });

  it('answers a second identical click with the same state, and records it once', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const first = await approve(optimization, 'faqs').expect(200);
    expect((await approve(optimization, 'faqs').expect(200)).body).toEqual(first.body);
    await reject(optimization, 'keywords').expect(200);
    await reject(optimization, 'keywords').expect(200);
    expect(await decisions(optimization)).toHaveLength(2);
  });

  it('a decision can be changed both ways', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await approve(optimization, 'faqs').expect(200);
    await reject(optimization, 'faqs', 'No').expect(200);
    await reject(optimization, 'faqs', 'Still no').expect(200);
    expect(await read(optimization)).toMatchObject({ faqsApproved: 'rejected', faqsFeedback: 'Still no' });
    await approve(optimization, 'faqs').expect(200);
    expect(await read(optimization)).toMatchObject({ faqsApproved: 'approved', faqsFeedback: '' });
  });

  it.each([
    ['faqs', { status: 'rejected' }, 'feedback is required to reject a section'],
    ['faqs', { status: 'rejected', feedback: ' \n ' }, 'feedback is required to reject a section'],
    ['faqs', { status: 'rejected', feedback: '\u200b \u2063' }, 'feedback is required to reject a section'],
    ['faqs', { status: 'rejected', feedback: 'x'.repeat(2001) }, 'feedback must be at most 2000 characters'],
    ['faqs', { status: 'pending' }, 'status must be one of: approved, rejected'],
    ['faqs', {}, 'status must be one of: approved, rejected'],
    ['faqs', { status: 'approved', version: 0 }, 'version must be at least 1'],
    ['hours', { status: 'approved' }, 'section must be one of: description, services, serviceAreas, faqs, keywords'],
    ['constructor', { status: 'approved' }, 'section must be one of'],
  ])('refuses for %s the body %j', async (section, body, message) => {
    const optimization = await createSuggestedOptimization(staff);
    const answer = await decide(optimization, section, body).expect(400);
    expect(answer.body.code).toBe('VALIDATION_FAILED');
    expect(answer.body.message).toContain(message);
    expect(await decisions(optimization)).toEqual([]);
  });

  it('refuses a decision without a suggestion', async () => {
    const optimization = await createOptimization(staff);
    for (const answer of [await approve(optimization, 'description'), await reject(optimization, 'description')]) {
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({
        code: 'NO_SUGGESTION',
        message: 'There is no suggestion for Business Description to decide on yet.',
      });
    }
  });

  it('refuses a decision on another version than the visitor saw', async () => {
    const optimization = await createSuggestedOptimization(staff);
    expect(optimization.sectionVersions.description).toBe(2);
    await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ descriptionSuggestion: 'Other' }).expect(200);
    const { body } = await approve(optimization, 'description', 2).expect(409);
    expect(body.code).toBe('SECTION_CHANGED');
    expect(await read(optimization)).toMatchObject({ descriptionApproved: 'pending' });
    await approve(optimization, 'description', 3).expect(200);
    await approve(optimization, 'services').expect(200);
  });

  it('resets a decision when staff change the suggestion, and keeps the feedback', async () => {
    const optimization = await createSuggestedOptimization(staff);
    await reject(optimization, 'description', 'Too dry').expect(200);
    await approve(optimization, 'services').expect(200);
    const edits = { descriptionSuggestion: 'Livelier', servicesSuggestion: 'Only this' };
    await staff.patch(`/api/gmb-optimizations/${optimization.id}`).send(edits).expect(200);
    expect(await read(optimization)).toMatchObject({
      descriptionApproved: 'pending',
      descriptionFeedback: 'Too dry',
      servicesApproved: 'pending',
      sectionVersions: { description: 3, services: 3, faqs: 2 },
    });
  });

  it('completes the optimization when all five sections are approved, until one is not', async () => {
    const optimization = await createSuggestedOptimization(staff);
    for (const section of SECTIONS) {
      expect((await read(optimization)).status).toBe('in_progress');
      await approve(optimization, section).expect(200);
    }
    expect((await read(optimization)).status).toBe('completed');
    const path = `/api/gmb-optimizations/${optimization.id}`;
    const refused = await staff.patch(path).send({ status: 'in_progress' }).expect(409);
    expect(refused.body.code).toBe('OPTIMIZATION_COMPLETED');
    await reject(optimization, 'keywords').expect(200);
    expect((await read(optimization)).status).toBe('in_progress');
    await approve(optimization, 'keywords').expect(200);
    expect((await read(optimization)).status).toBe('completed');
    await staff
      .patch(path)
      .send({ keywordsSuggestion: ['other'] })
      .expect(200);
    expect((await read(optimization)).status).toBe('in_progress');
  });

  it('decisions do not change the status of a draft, which is complete once its wizard is submitted', async () => {
    const { id } = await createOptimization(staff);
    const path = `/api/gmb-optimizations/${id}`;
    const draft = (await staff.patch(path).send(SUGGESTIONS).expect(200)).body as OptimizationView;
    for (const section of SECTIONS) await approve(draft, section).expect(200);
    expect((await read(draft)).status).toBe('draft');
    const { body } = await staff.patch(path).send({ status: 'in_progress', hours: 'Mon-Fri' }).expect(200);
    expect(body).toMatchObject({ status: 'completed', hours: 'Mon-Fri' });
  });

  it('stores all of five decisions that are made at once', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const answers = await Promise.all(SECTIONS.map((section) => approve(optimization, section)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await read(optimization)).status).toBe('completed');
  });

  it('a link opens on the domain of the agency that owns the content, and on no other', async () => {
    const owner = await createAgency(staff, { customDomain: 'review.bloom.example' });
    await createAgency(staff, { name: 'Other', customDomain: 'review.other.example' });
    await app.db.query('UPDATE agencies SET "domainVerified" = true');
    const client = await createClient(staff, { agencyId: owner.id });
    const optimization = await createSuggestedOptimization(staff, { clientId: client.id });
    expect(optimization.publicOrigin).toBe('https://review.bloom.example');
    const at = (host: string) => ({
      view: app.visitor().get(page(optimization)).set('Host', host),
      decide: app
        .visitor()
        .post(`${page(optimization)}/approve/faqs`)
        .set('Host', host)
        .send({ status: 'approved' }),
    });
    await at('review.other.example').view.expect(404);
    await at('review.other.example').decide.expect(404);
    await at('review.bloom.example').view.expect(200);
    await at('review.bloom.example').decide.expect(200);
    await at('admin.example').view.expect(200);
  });

  it('records at most once a minute that the client opened the link, and never for staff', async () => {
    const optimization = await createSuggestedOptimization(staff);
    const openings = async (): Promise<number> => {
      const { body } = await staff.get(`/api/gmb-optimizations/${optimization.id}/history`).expect(200);
      return (body as HistoryEntry[]).filter(({ action }) => action === 'optimization.opened').length;
    };
    await app.visitor().get(page(optimization)).expect(200);
    await staff.post(`${page(optimization)}/opened`).expect(204);
    expect(await openings()).toBe(0);
    await Promise.all(
      [1, 2, 3].map(() =>
        app
          .visitor()
          .post(`${page(optimization)}/opened`)
          .expect(204),
      ),
    );
    expect(await openings()).toBe(1);
  });

  it('publishes decisions to staff and to the visitors of this link, each in their view', async () => {
    const [optimization, other] = [await createSuggestedOptimization(staff), await createSuggestedOptimization(staff)];
    const [desk, phone, stranger] = [
      await connectLive(app, { Cookie: await sessionCookie(app) }),
      await connectLive(app),
      await connectLive(app),
    ];
    expect(await phone.watch({ publicLink: optimization.publicLink })).toEqual({ ok: true });
    expect(await stranger.watch({ publicLink: other.publicLink })).toEqual({ ok: true });
    expect(await stranger.watch({ publicLink: 'AAAAAAAAAAAAAAAAAAAAAA' })).toEqual({ ok: false });
    const { body } = await approve(optimization, 'faqs').expect(200);
    await waitForEvent(
      desk,
      'optimization.changed',
      ({ faqsApproved }: OptimizationView) => faqsApproved === 'approved',
    );
    await waitForEvent(phone, 'optimization.changed');
    expect(phone.all('optimization.changed')).toEqual([body]);
    expect(desk.all('optimization.changed').at(-1)).toEqual(await read(optimization));
    await staff.delete(`/api/gmb-optimizations/${optimization.id}`).expect(204);
    await waitForEvent(phone, 'optimization.deleted');
    await stranger.flush();
    expect(stranger.received).toEqual([]);
    for (const { socket } of [desk, phone, stranger]) socket.disconnect();
  });
});
