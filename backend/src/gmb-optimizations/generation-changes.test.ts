import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, createOptimization, createSuggestedOptimization, SUGGESTIONS } from '../../test/factories.js';
import { gate } from '../../test/gate.js';
import {
  endedGeneration,
  generateAll,
  readOptimization,
  regenerate,
  submittedOptimization,
} from '../../test/optimizations.js';
import { startStage, type Stage } from '../../test/stage.js';
import type { OptimizationView } from '../contract/optimizations.js';

describe('what changes while suggestions are written', () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await startStage('PostgreSQL');
  });
  afterAll(() => stage.close());
  beforeEach(() => stage.ai.reset());

  const patch = ({ id }: { id: string }, body: object) => stage.staff.patch(`/api/gmb-optimizations/${id}`).send(body);
  const decide = ({ publicLink }: OptimizationView, section: string, body: object) =>
    stage.app.visitor().post(`/api/gmb-optimizations/public/${publicLink}/approve/${section}`).send(body).expect(200);
  const asked = (): (string | null)[] => stage.ai.requests.map(({ section }) => section);

  it('stays as staff wrote it, and as the client approved it, even before a worker took the run', async () => {
    const optimization = await createSuggestedOptimization(stage.staff);
    for (const section of ['description', 'services', 'faqs']) await regenerate(stage.staff, optimization, section);
    await patch(optimization, { descriptionSuggestion: 'Ours' }).expect(200);
    await decide(optimization, 'services', { status: 'approved' });
    await patch(optimization, { faqsSuggestion: 'Q: Ours? A: Yes.' }).expect(200);
    // Whoever asks again has seen what was changed.
    await regenerate(stage.staff, optimization, 'faqs');
    await stage.app.work();
    await endedGeneration(stage.staff, optimization);
    expect(await readOptimization(stage.staff, optimization)).toMatchObject({
      descriptionSuggestion: 'Ours',
      servicesSuggestion: SUGGESTIONS.servicesSuggestion,
      servicesApproved: 'approved',
      sectionVersions: { description: 3, services: 2, faqs: 4 },
    });
    expect(asked()).toEqual(['faqs']);
  });

  it('is not overwritten where staff wrote a section before its turn came', async () => {
    const optimization = await submittedOptimization(stage.staff);
    const door = gate();
    stage.ai.next({ until: door.opened });
    await generateAll(stage.staff, optimization);
    await stage.ai.received(1);
    await patch(optimization, { servicesSuggestion: 'Ours' }).expect(200);
    door.open();
    const run = await endedGeneration(stage.staff, optimization);
    expect(await readOptimization(stage.staff, optimization)).toMatchObject({
      servicesSuggestion: 'Ours',
      sectionVersions: { services: 2, faqs: 2 },
    });
    expect(run).toMatchObject({ state: 'completed', total: 4, done: 4, failed: 0 });
    expect(asked()).not.toContain('services');
  });

  it('is not answered by a suggestion that does not know what the client said last', async () => {
    const optimization = await createSuggestedOptimization(stage.staff);
    await decide(optimization, 'services', { status: 'rejected', feedback: 'Too few' });
    const door = gate();
    stage.ai.always({ until: door.opened });
    await regenerate(stage.staff, optimization, 'services');
    await stage.ai.received(1);
    await decide(optimization, 'services', { status: 'rejected', feedback: 'No weddings any more' });
    door.open();
    const run = await endedGeneration(stage.staff, optimization);
    expect(run.sections).toMatchObject([{ section: 'services', state: 'skipped' }]);
    expect(await readOptimization(stage.staff, optimization)).toMatchObject({
      servicesApproved: 'rejected',
      servicesFeedback: 'No weddings any more',
    });
  });

  it('does not give the suggestions for one client to another', async () => {
    const { id } = await createOptimization(stage.staff);
    const other = await createClient(stage.staff, { business: 'Other' });
    const door = gate();
    stage.ai.always({ until: door.opened });
    await generateAll(stage.staff, { id });
    await stage.ai.received(1);
    const early = await patch({ id }, { clientId: other.id });
    door.open();
    await endedGeneration(stage.staff, { id });
    expect(early.status).toBe(409);
    expect(early.body.code).toBe('GENERATION_RUNNING');
    expect((await patch({ id }, { clientId: other.id }).expect(409)).body.code).toBe('OPTIMIZATION_SUBMITTED');
  });

  it('names the run that writes what is missing, if another is going on too', async () => {
    const optimization = await createSuggestedOptimization(stage.staff);
    const door = gate();
    stage.ai.always({ until: door.opened });
    await regenerate(stage.staff, optimization, 'faqs');
    await patch(optimization, { servicesSuggestion: '' }).expect(200);
    const services = await regenerate(stage.staff, optimization, 'services');
    expect(await generateAll(stage.staff, optimization)).toBe(services);
    door.open();
    await endedGeneration(stage.staff, optimization);
  });
});
