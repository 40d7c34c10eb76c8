import type { UserView } from '@gmb-moments/backend/contract/auth';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ADA, renderRoute, signedIn } from '../test/render-route';
import { fakeServer } from '../test/server';

const VIEWER: UserView = {
  ...ADA,
  role: 'viewer',
  permissions: ['account.use', 'team.read', 'settings.read', 'agency.read', 'client.read', 'review.read', 'mail.read'],
};
const AGENCY = { id: 'a1', name: 'Pine Street Media', primaryColor: '#3b82f6', logoUrl: null, customDomain: '' };
const page = (...items: object[]) => ({ body: items, headers: { 'X-Total-Count': String(items.length) } });

beforeEach(() => {
  signedIn();
  fakeServer.on('GET /api/users', { body: [{ ...ADA, lastSeenAt: null, hasSecondFactor: false }] });
  fakeServer.on('GET /api/agencies', page(AGENCY));
  fakeServer.on('GET /api/clients', page());
  fakeServer.on('GET /api/moments', page());
  fakeServer.on('GET /api/gmb-optimizations', page());
});

describe('somebody who only reads', () => {
  beforeEach(() => fakeServer.on('GET /api/user', { body: VIEWER }));

  it.each([
    ['/agencies', 'Pine Street Media', /Add|Edit|Delete/],
    ['/clients', 'No clients yet', /Add|Import|Delete/],
    ['/moments', 'No moments found', /Create/],
    ['/gmb-optimizations', 'No GMB optimization packages yet', /Create/],
    ['/settings', 'Team', /Save/],
    ['/settings/mail', 'No mails yet', /Send me/],
  ])('is not offered on %s what they may not do', async (path, shown, actions) => {
    fakeServer.on('GET /api/mails', page());
    renderRoute(path);
    expect(await screen.findByText(shown)).toBeVisible();
    expect(screen.queryByRole('button', { name: actions })).not.toBeInTheDocument();
  });

  it('finds no commands for it in the search', async () => {
    const { user } = renderRoute('/clients');
    await user.click(await screen.findByRole('button', { name: 'Search' }));
    expect(await screen.findByRole('option', { name: /Dashboard/ })).toBeVisible();
    expect(screen.queryByRole('option', { name: /Create|Add/ })).not.toBeInTheDocument();
  });

  it.each(['/moments/create', '/gmb-optimizations/create'])('is told at %s whom to ask', async (path) => {
    renderRoute(path);
    expect(await screen.findByText('Not for your role')).toBeVisible();
    const hint = 'You are viewer here, which does not allow this: please ask Ada to change that.';
    expect(await screen.findByText(hint)).toBeVisible();
  });
});

describe('a scope', () => {
  const NOTHING = { agencies: [], clients: [], hidden: 0 };

  it('of nothing shows one sentence that says why, and whom to ask', async () => {
    fakeServer.on('GET /api/user', { body: { ...VIEWER, scope: NOTHING } });
    const { user } = renderRoute('/moments');
    expect(await screen.findByText('Nothing to see yet')).toBeVisible();
    const hint = 'No agency and no client is assigned to you at the moment: please ask Ada to change that.';
    expect(await screen.findByText(hint)).toBeVisible();
    await user.click(screen.getByRole('link', { name: 'Open Settings' }));
    expect(await screen.findByText('Appearance')).toBeVisible();
  });

  it('that changes while a page is open makes it forget what was read before, and read it again', async () => {
    renderRoute('/agencies');
    expect(await screen.findByText('Pine Street Media')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Add Agency' })).toBeVisible();
    await screen.findByText('Live');
    fakeServer.on('GET /api/agencies', page({ ...AGENCY, id: 'a2', name: 'North Star Local' }));
    const scope = { agencies: [{ id: 'a2', name: 'North Star Local', clientCount: 1 }], clients: [], hidden: 0 };
    fakeServer.on('GET /api/user', { body: { ...VIEWER, scope } });
    for (const socket of testSockets.sockets.sockets.values()) socket.conn.close();
    await waitFor(() => expect(screen.getByText('North Star Local')).toBeVisible(), { timeout: 10_000 });
    await waitFor(() => expect(screen.queryByText('Pine Street Media')).not.toBeInTheDocument());
    expect(screen.queryByRole('button', { name: 'Add Agency' })).not.toBeInTheDocument();
  });
});
