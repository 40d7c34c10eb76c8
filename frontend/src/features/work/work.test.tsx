import { beforeEach, describe, expect, it } from '@jest/globals';
import type { WorkItem, WorkView } from '@gmb-moments/backend/contract/work';
import { screen, waitFor, within } from '@testing-library/react';
import { filledButtons } from '../../test/filled-buttons';
import { NO_WORK, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aMoment, anImage } from '../../records/moments.fixture';
import { inspector } from '../moments/moment-page.fixture';
import { aLink, aReviewer, aSharing } from '../../records/sharing.fixture';
import { anOptimization } from '../../records/optimizations.fixture';

const FEEDBACK: WorkItem = {
  kind: 'moment.feedback',
  subjectId: 'm1',
  title: 'Spring bouquets',
  client: { id: 'c1', business: 'Fern & Petal' },
  coverUrl: '/media/1.webp',
  count: 2,
  sections: [],
  words: 'Ribbon should be green',
  dueOn: null,
  daysLeft: null,
  at: new Date(Date.now() - 4.5 * 24 * 60 * 60 * 1000).toISOString(),
  publicLink: null,
  isOpenLinkWorking: true,
  publicOrigin: null,
};
const SECTION: WorkItem = {
  ...FEEDBACK,
  kind: 'optimization.feedback',
  subjectId: 'o1',
  title: 'Harbor',
  sections: ['description'],
  count: 1,
};
const FAILED: WorkItem = { ...FEEDBACK, kind: 'captions.failed', subjectId: 'm2', title: 'Plants', words: 'Too busy' };
const UNWRITTEN: WorkItem = {
  ...SECTION,
  kind: 'optimization.unwritten',
  subjectId: 'o4',
  sections: ['services', 'faqs'],
  words: 'No services on record: add them or write the section yourself.',
};
const UNSHARED: WorkItem = { ...FEEDBACK, kind: 'moment.unshared', subjectId: 'm3', title: 'Van', words: '' };
const UNOPENED: WorkItem = {
  ...UNSHARED,
  kind: 'moment.unopened',
  subjectId: 'm4',
  title: 'Weddings',
  publicOrigin: 'https://a.example',
};
const ALL = [FEEDBACK, SECTION, FAILED, UNWRITTEN, UNSHARED, UNOPENED];

function work(items: WorkItem[], counts: Partial<WorkView['counts']> = {}): WorkView {
  const own = { ...NO_WORK.counts };
  for (const { kind } of items) own[kind] += 1;
  return { items, counts: { ...own, ...counts } };
}

const serve = (view: WorkView) => fakeServer.on('GET /api/work', { body: view });
const needsYou = async () => within(await screen.findByRole('region', { name: /Needs you/ }));

