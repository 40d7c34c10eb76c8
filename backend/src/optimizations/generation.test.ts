import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createOptimization, createSuggestedOptimization } from '../../test/factories.js';
import {
  endedGeneration,
  generateAll,
  readOptimization,
  regenerate,
  runsOf,
  submittedOptimization,
} from '../../test/optimizations.js';
import { createGate } from '../../test/gate.js';
import { startSystem, type System } from '../../test/system.js';
import { staffSocket } from '../../test/staff-socket.js';
import { eventually } from '../../test/eventually.js';
import type { HistoryEntry } from '../contract/history.js';
import type { OptimizationView } from '../contract/optimizations.js';
import { SECTIONS } from '../contract/statuses.js';

const WRITTEN = 'This section was written.';

const path = ({ id }: { id: string }): string => `/api/gmb-optimizations/${id}`;

describe('suggestions', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL', { AI_TIMEOUT_MS: '2000' });
    await system.app.startWorker();
  });
  afterAll(() => system.close());
  beforeEach(() => system.ai.reset());

  const asked = (): (string | null)[] => system.ai.requests.map(({ section }) => section);
  const decide = (optimization: OptimizationView, section: string, body: object) =>
    system.app
      .visitor()
      .post(`/api/gmb-optimizations/public/${optimization.publicLink}/approve/${section}`)
      .send(body)
      .expect(200);

  it('for a rejected section can be kept as a draft, which the client sees once it is resubmitted', async () => {
    const optimization = await createSuggestedOptimization(system.staff);
    const before = await readOptimization(system.staff, optimization);
    const draftServices = () => system.staff.post(`${path(optimization)}/regenerate/services`).send({ asDraft: true });
    expect((await draftServices().expect(409)).body.code).toBe('SECTION_NOT_REJECTED');
    await decide(before, 'services', { status: 'rejected', feedback: 'No weddings' });
    const resubmit = () => system.staff.post(`${path(optimization)}/resubmit/services`);
    expect((await resubmit().expect(409)).body.code).toBe('NO_SUGGESTION');
    const { body: drafted } = await draftServices().expect(200);
    const draft = drafted.sectionDrafts.services;
    expect(draft).toMatch(/./);
    const { servicesSuggestion, sectionVersions } = before;
    expect(drafted).toMatchObject({ servicesSuggestion, sectionVersions, servicesApproved: 'rejected' });
    const { body: seen } = await system.app.visitor().get(`/api/gmb-optimizations/public/${optimization.publicLink}`);
    expect(seen.optimization).toMatchObject({ servicesSuggestion, servicesApproved: 'rejected' });
    expect(JSON.stringify(seen)).not.toContain(JSON.stringify(draft));
    const { body: sent } = await resubmit().expect(200);
    expect(sent).toMatchObject({ servicesSuggestion: draft, servicesApproved: 'pending' });
    expect(sent.handwrittenSections).not.toContain('services');
    expect(sent.sectionDrafts.services).toBeNull();
    const { body: history } = await system.staff.get(`${path(optimization)}/history`).expect(200);
    expect(history[0]).toMatchObject({ action: 'section.resubmitted', section: 'services', actor: 'staff' });
    expect((await resubmit().expect(409)).body.code).toBe('SECTION_NOT_REJECTED');
  });

  it('are generated for all five sections, keywords first, with one AI call each', async () => {
    const optimization = await submittedOptimization(system.staff);
    const runId = await generateAll(system.staff, optimization);
    const run = await endedGeneration(system.staff, optimization);
    expect(run).toEqual({
      runId,
      optimizationId: optimization.id,
      kind: 'generate',
      state: 'completed',
      total: 5,
      done: 5,
      failed: 0,
      sections: SECTIONS.map((section) => ({ section, state: 'done', message: '', detail: '' })),
    });
    expect(asked()[0]).toBe('keywords');
    expect(asked().toSorted()).toEqual([...SECTIONS].toSorted());
    const written = await readOptimization(system.staff, optimization);
    expect(written).toMatchObject({
      status: 'in_progress',
      currentStep: 5,
      servicesSuggestion: expect.stringContaining('Bouquets'),
      serviceAreasSuggestion: expect.stringContaining('Lisbon'),
      sectionVersions: { description: 2, services: 2, serviceAreas: 2, faqs: 2, keywords: 2 },
    });
    expect(written.descriptionSuggestion).toContain('a description by the fake provider');
    expect(written.keywordsSuggestion).toContain('florist lisbon');
    expect(JSON.parse(written.faqsSuggestion)).toHaveLength(2);
    const { body } = await system.staff.get(`${path(optimization)}/history`).expect(200);
    const suggested = (body as HistoryEntry[]).filter(({ action }) => action === 'section.suggested');
    expect(suggested).toHaveLength(5);
    expect(suggested.at(-1)).toMatchObject({ section: 'keywords', actor: 'ai', actorName: 'fake-vision' });
  });

  it('are based on the record, the client and the suggested keywords', async () => {
    const optimization = await submittedOptimization(system.staff, {
      hours: 'Mon-Fri 9-18',
      currentFAQs: 'Q: Why? A: So.',
    });
    await generateAll(system.staff, optimization);
    await endedGeneration(system.staff, optimization);
    const [keywords, ...others] = system.ai.requests;
    for (const text of ['We bind bouquets', 'Rua Augusta 1', 'Mon-Fri 9-18', 'Wedding flowers', 'Q: Why?', 'Almada']) {
      expect(keywords!.prompt).toContain(text);
    }
    const written = await readOptimization(system.staff, optimization);
    for (const { data } of others) expect(data.keywords).toEqual(written.keywordsSuggestion);
  });

  it('are started once, also from several tabs', async () => {
    const optimization = await submittedOptimization(system.staff);
    // The run goes on until the last request has come.
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    const jobs = await Promise.all(Array.from({ length: 10 }, () => generateAll(system.staff, optimization)));
    gate.open();
    expect(new Set(jobs).size).toBe(1);
    await endedGeneration(system.staff, optimization);
    expect(system.ai.requests).toHaveLength(5);
    const { body } = await system.staff.post(`${path(optimization)}/generate`).expect(409);
    expect(body).toMatchObject({ code: 'ALL_SUGGESTED', message: 'All sections already have suggestions' });
  });

  it('are returned to a request that waits; one that does not gets the run’s id', async () => {
    const optimization = await submittedOptimization(system.staff);
    const { body } = await system.staff.post(`${path(optimization)}/generate`).expect(200);
    expect(body).toEqual(await readOptimization(system.staff, optimization));
    expect(body.descriptionSuggestion).not.toBe('');
    const call = system.staff.post(`${path(optimization)}/regenerate/faqs`).set('Prefer', 'wait=9, Respond-Async;x=y');
    const started = await call.send({}).expect(202);
    expect(started.body).toEqual({ jobId: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(started.get('Preference-Applied')).toBe('respond-async');
    await endedGeneration(system.staff, optimization);
  });

  it('fill in only what is missing', async () => {
    const optimization = await submittedOptimization(system.staff);
    const ours = { descriptionSuggestion: 'Ours', keywordsSuggestion: ['ours'] };
    await system.staff.patch(path(optimization)).send(ours).expect(200);
    await generateAll(system.staff, optimization);
    expect(await endedGeneration(system.staff, optimization)).toMatchObject({ total: 3, done: 3 });
    expect(asked().toSorted()).toEqual(['faqs', 'serviceAreas', 'services']);
    expect(await readOptimization(system.staff, optimization)).toMatchObject(ours);
  });

  it('update the count of the run and publish an event for each section', async () => {
    const optimization = await submittedOptimization(system.staff);
    const socket = await staffSocket(system.app);
    const gate = createGate();
    system.ai.next({ ok: true });
    system.ai.always({ until: gate.opened });
    const runId = await generateAll(system.staff, optimization);
    await system.ai.received(5);
    const [run] = await runsOf(system.staff, optimization);
    expect(run).toMatchObject({ runId, state: 'running', total: 5, done: 1 });
    expect(run!.sections.filter(({ state }) => state === 'waiting')).toHaveLength(4);
    expect((await readOptimization(system.staff, optimization)).currentStep).toBe(4);
    gate.open();
    const progress = await eventually(() => {
      const emitted = socket.received
        .filter(({ name }) => name === 'optimization.progress')
        .map(({ payload }) => payload);
      expect(emitted.at(-1)).toMatchObject({ state: 'completed' });
      return emitted;
    });
    socket.close();
    const base = { optimizationId: optimization.id, runId, total: 5, failed: 0 };
    expect(progress.slice(0, 3)).toEqual([
      { ...base, state: 'queued', done: 0 },
      { ...base, state: 'running', done: 0 },
      { ...base, state: 'running', done: 1, section: 'keywords' },
    ]);
    expect(progress.slice(3).map(({ done }) => done)).toEqual([2, 3, 4, 5, 5]);
    // A section is shown before the count that includes it.
    const names = socket.received.map(({ name }) => name);
    const firstSection = socket.received.findIndex(({ payload }) => payload['section'] === 'keywords');
    expect(names.slice(0, firstSection)).toContain('optimization.changed');
  });

  it('continue after a failed section, and name it', async () => {
    const optimization = await submittedOptimization(system.staff);
    system.ai.next({ status: 401, message: 'Incorrect API key provided' });
    const { body } = await system.staff.post(`${path(optimization)}/generate`).expect(502);
    const message = 'The AI provider refused the request. Please contact the administrator of this system.';
    expect(body).toMatchObject({
      code: 'AI_FAILED',
      message: `Target Keywords: ${message} Written: Business Description, Services, Service Areas, FAQs.`,
    });
    expect(body.details).toEqual([
      ...['description', 'services', 'serviceAreas', 'faqs'].map((field) => ({ field, message: WRITTEN })),
      { field: 'keywords', message },
    ]);
    const run = await endedGeneration(system.staff, optimization);
    expect(run).toMatchObject({ state: 'completed', total: 5, done: 4, failed: 1 });
    expect(run.sections.find(({ section }) => section === 'keywords')).toMatchObject({
      state: 'failed',
      message,
      detail: expect.stringMatching(/refused the API key \(401\).*Check OPENAI_API_KEY\.$/),
    });
    expect(await readOptimization(system.staff, optimization)).toMatchObject({
      keywordsSuggestion: [],
      currentStep: 3,
    });
    system.ai.reset();
    await generateAll(system.staff, optimization);
    expect(await endedGeneration(system.staff, optimization)).toMatchObject({ total: 1, done: 1 });
    expect((await readOptimization(system.staff, optimization)).currentStep).toBe(5);
  });

  it('name with 422 the sections for which too little is known, and those that were written', async () => {
    const optimization = await submittedOptimization(system.staff);
    system.ai.always({ by: ({ section }) => (section === 'services' ? { refusal: 'No.' } : { ok: true }) });
    const { body } = await system.staff.post(`${path(optimization)}/generate`).expect(422);
    const message =
      'The AI model declined to write this section. Write it by hand, or change the record and regenerate.';
    expect(body).toMatchObject({
      code: 'NOTHING_TO_WRITE',
      message: `Services: ${message} Written: Business Description, Service Areas, FAQs, Target Keywords.`,
    });
    expect(body.details).toEqual([
      { field: 'description', message: WRITTEN },
      { field: 'services', message },
      ...['serviceAreas', 'faqs', 'keywords'].map((field) => ({ field, message: WRITTEN })),
    ]);
    expect((await readOptimization(system.staff, optimization)).descriptionSuggestion).not.toBe('');
    const again = await system.staff
      .post(`${path(optimization)}/regenerate/services`)
      .send({})
      .expect(422);
    expect(again.body).toMatchObject({ code: 'NOTHING_TO_WRITE', message: `Services: ${message}` });
  });

  it('answer as a provider failure if it failed in addition to a section for which too little is known', async () => {
    const optimization = await submittedOptimization(system.staff);
    system.ai.always({ by: ({ section }) => (section === 'services' ? { refusal: 'No.' } : { status: 401 }) });
    const { body } = await system.staff.post(`${path(optimization)}/generate`).expect(502);
    expect(body.code).toBe('AI_FAILED');
    expect(body.message).not.toContain('Written:');
    expect(body.details).toHaveLength(5);
  });

  it('fail as a whole when no section could be written', async () => {
    const optimization = await submittedOptimization(system.staff);
    system.ai.always({ status: 401 });
    await generateAll(system.staff, optimization);
    expect(await endedGeneration(system.staff, optimization)).toMatchObject({ state: 'failed', done: 0, failed: 5 });
  });

  describe('of one section, regenerated', () => {
    it('follow the feedback of client and staff, and return the section to the client', async () => {
      const optimization = await createSuggestedOptimization(system.staff);
      await decide(optimization, 'services', { status: 'rejected', feedback: 'We also repair vases' });
      const call = system.staff.post(`${path(optimization)}/regenerate/services`);
      const { body } = await call.send({ userFeedback: 'Mention weddings first' }).expect(200);
      expect(body).toMatchObject({
        servicesApproved: 'pending',
        servicesFeedback: 'We also repair vases',
        sectionVersions: { services: 3, faqs: 2 },
      });
      expect(body.servicesSuggestion).not.toBe(optimization.servicesSuggestion);
      expect(asked()).toEqual(['services']);
      for (const text of ['We also repair vases', 'Mention weddings first', 'Wedding flowers']) {
        expect(system.ai.requests[0]!.prompt).toContain(text);
      }
    });

    it('are started once for the same feedback, and refused for other feedback until that is done', async () => {
      const optimization = await createSuggestedOptimization(system.staff);
      const gate = createGate();
      system.ai.always({ until: gate.opened });
      const jobs = await Promise.all([1, 2, 3].map(() => regenerate(system.staff, optimization, 'faqs', 'Shorter')));
      expect(new Set(jobs).size).toBe(1);
      const other = system.staff.post(`${path(optimization)}/regenerate/faqs`).send({ userFeedback: 'Longer' });
      expect((await other.expect(409)).body).toMatchObject({
        code: 'GENERATION_RUNNING',
        message: 'The suggestion for FAQs is being written at the moment. Please try again when it is done.',
      });
      await regenerate(system.staff, optimization, 'services');
      expect(await runsOf(system.staff, optimization)).toHaveLength(2);
      await system.ai.received(2);
      gate.open();
      await endedGeneration(system.staff, optimization);
      expect(asked().toSorted()).toEqual(['faqs', 'services']);
    });

    it('answer 409 to the request that waits for a section that staff wrote meanwhile', async () => {
      const optimization = await createSuggestedOptimization(system.staff);
      const gate = createGate();
      system.ai.always({ until: gate.opened });
      const call = system.staff.post(`${path(optimization)}/regenerate/description`).send({});
      const answer = call.then((response) => response);
      await system.ai.received(1);
      await system.staff.patch(path(optimization)).send({ descriptionSuggestion: 'Ours' }).expect(200);
      gate.open();
      const { status, body } = await answer;
      expect(status).toBe(409);
      const message = 'The section Business Description was changed meanwhile, so the new suggestion was dropped.';
      expect(body).toMatchObject({ code: 'SECTION_CHANGED', message });
    });

    it('do not touch what staff wrote meanwhile', async () => {
      const optimization = await createSuggestedOptimization(system.staff);
      const gate = createGate();
      system.ai.always({ until: gate.opened });
      await regenerate(system.staff, optimization, 'description');
      await system.ai.received(1);
      await system.staff.patch(path(optimization)).send({ descriptionSuggestion: 'Ours' }).expect(200);
      gate.open();
      const run = await endedGeneration(system.staff, optimization);
      expect(run).toMatchObject({ state: 'completed', total: 0, done: 0, failed: 0 });
      expect(run.sections).toEqual([
        {
          section: 'description',
          state: 'skipped',
          message: 'The section Business Description was changed meanwhile, so the new suggestion was dropped.',
          detail: '',
        },
      ]);
      expect((await readOptimization(system.staff, optimization)).descriptionSuggestion).toBe('Ours');
    });

    it('do not touch what the client decided meanwhile', async () => {
      const optimization = await createSuggestedOptimization(system.staff);
      const gate = createGate();
      system.ai.always({ until: gate.opened });
      await regenerate(system.staff, optimization, 'description');
      await system.ai.received(1);
      await decide(optimization, 'description', { status: 'approved' });
      gate.open();
      await endedGeneration(system.staff, optimization);
      expect(await readOptimization(system.staff, optimization)).toMatchObject({
        descriptionSuggestion: optimization.descriptionSuggestion,
        descriptionApproved: 'approved',
      });
    });

    it('answer 400 for an unknown section, and for feedback that is too long', async () => {
      const optimization = await createOptimization(system.staff);
      const unknown = await system.staff
        .post(`${path(optimization)}/regenerate/hours`)
        .send({})
        .expect(400);
      expect(unknown.body.message).toBe('section must be one of: description, services, serviceAreas, faqs, keywords');
      const long = { userFeedback: 'x'.repeat(2001) };
      await system.staff
        .post(`${path(optimization)}/regenerate/faqs`)
        .send(long)
        .expect(400);
      expect(system.ai.requests).toHaveLength(0);
    });
  });

  it('are stopped when their optimization is deleted', async () => {
    const optimization = await submittedOptimization(system.staff);
    const gate = createGate();
    system.ai.always({ until: gate.opened });
    const answer = system.staff.post(`${path(optimization)}/generate`).then((response) => response);
    await system.ai.received(1);
    await system.staff.delete(path(optimization)).expect(204);
    gate.open();
    expect((await answer).status).toBe(404);
    system.ai.reset();
    const other = await submittedOptimization(system.staff);
    await generateAll(system.staff, other);
    expect(await endedGeneration(system.staff, other)).toMatchObject({ done: 5 });
  });
});
