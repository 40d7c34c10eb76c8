import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { createClient, createOptimization } from '../../test/factories.js';
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
import { SECTIONS } from '../contract/statuses.js';

describe('sections generated from an older record', () => {
  let system: System;

  beforeAll(async () => {
    system = await startSystem('PostgreSQL');
    await system.app.startWorker();
  });
  afterAll(() => system.close());
  beforeEach(() => system.ai.reset());

  const change = ({ id }: { id: string }, body: object) =>
    system.staff.patch(`/api/gmb-optimizations/${id}`).send(body).expect(200);
  const changeClient = ({ clientId }: OptimizationView, body: object) =>
    system.staff.patch(`/api/clients/${clientId}`).send(body).expect(200);
  const outdated = async (optimization: { id: string }) =>
    (await readOptimization(system.staff, optimization)).outdatedSections;
  const generated = async (): Promise<OptimizationView> => {
    const optimization = await submittedOptimization(system.staff);
    await generateAll(system.staff, optimization);
    await endedGeneration(system.staff, optimization);
    return readOptimization(system.staff, optimization);
  };

  it('are outdated once staff changed the record, until they are regenerated', async () => {
    const optimization = await generated();
    expect(optimization.outdatedSections).toEqual([]);
    const { body } = await change(optimization, { hours: 'Mon-Fri 9-18' });
    expect(body.outdatedSections).toEqual(SECTIONS);
    await regenerate(system.staff, optimization, 'services');
    await endedGeneration(system.staff, optimization);
    expect(await outdated(optimization)).toEqual(SECTIONS.filter((section) => section !== 'services'));
  });

  it('are outdated once a field of the client that suggestions use was changed', async () => {
    const optimization = await generated();
    await changeClient(optimization, { notes: 'Pays late', phone: '+351 21 000 000' });
    await change(optimization, { phone: '+351 21 000 000', gmbLink: 'https://maps.example.com/rosa' });
    expect(await outdated(optimization)).toEqual([]);
    await changeClient(optimization, { targetKeywords: ['florist almada'] });
    expect(await outdated(optimization)).toEqual(SECTIONS);
  });

  it('are not outdated when the record was changed back', async () => {
    const optimization = await generated();
    await change(optimization, { hours: 'Mon-Fri 9-18' });
    await change(optimization, { hours: '' });
    expect(await outdated(optimization)).toEqual([]);
  });

  it('include one that was being written while the record was changed', async () => {
    const optimization = await generated();
    system.ai.reset();
    const gate = createGate();
    system.ai.always({ until: gate.opened });
    await regenerate(system.staff, optimization, 'faqs');
    await system.ai.received(1);
    await change(optimization, { hours: 'Mon-Fri 9-18' });
    await regenerate(system.staff, optimization, 'keywords');
    await system.ai.received(2);
    gate.open();
    await endedGeneration(system.staff, optimization);
    expect(await outdated(optimization)).toEqual(SECTIONS.filter((section) => section !== 'keywords'));
  });

  it('do not include one that staff wrote since', async () => {
    const optimization = await generated();
    await change(optimization, { hours: 'Mon-Fri 9-18' });
    await change(optimization, { descriptionSuggestion: 'Open on all working days.' });
    expect(await outdated(optimization)).not.toContain('description');
    await change(optimization, { hours: 'Mon-Sat 9-18' });
    expect(await outdated(optimization)).toContain('description');
  });

  it('are those that staff asked for before the wizard was submitted', async () => {
    const client = await createClient(system.staff, { description: 'We bind bouquets for weddings in Lisbon.' });
    const { id } = await createOptimization(system.staff, { clientId: client.id });
    await generateAll(system.staff, { id });
    await endedGeneration(system.staff, { id });
    const written = (await readOptimization(system.staff, { id })).descriptionSuggestion;
    expect(written).not.toBe('');
    await change({ id }, { currentServices: 'Bouquets', status: 'in_progress' });
    expect(await outdated({ id })).toContain('description');
  });

  it('do not include sections without a suggestion, or from before this was recorded', async () => {
    const optimization = await generated();
    await change(optimization, { faqsSuggestion: '' });
    await system.app.db.query(
      `UPDATE optimization_sections SET "writtenFrom" = NULL WHERE "optimizationId" = $1 AND section = 'services'`,
      [optimization.id],
    );
    await change(optimization, { hours: 'Mon-Fri 9-18' });
    expect(await outdated(optimization)).toEqual(['description', 'serviceAreas', 'keywords']);
  });

  it('are not on the pages of visitors', async () => {
    const optimization = await generated();
    await change(optimization, { hours: 'Mon-Fri 9-18' });
    const link = `/api/gmb-optimizations/public/${optimization.publicLink}`;
    expect((await system.app.visitor().get(link).expect(200)).text).not.toContain('utdated');
  });
});
