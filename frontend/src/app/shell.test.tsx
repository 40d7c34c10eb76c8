import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { USER_KEY } from '../lib/query-client';
import { ADA, onMainHost, renderRoute, signedIn, signedOut } from '../test/render-route';
import { failure, fakeServer } from '../test/server';

const sidebar = () => screen.queryByRole('complementary');

describe('the admin shell', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/clients', { body: [] });
  });

  it('has every entry of the menu, in order', async () => {
    renderRoute('/settings');
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    const links = within(menu).getAllByRole('link');
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['Dashboard', '/'],
      ['Agencies', '/agencies'],
      ['Clients', '/clients'],
      ['Moments', '/moments'],
      ['GMB Optimization', '/gmb-optimizations'],
      ['Settings', '/settings'],
    ]);
    expect(within(menu).getByText('GMB Moments')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  });

  it('shows the logo of the settings when there is one', async () => {
    fakeServer.on('GET /api/settings', {
      body: { logoUrl: '/media/l.webp', brandName: 'Ours', primaryColor: '#ff0000' },
    });
    renderRoute('/settings');
    expect(await screen.findByRole('img', { name: 'Ours' })).toHaveAttribute('src', '/media/l.webp');
    expect(within(screen.getByRole('navigation')).getByText('Ours')).toBeVisible();
    await waitFor(() => expect(document.title).toBe('Settings · Ours'));
  });

  it('shows the platform’s brand before the settings are loaded', async () => {
    onMainHost({ name: 'Ours', primaryColor: '#7f1d1d' });
    fakeServer.on('GET /api/settings', () => new Promise(() => {}));
    document.cookie = 'sidebar_state=false; path=/';
    renderRoute('/clients');
    const mark = await screen.findByRole('img', { name: 'Ours' });
    expect(mark.parentElement).toHaveStyle({ background: '#7f1d1d' });
    await waitFor(() => expect(document.title).toBe('Clients · Ours'));
  });

  it('shows the brand of the settings once they are loaded', async () => {
    onMainHost({ name: 'Before', logoUrl: '/media/before.webp' });
    fakeServer.on('GET /api/settings', { body: { logoUrl: null, brandName: 'After', primaryColor: '#3b82f6' } });
    renderRoute('/settings');
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    expect(await within(menu).findByText('After')).toBeVisible();
    expect(within(menu).queryByRole('img', { name: 'Before' })).not.toBeInTheDocument();
  });

  it('is collapsed and expanded by its button and by Ctrl+B or Cmd+B, and remembers it in a cookie', async () => {
    const { user } = renderRoute('/settings');
    const toggle = await screen.findByRole('button', { name: 'Toggle sidebar' });
    expect(sidebar()).toHaveStyle({ width: '16rem' });
    await user.click(toggle);
    expect(sidebar()).toHaveStyle({ width: '3rem' });
    expect(document.cookie).toContain('sidebar_state=false');
    await user.keyboard('{Control>}b{/Control}');
    expect(sidebar()).toHaveStyle({ width: '16rem' });
    expect(document.cookie).toContain('sidebar_state=true');
    await user.keyboard('{Meta>}b{/Meta}');
    expect(sidebar()).toHaveStyle({ width: '3rem' });
  });

  it('opens as the cookie says', async () => {
    document.cookie = 'sidebar_state=false; path=/';
    renderRoute('/settings');
    await screen.findByRole('button', { name: 'Toggle sidebar' });
    expect(sidebar()).toHaveStyle({ width: '3rem' });
  });

  it('is a slide-over on a phone, which closes when something is chosen', async () => {
    window.innerWidth = 390;
    const { user } = renderRoute('/settings');
    const toggle = await screen.findByRole('button', { name: 'Toggle sidebar' });
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    await user.click(toggle);
    const menu = await screen.findByRole('navigation', { name: 'Main menu' });
    await user.click(within(menu).getByRole('link', { name: 'Clients' }));
    expect(await screen.findByText('No clients yet')).toBeInTheDocument();
    await waitFor(() => expect(toggle).toHaveAttribute('aria-expanded', 'false'));
    expect(document.cookie).not.toContain('sidebar_state');
  });

  it('changes between light and dark, and keeps it in local storage', async () => {
    const { user } = renderRoute('/settings');
    await user.click(await screen.findByRole('button', { name: 'Switch to dark theme' }));
    expect(localStorage.getItem('theme')).toBe('dark');
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.click(screen.getByRole('button', { name: 'Switch to light theme' }));
    expect(localStorage.getItem('theme')).toBe('light');
  });

  it('signs out, and leads to the login page', async () => {
    fakeServer.on('POST /api/logout', () => {
      signedOut();
      return { status: 204 };
    });
    const { user, router } = renderRoute('/settings');
    await user.click(await screen.findByRole('button', { name: /Logout/ }));
    expect(await screen.findByText('Admin Login')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.queryByText('Your session has ended')).not.toBeInTheDocument();
    // The next user starts at the dashboard.
    fakeServer.on('POST /api/login', () => {
      signedIn();
      return { body: ADA };
    });
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });

  it('says when signing out failed', async () => {
    fakeServer.on('POST /api/logout', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/settings');
    await user.click(await screen.findByRole('button', { name: /Logout/ }));
    expect((await screen.findByText('Logout failed')).closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('503: The database cannot be reached.')).toBeVisible();
    expect(await screen.findByRole('heading', { name: 'Settings' })).toBeVisible();
  });
});

describe('who sees what', () => {
  it('leads somebody who is not signed in from an admin page to the login page', async () => {
    signedOut();
    const { router } = renderRoute('/clients/some-id');
    expect(await screen.findByText('Admin Login')).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
  });

  it('shows a spinner while the session loads', async () => {
    signedIn();
    fakeServer.on('GET /api/user', () => new Promise(() => {}));
    renderRoute('/clients');
    await waitFor(() => expect(fakeServer.calls('GET /api/user')).toHaveLength(1));
    expect(await screen.findByLabelText('Loading')).toBeVisible();
  });

  it('reads the user again when somebody returns to the page a day later, which renews their cookie', async () => {
    signedIn();
    const { client } = renderRoute('/settings');
    expect(await screen.findByText('Live')).toBeVisible();
    const look = () => act(async () => void window.dispatchEvent(new Event('visibilitychange')));
    await look();
    expect(client.isFetching({ queryKey: USER_KEY })).toBe(0);
    client.setQueryData(USER_KEY, ADA, { updatedAt: Date.now() - 25 * 60 * 60 * 1000 });
    await look();
    await waitFor(() => expect(fakeServer.calls('GET /api/user')).toHaveLength(2));
  });

  it.each([
    ['a member of staff, within the shell', signedIn, true],
    ['anybody else, without it', signedOut, false],
  ])('shows the 404 page to %s', async (_who, session, shell) => {
    session();
    renderRoute('/no/such/page');
    expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
    expect(screen.queryByRole('navigation') !== null).toBe(shell);
  });

  it('offers to try again when the session could not be read', async () => {
    signedIn();
    fakeServer.on('GET /api/user', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/clients');
    expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
    signedIn();
    fakeServer.on('GET /api/clients', { body: [] });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('No clients yet')).toBeVisible();
  });
});
