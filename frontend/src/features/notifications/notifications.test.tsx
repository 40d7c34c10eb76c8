import { beforeEach, describe, expect, it } from '@jest/globals';
import type { NotificationView } from '@gmb-moments/backend/contract/notifications';
import { screen, waitFor, within } from '@testing-library/react';
import { aClient, aMoment, anImage } from '../../records/moments.fixture';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const DECISIONS: NotificationView = {
  id: 'n1',
  kind: 'decisions',
  at: new Date().toISOString(),
  isRead: false,
  momentId: 'm1',
  optimizationId: null,
  title: 'Spring office photos',
  client: { id: 'c1', business: 'Harbor Dental' },
  coverUrl: '/media/1.webp',
  people: ['Maria Lopez'],
  approved: 6,
  rejected: 2,
  unanswered: 2,
  decided: 8,
  total: 10,
  words: [
    { imageId: 'i8', section: null, position: 8, thumbnailUrl: '/media/8.webp', feedback: 'The old number' },
    { imageId: 'i6', section: null, position: 6, thumbnailUrl: null, feedback: 'Thrown out in March' },
  ],
  failed: 0,
  note: '',
};
const NOTHING = { people: [], approved: 0, rejected: 0, unanswered: 0, words: [] };
const APPROVED: NotificationView = {
  ...DECISIONS,
  ...NOTHING,
  id: 'n2',
  kind: 'approved',
  title: 'Opening day',
  people: ['Ines Roth'],
  approved: 12,
  total: 12,
};
const OPENED: NotificationView = { ...DECISIONS, ...NOTHING, id: 'n3', kind: 'opened', title: 'Weddings' };
const FAILED: NotificationView = {
  ...DECISIONS,
  ...NOTHING,
  id: 'n4',
  kind: 'failed',
  title: 'Roses',
  failed: 2,
  note: 'The AI service was too busy.',
  isRead: true,
  at: '2026-01-05T16:40:00Z',
};

function serve(entries: NotificationView[]) {
  const count = entries.filter(({ isRead }) => !isRead).length;
  fakeServer.on('GET /api/notifications', { body: entries, headers: { 'X-Total-Count': `${entries.length}` } });
  fakeServer.on('GET /api/notifications/unread', { body: { count } });
}

const bell = (name: string | RegExp) => screen.findByRole('button', { name });
const panel = async () => within(await screen.findByRole('dialog', { name: 'Notifications' }));

