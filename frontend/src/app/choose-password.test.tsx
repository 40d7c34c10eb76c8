import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import { ADA, onAgencyDomain, onMainHost, renderRoute, signedIn, signedOut } from '../test/render-route';
import { failure, fakeServer } from '../test/server';

const CHECK = 'POST /api/password-links/check';
const USE = 'POST /api/password-links/use';
const ASK = 'POST /api/password-resets';
const PASSWORD = 'a long password';
const GONE = failure(404, 'NOT_FOUND', 'This link does not open any more.');

beforeEach(() => {
  signedOut();
  fakeServer.on('GET /api/clients', { body: [] });
  fakeServer.on('GET /api/password-resets', { body: { sendsMails: true } });
});

function answer(kind: 'invitation' | 'reset') {
  fakeServer.on(CHECK, {
    body: { kind, email: 'grace@example.com', name: 'Grace', expiresAt: '2026-04-01T00:00:00Z' },
  });
}

describe('asking for a new password', () => {
  it('is a step from the login page, and says the same whoever asks', async () => {
    fakeServer.on(ASK, { status: 204 });
    const { user } = renderRoute('/login');
    await user.click(await screen.findByRole('link', { name: 'Forgot password?' }));
    const submit = await screen.findByRole('button', { name: 'Send Link' });
    await user.type(screen.getByLabelText('Email'), 'grace@example.com');
    await user.click(submit);
    expect(await screen.findByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
    expect(screen.getByRole('status')).toHaveTextContent('If grace@example.com belongs to an account');
    expect(fakeServer.calls(ASK).map(({ json }) => json)).toEqual([{ email: 'grace@example.com' }]);
    await user.click(screen.getByRole('link', { name: 'Back to sign-in' }));
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeVisible();
  });

  it('says why it was refused, and keeps the address', async () => {
    fakeServer.on(ASK, failure(429, 'TOO_MANY_REQUESTS', 'A new password was asked for too often.'));
    const { user } = renderRoute('/forgot-password');
    await user.type(await screen.findByLabelText('Email'), 'grace@example.com');
    await user.click(screen.getByRole('button', { name: 'Send Link' }));
    expect(await screen.findByText('A new password was asked for too often.')).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
  });

  it('says who to ask if no mail is sent', async () => {
    fakeServer.on('GET /api/password-resets', { body: { sendsMails: false } });
    renderRoute('/forgot-password');
    expect(await screen.findByText(/This system sends no mail\. Ask its administrator/)).toBeVisible();
    expect(screen.getByText('npm run user -- reset-password')).toBeVisible();
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument();
  });
});

describe('the link to a password', () => {
  it('asks once more about a link that is gone after it missed events, and stays connected', async () => {
    fakeServer.on(CHECK, GONE);
    // The page missed an event before it connected.
    fakeServer.hasEmitted = true;
    renderRoute('/password#the-token');
    await waitFor(() => expect(fakeServer.calls(CHECK)).toHaveLength(2));
    expect(await screen.findByRole('heading', { name: 'This link does not open any more' })).toBeVisible();
    onMainHost({ name: 'Rose & Co' });
    fakeServer.emit('settings.changed', { id: 'settings' });
    expect(await screen.findByRole('heading', { name: 'Rose & Co' })).toBeVisible();
    expect(fakeServer.calls(CHECK)).toHaveLength(2);
  });

  it('lets somebody who is invited choose name and password, and opens the dashboard', async () => {
    answer('invitation');
    fakeServer.on(USE, () => {
      signedIn();
      return { body: { ...ADA, name: 'Grace Hopper' } };
    });
    const { user, router } = renderRoute('/password#the-token');
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible();
    expect(screen.getByLabelText('Email')).toHaveValue('grace@example.com');
    expect(screen.getByLabelText('Email')).toHaveAttribute('readonly');
    const name = screen.getByLabelText('Name');
    expect(name).toHaveValue('Grace');
    await user.type(name, ' Hopper');
    await user.type(screen.getByLabelText('Password'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Save and Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(router.state.location).toMatchObject({ pathname: '/', hash: '' });
    expect(fakeServer.calls(CHECK)[0]!.json).toEqual({ token: 'the-token' });
    expect(fakeServer.calls(USE).map(({ json }) => json)).toEqual([
      { token: 'the-token', name: 'Grace Hopper', password: PASSWORD },
    ]);
  });

  it('lets somebody who forgot theirs choose a new one, of ten characters or more', async () => {
    answer('reset');
    fakeServer.on(USE, () => {
      signedIn();
      return { body: ADA };
    });
    const { user } = renderRoute('/password#the-token');
    expect(await screen.findByRole('heading', { name: 'Choose a new password' })).toBeVisible();
    expect(screen.queryByLabelText('Name')).not.toBeInTheDocument();
    const field = screen.getByLabelText('New Password');
    await user.type(field, '123456789');
    await user.click(screen.getByRole('button', { name: 'Save and Sign In' }));
    await waitFor(() => expect(field).toHaveAccessibleDescription(/Enter at least 10 characters/));
    expect(fakeServer.calls(USE)).toEqual([]);
    await user.type(field, '0');
    await user.click(screen.getByRole('button', { name: 'Save and Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(fakeServer.calls(USE)[0]!.json).toEqual({ token: 'the-token', password: '1234567890' });
  });

  it.each(['/password', '/password#used'])('says at %s what to do where it does not open', async (path) => {
    fakeServer.on(CHECK, GONE);
    renderRoute(path);
    expect(await screen.findByRole('heading', { name: 'This link does not open any more' })).toBeVisible();
    expect(screen.getByRole('link', { name: 'Forgot password?' })).toHaveAttribute('href', '/forgot-password');
    expect(screen.getByRole('link', { name: 'Sign in' })).toHaveAttribute('href', '/login');
    expect(fakeServer.calls(CHECK).length > 0).toBe(path.includes('#'));
  });

  it('says so as well where somebody used it meanwhile', async () => {
    answer('reset');
    fakeServer.on(USE, () => {
      fakeServer.on(CHECK, GONE);
      return GONE;
    });
    const { user } = renderRoute('/password#the-token');
    await user.type(await screen.findByLabelText('New Password'), PASSWORD);
    await user.click(screen.getByRole('button', { name: 'Save and Sign In' }));
    expect(await screen.findByRole('heading', { name: 'This link does not open any more' })).toBeVisible();
  });

  it('can be checked again when that failed', async () => {
    fakeServer.on(CHECK, failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/password#the-token');
    expect(await screen.findByText('The link could not be checked')).toBeVisible();
    answer('reset');
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByLabelText('New Password')).toBeVisible();
  });
});

it.each(['/password#the-token', '/forgot-password'])('knows no page %s on an agency’s domain', async (path) => {
  onAgencyDomain();
  renderRoute(path);
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeVisible();
  expect(fakeServer.calls(CHECK)).toEqual([]);
});
