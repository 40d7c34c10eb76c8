import { statusesOf, type MomentFilter } from '@gmb-moments/backend/contract/statuses';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { HistoryAction } from '@gmb-moments/backend/contract/history';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer, type Received } from '../../test/server';
import { aReviewer, aSharing } from '../../records/sharing.fixture';
import { aClient, aListedMoment, aMoment, anImage } from '../../records/moments.fixture';

const MOMENTS = [
  aListedMoment({ id: 'm1', title: 'Spring window', status: 'pending', imageCount: 4 }),
  aListedMoment({
    id: 'm2',
    title: 'Autumn menu',
    client: { id: 'client-2', business: 'Corner Café' },
    status: 'draft',
  }),
];

/** Responds like the server: filtered and paged, with the total. */
function answer({ query }: Received, all = MOMENTS) {
  const search = (query.get('search') ?? '').toLowerCase();
  const found = all.filter(
    (moment) =>
      `${moment.title} ${moment.client.business}`.toLowerCase().includes(search) &&
      (!query.get('status') || statusesOf(query.get('status') as MomentFilter).includes(moment.status)) &&
      (!query.get('clientId') || moment.client.id === query.get('clientId')),
  );
  const offset = Number(query.get('offset'));
  return {
    body: found.slice(offset, offset + Number(query.get('limit'))),
    headers: { 'X-Total-Count': String(found.length) },
  };
}

