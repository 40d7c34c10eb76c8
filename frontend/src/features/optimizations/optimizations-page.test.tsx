import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer, type Received } from '../../test/server';
import { wizardDrafts } from './wizard-drafts';
import { aClient } from '../../records/moments.fixture';
import { aDraft, anItem } from './wizard.fixture';

const ITEMS = [
  anItem({ id: 'o1', status: 'draft', currentStep: 1 }),
  anItem({ id: 'o2', businessName: 'Corner Café Porto', client: { id: 'client-2', business: 'Corner Café' } }),
  anItem({ id: 'o3', businessName: 'Night Dental', status: 'completed', currentStep: 5 }),
];

/** Responds like the server: paged, with the total. */
function answer({ query }: Received, all = ITEMS) {
  const offset = Number(query.get('offset'));
  return {
    body: all.slice(offset, offset + Number(query.get('limit'))),
    headers: { 'X-Total-Count': String(all.length) },
  };
}

const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;

describe('the list of GMB optimizations', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [] });
    fakeServer.on('GET /api/gmb-optimizations', (request) => answer(request));
  });

  it('shows client, business name, age, status and progress of each one', async () => {
    renderRoute('/gmb-optimizations');
    expect(await screen.findByRole('heading', { name: 'GMB Profile Optimization' })).toBeVisible();
    const row = await rowOf('Corner Café Porto');
    const heads = within(row.closest('table')!).getAllByRole('columnheader');
    expect(heads.map((head) => head.textContent)).toEqual([
      'Client',
      'GMB Business Name',
      'Created',
      'Status',
      'Progress',
      'Actions',
    ]);
    expect(within(row).getByText('Corner Café')).toBeVisible();
    expect(within(row).getByText(/ago$/)).toBeVisible();
    expect(within(row).getByText('In Progress')).toBeVisible();
    expect(within(row).getByText('Step 3/5: GMB Data')).toBeVisible();
    expect(within(await rowOf('Night Dental')).getByText('✓ Complete')).toBeVisible();
    expect(within(await rowOf('Rose & Thorn Florists')).getByText('Step 1/5: Intake')).toBeVisible();
  });

  it('says whether a link was shared, and then that it was opened', async () => {
    const ago = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();
    const items = [
      anItem({ id: 'o1', businessName: 'Harbor Dental', sharedAt: ago(50) }),
      anItem({ id: 'o2', businessName: 'Corner Café', sharedAt: ago(50), openedAt: ago(3) }),
      anItem({ id: 'o3', businessName: 'Night Dental' }),
    ];
    fakeServer.on('GET /api/gmb-optimizations', (request) => answer(request, items));
    renderRoute('/gmb-optimizations');
    expect(await rowOf('Harbor Dental')).toHaveTextContent('Shared 2 days ago');
    expect(await rowOf('Corner Café')).toHaveTextContent('Opened 3 hours ago');
    expect(await rowOf('Night Dental')).not.toHaveTextContent(/Shared|Opened/);
  });

  it.each([
    [1, 'Step 1/5: Intake'],
    [2, 'Step 2/5: Website Scan'],
    [3, 'Step 3/5: GMB Data'],
    [4, 'Step 4/5: Keywords'],
    [5, 'Step 5/5: Media'],
  ])('names step %i of five', async (currentStep, progress) => {
    fakeServer.on('GET /api/gmb-optimizations', (request) => answer(request, [anItem({ currentStep })]));
    renderRoute('/gmb-optimizations');
    expect(await screen.findByText(progress)).toBeVisible();
  });

  it('views a completed one on its page, whatever this browser holds', async () => {
    wizardDrafts.keep('o3', 1);
    const { user, router } = renderRoute('/gmb-optimizations');
    await user.click(within(await rowOf('Night Dental')).getByRole('link', { name: 'View Night Dental' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o3'));
  });

  it('continues one on its page when this browser holds no draft of it', async () => {
    wizardDrafts.keep('o1', 1);
    const { user, router } = renderRoute('/gmb-optimizations');
    await user.click(within(await rowOf('Corner Café Porto')).getByText('Continue'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o2'));
  });

  it.each(['draft', 'in_progress'] as const)('continues one (%s) in the wizard of its draft', async (status) => {
    wizardDrafts.keep('o1', 1);
    fakeServer.on('GET /api/gmb-optimizations', (request) => answer(request, [anItem({ id: 'o1', status })]));
    fakeServer.on('GET /api/gmb-optimizations/o1', { body: { optimization: aDraft(), client: aClient() } });
    const { user, router } = renderRoute('/gmb-optimizations');
    await user.click(within(await rowOf('Rose & Thorn Florists')).getByText('Continue'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/create'));
    expect(router.state.location.search).toBe('?draft=o1');
  });

  it('is filtered by status, in the address', async () => {
    fakeServer.on('GET /api/gmb-optimizations', (request) =>
      answer(
        request,
        ITEMS.filter(({ status }) => [status, null].includes(request.query.get('status') as typeof status | null)),
      ),
    );
    const { user, router } = renderRoute('/gmb-optimizations?status=completed');
    await rowOf('Night Dental');
    expect(await screen.findByText('1 optimization')).toBeVisible();
    expect(screen.queryByText('Corner Café Porto')).toBeNull();
    await user.selectOptions(screen.getByLabelText('Filter by status'), 'All statuses');
    await rowOf('Corner Café Porto');
    expect(await screen.findByText('3 optimizations')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('follows what happens elsewhere', async () => {
    const one = aDraft({ id: 'o2', status: 'in_progress', currentStep: 5, businessName: 'Corner Café Porto' });
    renderRoute('/gmb-optimizations');
    const row = await rowOf('Corner Café Porto');
    await screen.findByText('Live');
    fakeServer.on('GET /api/gmb-optimizations', (request) =>
      answer(
        request,
        ITEMS.map((item) => (item.id === 'o2' ? { ...item, status: 'completed' as const, currentStep: 5 } : item)),
      ),
    );
    fakeServer.emit('optimization.changed', { ...one, status: 'completed' });
    expect(await within(row).findByText('✓ Complete')).toBeVisible();
    expect(within(row).getByText('View')).toBeVisible();
  });
});
