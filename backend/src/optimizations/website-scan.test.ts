import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { startFakeWebsite, type FakeWebsite } from '../../test/fake-website.js';
import {
  endedGeneration,
  generateAll,
  readOptimization,
  regenerate,
  submittedOptimization,
} from '../../test/optimizations.js';
import { startSystem, type System } from '../../test/system.js';

describe('the scan of the client’s website', () => {
  let system: System;
  let website: FakeWebsite;
  let hidden: FakeWebsite;

  beforeAll(async () => {
    website = await startFakeWebsite();
    hidden = await startFakeWebsite();
    system = await startSystem('PostgreSQL', { SCAN_EXCEPTIONS: website.host });
    await system.app.startWorker();
  });
  afterAll(async () => {
    await system.close();
    await website.close();
    await hidden.close();
  });
  beforeEach(() => {
    system.ai.reset();
    website.reset();
    hidden.reset();
  });

  /** Generates for a client with this website, and waits for the end; whatever the website does, there are suggestions. */
  async function generated(url: string) {
    const optimization = await submittedOptimization(system.staff, { website: url });
    expect(optimization.currentStep).toBe(3);
    await generateAll(system.staff, optimization);
    expect(await endedGeneration(system.staff, optimization)).toMatchObject({ state: 'completed', done: 5, failed: 0 });
    return readOptimization(system.staff, optimization);
  }

  it('bases every section on the text of the page', async () => {
    const { websiteScan } = await generated(website.url);
    expect(websiteScan).toEqual({ url: website.url, state: 'read', note: '', at: expect.any(String) });
    expect(website.requests).toHaveLength(1);
    for (const { prompt } of system.ai.requests) {
      expect(prompt).toContain('Flowers from the heart of Bath');
      expect(prompt).toContain('Bradford-on-Avon');
    }
  });

  it('runs once, and again when the address changes', async () => {
    const optimization = await generated(website.url);
    await regenerate(system.staff, optimization, 'faqs');
    await endedGeneration(system.staff, optimization);
    expect(website.requests).toHaveLength(1);
    const other = `${website.url}other`;
    website.on('/other', { page: '<title>Elsewhere</title><p>We moved to Frome.</p>' });
    await system.staff.patch(`/api/gmb-optimizations/${optimization.id}`).send({ website: other }).expect(200);
    await regenerate(system.staff, optimization, 'faqs');
    await endedGeneration(system.staff, optimization);
    expect(website.requests.map(({ path }) => path)).toEqual(['/', '/other']);
    expect(system.ai.requests.at(-1)!.prompt).toContain('We moved to Frome.');
    expect(system.ai.requests.at(-1)!.prompt).not.toContain('heart of Bath');
  });

  it.each([
    ['http://127.0.0.1/', /127\.0\.0\.1/],
    ['http://localhost/', /localhost/],
    ['http://[::1]/', /::1/],
    ['http://169.254.169.254/latest/meta-data/', /169\.254\.169\.254/],
    ['https://10.0.0.1/', /10\.0\.0\.1/],
  ])('refuses %s and notes why, and the generation continues', async (url, named) => {
    const { websiteScan } = await generated(url);
    expect(websiteScan).toMatchObject({ url, state: 'failed', note: expect.stringMatching(named) });
    expect(websiteScan!.note).toMatch(/^The website could not be read: /);
  });

  it('does not follow a redirect to a private address', async () => {
    website.on('/', { redirect: hidden.url });
    const { websiteScan } = await generated(website.url);
    expect(websiteScan).toMatchObject({ state: 'failed', note: expect.stringContaining('could not be read') });
    expect(hidden.requests).toHaveLength(0);
  });

  it.each([
    ['of 5 MB', { bytes: 5 * 1024 * 1024 }],
    ['that hides that it is of 5 MB', { bytes: 5 * 1024 * 1024, length: 'omitted' }],
    ['that never ends', { endless: 'page' }],
    ['that never begins', { hang: 'headers' }],
  ] as const)('cuts off a page %s', async (_what, behaviour) => {
    website.on('/', behaviour);
    const { websiteScan } = await generated(website.url);
    expect(websiteScan).toMatchObject({ state: 'failed', note: expect.stringContaining('could not be read') });
  });

  it.each(['iso-2022-kr', 'replacement', 'utf-7', 'no-such-charset'])(
    'lets the generation continue when the page states the character set %s',
    async (charset) => {
      website.on('/', { page: '<p>Flowers</p>', headers: { 'content-type': `text/html; charset=${charset}` } });
      const { websiteScan } = await generated(website.url);
      expect(websiteScan).toMatchObject({ url: website.url, state: expect.stringMatching(/^(read|failed)$/) });
    },
  );

  it('is retried by the next generation after a failure, but not by regenerations', async () => {
    website.on('/', { page: 'Broken', status: 500 });
    const optimization = await generated(website.url);
    await regenerate(system.staff, optimization, 'faqs');
    await endedGeneration(system.staff, optimization);
    expect(website.requests).toHaveLength(1);
    website.reset();
    const path = `/api/gmb-optimizations/${optimization.id}`;
    await system.staff.patch(path).send({ descriptionSuggestion: '' }).expect(200);
    await generateAll(system.staff, optimization);
    await endedGeneration(system.staff, optimization);
    expect(website.requests).toHaveLength(1);
    expect((await readOptimization(system.staff, optimization)).websiteScan).toMatchObject({ state: 'read', note: '' });
  });
});
