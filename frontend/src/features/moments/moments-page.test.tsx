import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer, type Received } from '../../test/server';
import { aClient, aListedMoment } from './moment.fixture';

const MOMENTS = [
  aListedMoment({ id: 'm1', title: 'Spring window', status: 'pending', imageCount: 4 }),
  aListedMoment({
    id: 'm2',
    title: 'Autumn menu',
    client: { id: 'client-2', business: 'Corner Café' },
    status: 'draft',
  }),
];

/** Answers as the server does: filtered, and paged with the number of all. */
function answer({ query }: Received, all = MOMENTS) {
  const search = (query.get('search') ?? '').toLowerCase();
  const found = all.filter(
    (moment) =>
      `${moment.title} ${moment.client.business}`.toLowerCase().includes(search) &&
      (!query.get('status') || moment.status === query.get('status')) &&
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

  it('shows title, business, images, status and age of each moment, and leads to it', async () => {
    const { user, router } = renderRoute('/moments');
    const row = (await screen.findByText('Spring window')).closest('tr')!;
    expect(
      within(row.closest('table')!)
        .getAllByRole('columnheader', { hidden: true })
        .map((head) => head.textContent),
    ).toEqual(['Title', 'Business', 'Images', 'Status', 'Created', 'View']);
    expect(within(row).getByText('Rose & Thorn')).toBeVisible();
    expect(within(row).getByText('4')).toBeVisible();
    expect(within(row).getByText('Pending')).toBeVisible();
    expect(within(row).getByText(/ago$/)).toBeVisible();
    await user.click(within(row).getByLabelText('View Spring window'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/moments/m1'));
  });

  it('searches on the server and keeps the search in the address', async () => {
    const { user, router } = renderRoute('/moments');
    await screen.findByText('Spring window');
    await user.type(screen.getByLabelText('Search moments'), 'CAFÉ');
    await waitFor(() => expect(screen.queryByText('Spring window')).toBeNull());
    expect(screen.getByText('Autumn menu')).toBeVisible();
    expect(new URLSearchParams(router.state.location.search).get('search')).toBe('CAFÉ');
  });

  it('filters by status', async () => {
    const { user } = renderRoute('/moments');
    await screen.findByText('Spring window');
    await user.click(screen.getByLabelText('Filter by status'));
    for (const status of ['All statuses', 'Draft', 'Generated', 'Pending', 'Approved', 'Rejected']) {
      expect((await screen.findAllByTitle(status)).at(-1)).toBeVisible();
    }
    await user.click(await screen.findByTitle('Draft'));
    await waitFor(() => expect(screen.queryByText('Spring window')).toBeNull());
    expect(screen.getByText('Autumn menu')).toBeVisible();
  });

  it('filters by client, and takes the filters back', async () => {
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

  it('turns the pages on the server, and goes to the last one when the address names none', async () => {
    const many = Array.from({ length: 45 }, (_, index) => aListedMoment({ id: `m${index}`, title: `Moment ${index}` }));
    fakeServer.on('GET /api/moments', (request) => answer(request, many));
    const { user, router } = renderRoute('/moments?page=99');
    expect(await screen.findByText('Moment 44')).toBeVisible();
    expect(router.state.location.search).toBe('?page=3');
    expect(screen.getByText('41–45 of 45')).toBeVisible();
    await user.click(screen.getByTitle('2'));
    expect(await screen.findByText('Moment 20')).toBeVisible();
  });

  it('leads Back past an address that named no page', async () => {
    const many = Array.from({ length: 45 }, (_, index) => aListedMoment({ id: `m${index}`, title: `Moment ${index}` }));
    fakeServer.on('GET /api/moments', (request) => answer(request, many));
    const { router } = renderRoute('/moments');
    expect(await screen.findByText('Moment 0')).toBeVisible();
    await act(() => router.navigate('/moments?page=99'));
    expect(await screen.findByText('Moment 44')).toBeVisible();
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Moment 0')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('sorts on the server', async () => {
    const { user } = renderRoute('/moments');
    await screen.findByText('Spring window');
    await user.click(screen.getByText('Title'));
    await waitFor(() => expect(fakeServer.calls('GET /api/moments').at(-1)!.query.get('sort')).toBe('title'));
  });

  it('says that there are none, and leads to creating one', async () => {
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    const { user, router } = renderRoute('/moments');
    expect(await screen.findByText('No moments found')).toBeVisible();
    expect(screen.getByText('Create Moment')).toBeVisible();
    await user.click(screen.getByText('Create Your First Moment'));
    expect(router.state.location.pathname).toBe('/moments/create');
  });

  it('says why it could not be loaded, and tries again', async () => {
    fakeServer.on('GET /api/moments', failure(503, 'DATABASE_UNAVAILABLE', 'The database is not reachable.'));
    const { user } = renderRoute('/moments');
    expect(await screen.findByText('The database is not reachable.')).toBeVisible();
    fakeServer.on('GET /api/moments', (request) => answer(request));
    await user.click(screen.getByText('Try again'));
    expect(await screen.findByText('Spring window')).toBeVisible();
  });

  it('shows cards instead of a table on a phone', async () => {
    window.innerWidth = 390;
    renderRoute('/moments');
    const card = within(await screen.findByRole('list', { name: 'Moments' })).getAllByRole('listitem')[0]!;
    expect(within(card).getByText('Spring window')).toBeVisible();
    expect(within(card).getByText(/4 images/)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });
});