describe('Needs you', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [], headers: { 'X-Total-Count': '0' } });
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    serve(work(ALL));
  });

  it('says of each thing why it waits, whose it is, and the client’s own words', async () => {
    renderRoute('/');
    const rows = await (await needsYou()).findAllByRole('article');
    const texts = rows.map(({ textContent }) => textContent);
    expect(texts).toEqual([
      expect.stringMatching(
        /Answer feedback on 2 photos.*Spring bouquets · Fern & Petal · 4 days ago.*Ribbon should be green/,
      ),
      expect.stringMatching(/Answer feedback on Business Description.*Fern & Petal · GMB Optimization/),
      expect.stringMatching(/2 captions failed.*Plants · Fern & Petal.*Too busy/),
      expect.stringMatching(
        /No suggestion for 2 sections.*Fern & Petal · GMB Optimization.*No services on record: add them/,
      ),
      expect.stringMatching(/Ready to share.*Van/),
      expect.stringMatching(/Not opened for 4 days.*Weddings/),
    ]);
    expect(rows[0]!.querySelector('img')).toHaveAttribute('src', '/media/1.webp');
  });

  it('leads to what waits, and has one filled button', async () => {
    const { user, router } = renderRoute('/');
    const list = await needsYou();
    const answer = await list.findByRole('link', { name: 'Answer Spring bouquets' });
    expect(filledButtons()).toEqual([answer]);
    expect(list.getByRole('link', { name: /2 captions failed/ })).toHaveAttribute('href', '/moments/m2');
    expect(list.getByRole('link', { name: 'Complete Harbor' })).toHaveAttribute('href', '/gmb-optimizations/o4');
    await user.click(list.getByRole('link', { name: /Business Description/ }));
    expect(router.state.location.pathname).toBe('/gmb-optimizations/o1');
  });

  it('answers feedback at the first rejected photo', async () => {
    fakeServer.on('GET /api/moments/m1', { body: aMoment({ id: 'm1' }) });
    fakeServer.on('GET /api/moments/m1/runs', { body: [] });
    const rejected = { status: 'rejected', feedback: 'Ribbon should be green' } as const;
    fakeServer.on('GET /api/moments/m1/images', { body: [anImage(1), anImage(2, rejected), anImage(3, rejected)] });
    const { user } = renderRoute('/');
    await user.click(await (await needsYou()).findByRole('link', { name: 'Answer Spring bouquets' }));
    expect(await screen.findByText('Rejected (2)')).toBeVisible();
    expect(screen.getByLabelText('Image 1')).not.toBeVisible();
    expect(await inspector().findByText('Ribbon should be green')).toBeVisible();
  });

  it('retries failed captions', async () => {
    fakeServer.on('POST /api/moments/m2/generate-captions', { status: 202, body: { runId: 'r1', total: 2 } });
    const { user } = renderRoute('/');
    const list = await needsYou();
    const retry = await list.findByRole('button', { name: 'Retry failed: Plants' });
    serve(work([UNSHARED]));
    await user.click(retry);
    expect(await screen.findByText('Generating captions')).toBeVisible();
    await waitFor(() => expect(list.getAllByRole('article')).toHaveLength(1));
  });

  it('copies the open link of a package with one click, and that of an unopened one at the agency’s domain', async () => {
    fakeServer.on('POST /api/moments/m3/share', { body: aMoment({ id: 'm3' }) });
    fakeServer.on('POST /api/moments/m4/share', { body: aMoment({ id: 'm4' }) });
    const { user } = renderRoute('/');
    const list = await needsYou();
    await user.click(await list.findByRole('button', { name: 'Copy open link: Van' }));
    expect(await screen.findByText('Link copied!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/public/m3`);
    expect(fakeServer.calls('POST /api/moments/m3/share')).toHaveLength(1);
    await user.click(list.getByRole('button', { name: 'Copy open link: Weddings' }));
    expect(await navigator.clipboard.readText()).toBe('https://a.example/public/m4');
  });

  it('shares with reviewers in the dialog that the pages have, where the open link is copied as well', async () => {
    fakeServer.on('GET /api/clients/c1/reviewers', { body: [aReviewer()] });
    fakeServer.on('GET /api/moments/m3/sharing', { body: aSharing() });
    fakeServer.on('GET /api/moments/m3', { body: aMoment({ id: 'm3', publicOrigin: 'https://a.example' }) });
    fakeServer.on('POST /api/moments/m3/share', { body: aMoment({ id: 'm3' }) });
    fakeServer.on('POST /api/moments/m3/links', { body: aSharing({ links: [aLink()] }) });
    const { user } = renderRoute('/');
    await user.click(await (await needsYou()).findByRole('button', { name: 'Share Van' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Share Van/ }));
    const copy = await dialog.findByRole('button', { name: 'Copy open link' });
    await waitFor(() => expect(copy).toBeEnabled());
    await user.click(copy);
    expect(await navigator.clipboard.readText()).toBe('https://a.example/public/m3');
    expect(fakeServer.calls('POST /api/moments/m3/share')).toHaveLength(1);
    serve(work([]));
    await user.click(await dialog.findByRole('button', { name: 'Create 1 link' }));
    expect(await dialog.findByText(/The link is ready/)).toBeVisible();
  });

  it('shares an optimization by copying the link of its preview', async () => {
    const ready: WorkItem = {
      ...UNSHARED,
      kind: 'optimization.unshared',
      subjectId: 'o2',
      title: 'Harbor',
      publicLink: 'abc',
    };
    const quiet: WorkItem = { ...ready, kind: 'optimization.unopened', subjectId: 'o3', title: 'Bakery' };
    serve(work([ready, quiet]));
    fakeServer.on('POST /api/gmb-optimizations/o2/share', { body: anOptimization({ id: 'o2' }) });
    const { user } = renderRoute('/');
    const list = await needsYou();
    expect(await list.findByRole('link', { name: /Ready to share/ })).toHaveAttribute('href', '/gmb-optimizations/o2');
    expect(list.getByRole('link', { name: /Not opened for 4 days/ })).toHaveAttribute('href', '/gmb-optimizations/o3');
    expect(list.getByRole('button', { name: 'Share Bakery' })).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Copy open link: Harbor' }));
    expect(await screen.findByText('Link copied!')).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(`${window.location.origin}/gmb-preview/abc`);
    await waitFor(() => expect(fakeServer.calls('POST /api/gmb-optimizations/o2/share')).toHaveLength(1));
  });

  it('follows what happens elsewhere, and counts what is urgent in the menu', async () => {
    renderRoute('/');
    await screen.findByText('Live');
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
    expect(await menu.findByRole('link', { name: 'Dashboard 4 urgent' })).toBeVisible();
    serve(work([UNSHARED]));
    fakeServer.emit('moment.deleted', { momentId: 'm1' });
    expect(await menu.findByRole('link', { name: 'Dashboard' })).toBeVisible();
    expect((await needsYou()).getAllByRole('article')).toHaveLength(1);
  });

  it('shows eight, and all on request', async () => {
    const items = Array.from({ length: 12 }, (_none, index) => ({ ...FEEDBACK, subjectId: `m${index}` }));
    serve(work(items, { 'moment.unshared': 60 }));
    const { user } = renderRoute('/');
    const list = await needsYou();
    expect(await list.findAllByRole('article')).toHaveLength(8);
    expect(list.getByRole('heading', { name: 'Needs you 72' })).toBeVisible();
    await user.click(list.getByRole('button', { name: 'Show the 12 most urgent of 72' }));
    expect(list.getAllByRole('article')).toHaveLength(12);
  });

  it('says when nothing waits, and why it could not be loaded', async () => {
    fakeServer.on('GET /api/work', failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.'));
    const { user } = renderRoute('/');
    const list = await needsYou();
    expect(await list.findByText('The database is not reachable.')).toBeVisible();
    serve(NO_WORK);
    await user.click(list.getByRole('button', { name: 'Try again' }));
    expect(await list.findByText('Nothing needs you')).toBeVisible();
  });
});
