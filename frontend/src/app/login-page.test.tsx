import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen } from '@testing-library/react';
import { ADA, onMainHost, renderRoute, signedIn, signedOut } from '../test/render-route';
import { failure, fakeServer } from '../test/server';

describe('signing in', () => {
  beforeEach(() => {
    signedOut();
    fakeServer.on('GET /api/clients', { body: [] });
  });

  async function fillIn(user: ReturnType<typeof renderRoute>['user']) {
    await user.type(await screen.findByLabelText('Email'), 'ada@example.com');
    await user.type(screen.getByLabelText('Password'), 'correct horse');
  }

  it('shows the brand and what the card is for', async () => {
    onMainHost({ name: 'Northlight', primaryColor: '#ffff00' });
    renderRoute('/login');
    expect(await screen.findByRole('heading', { level: 1, name: 'Northlight' })).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(screen.getByText('Sign in to manage your GMB moments and clients')).toBeVisible();
    expect(screen.getByLabelText('Email')).toBeRequired();
    expect(screen.getByLabelText('Email')).toHaveAttribute('type', 'email');
    expect(screen.getByLabelText('Password')).toBeRequired();
  });

  it('follows the brand when it is changed elsewhere', async () => {
    onMainHost({ name: 'Northlight', primaryColor: '#ffff00' });
    renderRoute('/login');
    expect(await screen.findByRole('heading', { level: 1, name: 'Northlight' })).toBeVisible();
    onMainHost({ name: 'Southlight', primaryColor: '#0000ff' });
    fakeServer.emit('settings.changed', { id: 'settings' });
    expect(await screen.findByRole('heading', { level: 1, name: 'Southlight' })).toBeVisible();
  });

  it('shows that it is pending, then the requested page', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    fakeServer.on('POST /api/login', async () => {
      await held;
      signedIn();
      return { body: ADA };
    });
    const { user, router } = renderRoute('/clients');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('button', { name: /Signing in\.\.\./ })).toBeVisible();
    release();
    expect(await screen.findByText('No clients yet')).toBeVisible();
    expect(router.state.location.pathname).toBe('/clients');
    expect(fakeServer.calls('POST /api/login')[0]?.json).toEqual({
      email: 'ada@example.com',
      password: 'correct horse',
    });
  });

  it('says why it failed', async () => {
    fakeServer.on('POST /api/login', failure(401, 'WRONG_CREDENTIALS', 'The e-mail address or the password is wrong.'));
    const { user } = renderRoute('/login');
    await fillIn(user);
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect((await screen.findByText('Login failed')).closest('[role=alert]')).toBeVisible();
    expect(screen.getByText('401: The e-mail address or the password is wrong.')).toBeVisible();
    expect(await screen.findByRole('button', { name: 'Sign In' })).toBeEnabled();
  });

  it('asks the browser for both fields before it sends anything', async () => {
    const { user } = renderRoute('/login');
    await user.click(await screen.findByRole('button', { name: 'Sign In' }));
    expect(fakeServer.calls('POST /api/login')).toHaveLength(0);
  });

  it('leads somebody who is signed in to the dashboard', async () => {
    signedIn();
    const { router } = renderRoute('/login');
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/');
  });
});
