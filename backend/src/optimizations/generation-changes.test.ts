import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, createOptimization, createSuggestedOptimization, SUGGESTIONS } from '../../test/factories.js';
import { createGate } from '../../test/gate.js';
import {
  endedGeneration,
  generateAll,
  readOptimization,
  regenerate,
  submittedOptimization,
} from '../../test/optimizations.js';
import { startSystem, type System } from '../../test/system.js';
import type { OptimizationView } from '../contract/optimizations.js';

describe('changes while suggestions are generated', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
  });
  afterAll(() => system.close());
  beforeEach(() => system.ai.reset());

  const patch = ({ id }: { id: string }, body: object) => system.staff.patch(`/api/gmb-optimizations/${id}`).send(body);
  const decide = ({ publicLink }: OptimizationView, section: string, body: object) =>
    system.app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/approve/${section}`).send(body).expect(200);
  const asked = (): (string | null)[] => system.ai.requests.map(({ section }) => section);

  it('are kept, by staff or as an approval by the client, also before a worker starts the run', async () => {
    const optimization = await createSuggestedOptimization(system.staff);
    for (const section of ['description', 'services', 'faqs']) await regenerate(system.staff, optimization, section);
    await patch(optimization, { descriptionSuggestion: 'Ours' }).expect(200);
    await decide(optimization, 'services', { status: 'approved' });
    await patch(optimization, { faqsSuggestion: 'Q: Ours? A: Yes.' }).expect(200);
    // Staff who start another run have seen the change, so that run may overwrite it.
    await regenerate(system.staff, optimization, 'faqs');
    await system.app.startWorker();
    await endedGeneration(system.staff, optimization);
    expect(await readOptimization(system.staff, optimization)).toMatchObject({
      descriptionSuggestion: 'Ours',
      servicesSuggestion: SUGGESTIONS.servicesSuggestion,
      servicesApproved: 'approved',
      sectionVersions: { description: 3, services: 2, faqs: 4 },
    });
    expect(asked()).toEqual(['faqs']);
  });

  it('are not overwritten in a section that staff wrote before its turn', async () => {
    const optimization = await submittedOptimization(system.staff);
    const gate = createGate();
    system.ai.next({ until: gate.opened });
    await generateAll(system.staff, optimization);
    await system.ai.received(1);
    await patch(optimization, { servicesSuggestion: 'Ours' }).expect(200);
    gate.open();
    const run = await endedGeneration(system.staff, optimization);
    expect(await readOptimization(system.staff, optimization)).toMatchObject({
      servicesSuggestion: 'Ours',
      sectionVersions: { services: 2, faqs: 2 },
    });
    expect(run).toMatchObject({ state: 'completed', total: 4, done: 4, failed: 0 });
    expect(asked()).not.toContain('services');
  });

  it('are not followed by a suggestion that ignores the client’s last feedback', async () => {
    const optimization = await createSuggestedOptimization(system.staff);
    await decide(optimization, 'services', { status: 'rejected', feedback: 'Too few' });
    const gate = createGate();
    system.ai.always({ until: gate.opened });
    await regenerate(system.staff, optimization, 'services');
    await system.ai.received(1);
    await decide(optimization, 'services', { status: 'rejected', feedback: 'No weddings any more' });
    gate.open();
    const run = await endedGeneration(system.staff, optimization);
    expect(run.sections).toMatchObject([{ section: 'services', state: 'skipped' }]);
    expect(await readOptimization(system.staff, optimization)).toMatchObject({
      servicesApproved: 'rejected',
      servicesFeedback: 'No weddings any more',
    });
  });

  it('are refused for the client of the optimization', async () => {
    const { id } = await createOptimization(system.staff);
    const other = await createClient(system.staff, { business: 'Other' });
    const gate = createGate();
    system.ai.always({ until: gate.opened });
    await generateAll(system.staff, { id });
    await system.ai.received(1);
    const early = await patch({ id }, { clientId: other.id });
    gate.open();
    await endedGeneration(system.staff, { id });
    expect(early.status).toBe(409);
    expect(early.body.code).toBe('GENERATION_RUNNING');
    expect((await patch({ id }, { clientId: other.id }).expect(409)).body.code).toBe('OPTIMIZATION_SUBMITTED');
  });

  it('name the run that fills in missing sections, if another is active too', async () => {
    const optimization = await createSuggestedOptimization(system.staff);
    const gate = createGate();
    system.ai.always({ until: gate.opened });
    await regenerate(system.staff, optimization, 'faqs');
    await patch(optimization, { servicesSuggestion: '' }).expect(200);
    const services = await regenerate(system.staff, optimization, 'services');
    expect(await generateAll(system.staff, optimization)).toBe(services);
    gate.open();
    await endedGeneration(system.staff, optimization);
  });
});