describe('the moment list', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', {
      body: [aClient(), aClient({ id: 'client-2', business: 'Corner Café' })],
    });
    fakeServer.on('GET /api/moments', (request) => answer(request));
  });

  it('shares what may be shown as it is, and leaves drafts to their page', async () => {
    fakeServer.on('GET /api/clients/client-1/reviewers', { body: [aReviewer()] });
    fakeServer.on('GET /api/moments/m1/sharing', { body: aSharing() });
    fakeServer.on('GET /api/moments/m1', { body: aMoment({ id: 'm1', publicOrigin: 'https://a.example' }) });
    const { user } = renderRoute('/moments');
    await user.click(await screen.findByRole('button', { name: 'Share Spring window' }));
    const dialog = within(await screen.findByRole('dialog', { name: /^Share Spring window.*4 photos/ }));
    expect(await dialog.findByRole('button', { name: 'Create 1 link' })).toBeEnabled();
    expect(screen.queryByRole('button', { name: 'Share Autumn menu' })).toBeNull();
  });

  it('shows title, business, images, status and age of each moment, and leads to it', async () => {
    const { user, router } = renderRoute('/moments');
    const row = (await screen.findByText('Spring window')).closest('tr')!;
    expect(
      within(row.closest('table')!)
        .getAllByRole('columnheader')
        .map((head) => head.textContent),
    ).toEqual(['Title', 'Business', 'Images', 'Status', 'Last activity', 'Created', 'View']);
    expect(within(row).getByText('Rose & Thorn')).toBeVisible();
    expect(within(row).getByText('0/4')).toBeVisible();
    expect(within(row).getByText('Pending')).toBeVisible();
    expect(within(row).getAllByText(/ago$/)).toHaveLength(2);
    await user.click(within(row).getByLabelText('View Spring window'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/m1'));
  });

  it('shows cover, progress and last activity of each moment', async () => {
    const last = (action: HistoryAction) => ({ action, at: '2026-01-02T00:00:00Z' });
    const decided = { imageCount: 9, approvedCount: 7, rejectedCount: 2, status: 'rejected' } as const;
    const all = [
      aListedMoment({
        id: 'm1',
        title: 'One',
        coverUrl: '/media/1.webp',
        ...decided,
        lastActivity: last('image.rejected'),
      }),
      aListedMoment({ id: 'm2', title: 'Two', status: 'approved', lastActivity: last('image.approved') }),
      aListedMoment({ id: 'm3', title: 'Three', run: { runId: 'r1', total: 10, done: 3, failed: 1 } }),
    ];
    fakeServer.on('GET /api/moments', (request) => answer(request, all));
    renderRoute('/moments');
    const row = async (title: string) => (await screen.findByText(title)).closest('tr')!;
    expect(await row('One')).toHaveTextContent('7/9');
    expect(await row('One')).toHaveTextContent('Feedback on 2 images');
    expect((await row('One')).querySelector('img')).toHaveAttribute('src', '/media/1.webp');
    expect(await row('Two')).toHaveTextContent('Approved by the client');
    expect((await row('Two')).querySelector('img')).toBeNull();
    expect(await row('Three')).toHaveTextContent('Generating 4/10...');
    expect(await row('Three')).toHaveTextContent('Captions are being written');
    expect(screen.getByText('3 moments')).toBeVisible();
  });

  it('follows a caption run by its events, and reads the moments again when it ends', async () => {
    renderRoute('/moments');
    await screen.findByText('Live');
    const row = (await screen.findByText('Autumn menu')).closest('tr')!;
    const run = { momentId: 'm2', runId: 'r1', total: 5 };
    fakeServer.emit('captions.progress', { ...run, state: 'running', done: 2, failed: 0 });
    expect(await within(row).findByText('Generating 2/5...')).toBeVisible();
    fakeServer.emit('captions.progress', { ...run, runId: 'r2', total: 1, state: 'running', done: 0, failed: 0 });
    fakeServer.emit('captions.progress', { ...run, state: 'running', done: 2, failed: 1 });
    expect(await within(row).findByText('Generating 3/5...')).toBeVisible();
    const captioned = { action: 'image.captioned', at: '2026-01-02T00:00:00Z' } as const;
    fakeServer.on('GET /api/moments', (request) =>
      answer(request, [{ ...MOMENTS[1]!, imageCount: 5, lastActivity: captioned }]),
    );
    fakeServer.emit('captions.progress', { ...run, state: 'completed', done: 4, failed: 1 });
    expect(await within(row).findByText('Captions written')).toBeVisible();
    expect(within(row).getByText('0/5')).toBeVisible();
  });

  it('reads the counts again when a client decides on an image', async () => {
    renderRoute('/moments');
    await screen.findByText('Live');
    await screen.findByText('0/4');
    fakeServer.on('GET /api/moments', (request) => answer(request, [{ ...MOMENTS[0]!, approvedCount: 1 }]));
    fakeServer.emit('image.changed', anImage(1, { momentId: 'm1', status: 'approved' }));
    expect(await screen.findByText('1/4')).toBeVisible();
  });

  it('opens a moment by keyboard: the name in its row is a link', async () => {
    const { user, router } = renderRoute('/moments');
    (await screen.findByRole('link', { name: 'Spring window' })).focus();
    await user.keyboard('{Enter}');
    expect(router.state.location.pathname).toBe('/moments/m1');
  });

  it('filters by status', async () => {
    const { user } = renderRoute('/moments');
    await screen.findByText('Spring window');
    const filter = screen.getByLabelText('Filter by status');
    const statuses = within(filter)
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(statuses).toEqual([
      'All statuses',
      'Draft',
      'Generated',
      'Pending',
      'Approved',
      'Rejected',
      'Generated or pending',
    ]);
    await user.selectOptions(filter, 'Draft');
    await waitFor(() => expect(screen.queryByText('Spring window')).toBeNull());
    expect(screen.getByText('Autumn menu')).toBeVisible();
  });

  it('shows the active moments of the dashboard, and names the filter in words', async () => {
    renderRoute('/moments?status=active');
    expect(await screen.findByText('Spring window')).toBeVisible();
    expect(screen.queryByText('Autumn menu')).toBeNull();
    expect(screen.getByLabelText('Filter by status')).toHaveDisplayValue('Generated or pending');
    expect(screen.getByText('1 moment')).toBeVisible();
  });

  it('filters by client, and clears the filters', async () => {
    const { user } = renderRoute('/moments?status=draft');
    await screen.findByText('Autumn menu');
    await user.click(screen.getByLabelText('Filter by client'));
    await user.click(await screen.findByTitle('Rose & Thorn'));
    expect(await screen.findByText('No moments found')).toBeVisible();
    expect(screen.queryByText('Create Your First Moment')).toBeNull();
    await user.click(screen.getByText('Clear filters'));
    expect(await screen.findByText('Spring window')).toBeVisible();
  });

  it('reads the filters from the address', async () => {
    renderRoute('/moments?status=pending&clientId=client-1&search=spring&sort=title');
    await screen.findByText('Spring window');
    expect(Object.fromEntries(fakeServer.calls('GET /api/moments')[0]!.query)).toEqual({
      search: 'spring',
      status: 'pending',
      clientId: 'client-1',
      sort: 'title',
      limit: '20',
      offset: '0',
    });
    expect(screen.getByLabelText('Search moments')).toHaveValue('spring');
  });

  it('sorts on the server', async () => {
    const { user } = renderRoute('/moments');
    await screen.findByText('Spring window');
    const sorted = () => fakeServer.calls('GET /api/moments').at(-1)!.query.get('sort');
    expect(screen.getByRole('columnheader', { name: 'Created' })).toHaveAttribute('aria-sort', 'descending');
    await user.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(sorted()).toBe('title'));
    await user.click(screen.getByRole('button', { name: 'Title' }));
    await waitFor(() => expect(sorted()).toBe('-title'));
    expect(screen.getByRole('columnheader', { name: 'Title' })).toHaveAttribute('aria-sort', 'descending');
  });
});
