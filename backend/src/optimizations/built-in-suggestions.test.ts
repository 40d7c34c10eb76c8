import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startApp, type Agent, type TestApp } from '../../test/app.js';
import { createClient, createOptimization, SUGGESTIONS } from '../../test/factories.js';
import type { WorkItem, WorkView } from '../contract/work.js';
import { readOptimization } from '../../test/optimizations.js';
import { stretched } from '../../test/stretched.js';

describe('generating suggestions with the built-in provider', () => {
  let app: TestApp;
  let staff: Agent;

  beforeAll(async () => {
    app = await startApp();
    staff = await app.staff();
    await app.startWorker();
  });
  afterAll(() => app.close());

  const generate = (id: string) => staff.post(`/api/gmb-optimizations/${id}/generate`);

  it('answers 422 when only the client’s name is known, and lists the sections it wrote', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Joe’s' });
    const { id } = await createOptimization(staff, { clientId, businessName: 'Joe’s' });
    const { body } = await generate(id).expect(422);
    expect(body).toMatchObject({ statusCode: 422, code: 'NOTHING_TO_WRITE' });
    expect(body.message).toContain('Services: No services on record: add them or write the section yourself.');
    expect(body.message).toMatch(/ Written: Business Description\.$/);
    expect(body.details).toContainEqual({ field: 'description', message: 'This section was written.' });
    expect(body.details).toHaveLength(5);
    const { descriptionSuggestion, servicesSuggestion } = await readOptimization(staff, { id });
    expect(descriptionSuggestion).toContain('Joe’s');
    expect(servicesSuggestion).toBe('');
    expect((await generate(id).expect(422)).body.message).not.toContain('Written:');
  });

  it('leaves what could not be written out of the review page, and lists it for staff until it is written', async () => {
    const { id: clientId } = await createClient(staff, { business: 'Moe’s' });
    const optimization = await createOptimization(staff, { clientId, businessName: 'Moe’s' });
    const { id, publicLink } = optimization;
    const unwritten = async (): Promise<string[]> => {
      const { body } = await app.visitor().get(`/api/gmb-optimizations/public/${publicLink}`).expect(200);
      return body.optimization.unwrittenSections as string[];
    };
    const work = async (): Promise<WorkItem | undefined> =>
      ((await staff.get('/api/work').expect(200)).body as WorkView).items.find(({ subjectId }) => subjectId === id);
    expect(await unwritten()).toEqual([]);
    await generate(id).expect(422);
    expect(await unwritten()).toEqual(['services', 'serviceAreas', 'faqs', 'keywords']);
    expect(await work()).toMatchObject({
      kind: 'optimization.unwritten',
      count: 4,
      sections: ['services', 'serviceAreas', 'faqs', 'keywords'],
      words: expect.stringMatching(
        /^No services on record: add them or write the section yourself\. No service areas /u,
      ),
    });
    const { servicesSuggestion, serviceAreasSuggestion } = SUGGESTIONS;
    const edit = (body: object) => staff.patch(`/api/gmb-optimizations/${id}`).send(body).expect(200);
    await edit({ servicesSuggestion, serviceAreasSuggestion });
    expect(await unwritten()).toEqual(['faqs', 'keywords']);
    await edit({ currentServices: 'Oak doors', status: 'in_progress' });
    await generate(id).expect(200);
    expect(await unwritten()).toEqual([]);
    expect(await work()).toMatchObject({ kind: 'optimization.unshared' });
  });

  it('takes less than 10 seconds for a record with 10,000 characters of opening hours', async () => {
    const { id } = await createOptimization(staff, { hours: '1h'.repeat(5000), currentServices: 'Oak doors' });
    const started = Date.now();
    await generate(id);
    // Regression: this input once took 98 seconds.
    expect(Date.now() - started).toBeLessThan(stretched(10_000));
    expect((await readOptimization(staff, { id })).servicesSuggestion).toBe('Oak doors');
  });
});
