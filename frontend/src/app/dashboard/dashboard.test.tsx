import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MomentListItem } from '@gmb-moments/backend/contract/moments';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aListedMoment, aMoment } from '../../records/moments.fixture';

const HOUR = 60 * 60 * 1000;
const SUMMARY = {
  id: 'm1',
  title: 'Spring opening',
  clientId: 'c1',
  status: 'pending',
  imageCount: 4,
  createdAt: new Date(Date.now() - 2.5 * HOUR).toISOString(),
  client: { id: 'c1', business: 'Acme' },
} as const;
const ITEM = aListedMoment(SUMMARY);
const TOTALS: Record<string, number> = { active: 7, pending: 3, approved: 5000 };

/** The requests of the dashboard. */
function moments(items: MomentListItem[]) {
  fakeServer.on('GET /api/moments', ({ query }) => ({
    body: query.has('status') ? [] : items,
    headers: { 'X-Total-Count': String(TOTALS[query.get('status') ?? ''] ?? items.length) },
  }));
}

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/clients', { body: [], headers: { 'X-Total-Count': '12' } });
  moments([ITEM]);
});

describe('the dashboard', () => {
  it('counts clients and moments', async () => {
    renderRoute('/');
    expect(await screen.findByRole('heading', { level: 1, name: 'Dashboard' })).toBeVisible();
    expect(screen.getByText('Overview of your GMB Moments management')).toBeVisible();
    expect(screen.getAllByRole('region', { name: /Total|Active|Pending|Approved/ })).toHaveLength(4);
    for (const [card, count] of [
      ['Total Clients', '12'],
      ['Active Moments', '7'],
      ['Pending Approval', '3'],
      ['Approved', '5,000'],
    ]) {
      expect(await within(screen.getByRole('region', { name: card })).findByText(count!)).toBeVisible();
    }
    const links = screen.getAllByRole('link').map((link) => link.getAttribute('href'));
    expect(links).toEqual(
      expect.arrayContaining([
        '/clients',
        ...['active', 'pending', 'approved'].map((status) => `/moments?status=${status}`),
      ]),
    );
    const recent = fakeServer.calls('GET /api/moments').find(({ query }) => query.get('limit') === '5');
    expect(recent?.query.get('sort')).toBe('-createdAt');
  });

  it.each([
    ['approved', 'Moment approved'],
    ['rejected', 'Feedback received'],
    ['pending', 'Awaiting approval'],
    ['generated', 'Captions generated'],
    ['draft', 'New moment created'],
  ] as const)('calls a moment that is %s "%s"', async (status, label) => {
    moments([{ ...ITEM, status }]);
    renderRoute('/');
    const entry = await screen.findByRole('link', { name: /Spring opening/ });
    expect(entry).toHaveTextContent(label);
    expect(entry).toHaveTextContent('Acme');
    expect(entry).toHaveTextContent('2 hours ago');
    expect(entry).toHaveAttribute('href', '/moments/m1');
  });

  it('renders without a client or a date', async () => {
    moments([{ ...ITEM, client: undefined, createdAt: null } as unknown as MomentListItem]);
    renderRoute('/');
    const entry = await screen.findByRole('link', { name: /Spring opening/ });
    expect(entry).toHaveTextContent('Unknown Client');
    expect(entry).toHaveTextContent('—');
  });

  it('says when nothing happened yet', async () => {
    moments([]);
    renderRoute('/');
    expect(await screen.findByText('No recent activity yet')).toBeVisible();
    expect(screen.getByRole('link', { name: 'Create Moment' })).toHaveAttribute('href', '/moments/create');
  });

  it('shows placeholders while it loads', async () => {
    fakeServer.on('GET /api/moments', () => new Promise(() => {}));
    renderRoute('/');
    expect(await screen.findByText('Recent Activity')).toBeVisible();
    expect(screen.queryByText('No recent activity yet')).toBeNull();
  });

  it('says what could not be loaded, and tries that again', async () => {
    fakeServer.on('GET /api/moments', failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    const { user } = renderRoute('/');
    expect(await screen.findByText('Failed to load dashboard data')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Could not load moments.')).toBeVisible());
    moments([ITEM]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Spring opening')).toBeVisible();
  });

  it('names clients and moments when neither could be loaded', async () => {
    for (const list of ['clients', 'moments']) {
      fakeServer.on(`GET /api/${list}`, failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    }
    renderRoute('/');
    expect(await screen.findByText('Could not load clients. Could not load moments.')).toBeVisible();
  });

  it('follows what happens elsewhere', async () => {
    renderRoute('/');
    await screen.findByText('Live');
    await screen.findByText('Awaiting approval');
    moments([{ ...ITEM, status: 'approved' }]);
    fakeServer.emit('moment.changed', aMoment({ ...SUMMARY, status: 'approved' }));
    expect(await screen.findByText('Moment approved')).toBeVisible();
  });

  it('refetches the counts when moments and clients change elsewhere', async () => {
    renderRoute('/');
    await screen.findByText('Live');
    const card = (name: string) => within(screen.getByRole('region', { name }));
    expect(await card('Active Moments').findByText('7')).toBeVisible();
    fakeServer.on('GET /api/moments', ({ query }) => ({
      body: query.has('status') ? [] : [ITEM],
      headers: { 'X-Total-Count': query.get('status') === 'active' ? '10001' : '10000' },
    }));
    fakeServer.emit('moment.changed', aMoment(SUMMARY));
    expect(await card('Active Moments').findByText('10,001')).toBeVisible();
    expect(await card('Pending Approval').findByText('10,000')).toBeVisible();
    fakeServer.on('GET /api/clients', { body: [], headers: { 'X-Total-Count': '13' } });
    fakeServer.emit('client.changed', { id: 'c9' });
    expect(await card('Total Clients').findByText('13')).toBeVisible();
  });

  it('requests only totals and the newest five moments, never a whole list', async () => {
    renderRoute('/');
    await screen.findByText('Spring opening');
    const asked = ['clients', 'moments'].flatMap((list) => fakeServer.calls(`GET /api/${list}`));
    expect(asked.length).toBeGreaterThanOrEqual(5);
    expect(asked.every(({ query }) => ['1', '5'].includes(query.get('limit') ?? ''))).toBe(true);
  });
});