describe('the bell', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [], headers: { 'X-Total-Count': '0' } });
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    serve([DECISIONS, APPROVED, OPENED, FAILED]);
  });

  it('counts what is unread, in the title of the tab as well, and follows what happens', async () => {
    renderRoute('/');
    expect(await bell('Notifications, 3 unread')).toHaveTextContent('3');
    await waitFor(() => expect(document.title).toBe('(3) Dashboard · GMB Moments'));
    serve([]);
    await waitFor(() => {
      fakeServer.emit('notifications.changed', { id: 'notifications' });
      expect(document.title).toBe('Dashboard · GMB Moments');
    });
    expect(await bell('Notifications')).not.toHaveTextContent('0');
  });

  it('lists what happened, with the client’s words and a link to each photo', async () => {
    const { user } = renderRoute('/');
    await user.click(await bell(/^Notifications/));
    const open = await panel();
    const today = within(await open.findByRole('region', { name: 'Today' }));
    expect(today.getAllByRole('article').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(
        /Maria Lopez approved 6 and rejected 2 of Spring office photos.*Harbor Dental · 8 of 10 decided.*The old number#8/,
      ),
      expect.stringMatching(/Opening day was approved.*all 12 photos, by Ines Roth/),
      expect.stringMatching(/The link of Weddings was opened.*for the first time/),
    ]);
    expect(open.getByRole('region', { name: 'Earlier' })).toHaveTextContent(
      /2 captions failed in Roses.*The AI service was too busy/,
    );
    expect(open.getByRole('link', { name: /Thrown out/ })).toHaveAttribute('href', '/moments/m1?image=i6');
    expect(open.getByRole('link', { name: 'Answer 2 rejections' })).toHaveAttribute(
      'href',
      '/moments/m1?status=rejected&image=i6',
    );
    expect(open.getByRole('link', { name: /2 captions failed/ })).toHaveAttribute('href', '/moments/m1?status=failed');
  });

  it('shows the photo that a rejection is about, and marks the entry as read', async () => {
    const images = [1, 6, 8].map((number) => anImage(number, { id: `i${number}`, title: `Photo ${number}` }));
    fakeServer.on('GET /api/moments/m1', { body: aMoment({ id: 'm1' }) });
    fakeServer.on('GET /api/moments/m1/images', { body: images });
    fakeServer.on('POST /api/notifications/n1/read', { status: 204 });
    const { user, router } = renderRoute('/');
    await user.click(await bell(/^Notifications/));
    await user.click(await (await panel()).findByRole('link', { name: /The old number/ }));
    expect(await screen.findByDisplayValue('Photo 8')).toBeVisible();
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/moments/m1?image=i8');
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
    expect(fakeServer.calls('POST /api/notifications/n1/read')).toHaveLength(1);
  });

  it('is opened, gone through and closed by keys', async () => {
    fakeServer.on('POST /api/notifications/n2/read', { status: 204 });
    fakeServer.on('POST /api/notifications/n4/unread', { status: 204 });
    const { user } = renderRoute('/');
    await bell(/^Notifications/);
    await user.keyboard('b');
    const open = await panel();
    await open.findAllByRole('article');
    await user.keyboard('jj');
    expect(open.getByRole('link', { name: /Opening day/ })).toHaveFocus();
    await user.keyboard('u');
    await waitFor(() => expect(fakeServer.calls('POST /api/notifications/n2/read')).toHaveLength(1));
    await user.keyboard('jjku');
    await user.keyboard('ju');
    await waitFor(() => expect(fakeServer.calls('POST /api/notifications/n4/unread')).toHaveLength(1));
    await user.keyboard('b');
    expect(screen.queryByRole('dialog', { name: 'Notifications' })).toBeNull();
  });

  it('lists what is unread alone, marks all as read, and says when there is nothing', async () => {
    fakeServer.on('POST /api/notifications/read-all', { status: 204 });
    const { user } = renderRoute('/');
    await user.click(await bell(/^Notifications/));
    const open = await panel();
    await user.click(open.getByRole('button', { name: /^Unread/ }));
    await waitFor(() => expect(fakeServer.calls('GET /api/notifications').at(-1)!.query.get('unread')).toBe('true'));
    serve([]);
    await user.click(open.getByRole('button', { name: 'Mark all as read' }));
    expect(await open.findByText('Nothing unread')).toBeVisible();
    await user.click(open.getByRole('button', { name: 'All' }));
    expect(await open.findByText('No notifications yet')).toBeVisible();
    expect(open.getByRole('button', { name: 'Mark all as read' })).toBeDisabled();
  });

  it('says why nothing is listed, and tries again', async () => {
    fakeServer.on('GET /api/notifications', failure(503, 'DATABASE_UNAVAILABLE', 'Not now.'));
    const { user } = renderRoute('/');
    // The list is refetched when the page connects.
    await screen.findByText('Live');
    await user.click(await bell(/^Notifications/));
    const open = await panel();
    expect(await open.findByText('Not now.')).toBeVisible();
    serve([APPROVED]);
    await user.click(open.getByRole('button', { name: 'Try again' }));
    expect(await open.findByText(/was approved/)).toBeVisible();
  });
});

describe('how somebody is notified', () => {
  beforeEach(signedIn);

  it('is chosen in the settings', async () => {
    fakeServer.on('GET /api/users', { body: [] });
    fakeServer.on('PATCH /api/user/notifications', { body: {} });
    const { user } = renderRoute('/settings');
    await user.click(await screen.findByText('Not at all'));
    await user.click(await screen.findByText('Mine and followed'));
    await waitFor(() =>
      expect(fakeServer.calls('PATCH /api/user/notifications').map(({ json }) => json)).toEqual([
        { notify: 'off' },
        { about: 'followed' },
      ]),
    );
    expect(screen.getByText(/You follow 0 clients, which always count; follow a client on its page\.$/)).toBeVisible();
  });

  it('may be at once of followed clients where it is once a day otherwise', async () => {
    fakeServer.on('GET /api/users', { body: [] });
    const settings = { notify: 'daily', followedAtOnce: true, about: 'all', follows: [] };
    fakeServer.on('GET /api/user/notifications', { body: settings });
    fakeServer.on('PATCH /api/user/notifications', { body: settings });
    const { user } = renderRoute('/settings');
    const choice = await screen.findByLabelText('At once for clients I follow');
    expect(choice).toBeChecked();
    await user.click(choice);
    await waitFor(() =>
      expect(fakeServer.calls('PATCH /api/user/notifications').map(({ json }) => json)).toEqual([
        { followedAtOnce: false },
      ]),
    );
  });

  it('follows a client on its page', async () => {
    fakeServer.on('GET /api/agencies', { body: [] });
    fakeServer.on('GET /api/clients/c1', { body: aClient({ id: 'c1' }) });
    fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
    fakeServer.on('GET /api/gmb-optimizations', { body: [], headers: { 'X-Total-Count': '0' } });
    fakeServer.on('POST /api/clients/c1/follow', { status: 204 });
    const { user } = renderRoute('/clients/c1');
    const follow = await screen.findByRole('button', { name: 'Follow' });
    fakeServer.on('GET /api/user/notifications', {
      body: { notify: 'at_once', followedAtOnce: false, about: 'all', follows: ['c1'] },
    });
    await user.click(follow);
    expect(await screen.findByRole('button', { name: 'Following', pressed: true })).toBeVisible();
    expect(fakeServer.calls('POST /api/clients/c1/follow')).toHaveLength(1);
  });
});
