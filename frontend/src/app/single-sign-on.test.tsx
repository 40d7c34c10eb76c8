import type { SingleSignOnView } from '@gmb-moments/backend/contract/single-sign-on';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, onMainHost, renderRoute, signedIn, signedOut } from '../test/render-route';
import { failure, fakeServer } from '../test/server';

const BESIDE: SingleSignOnView = { name: 'Sign in with Okta', isOnly: false };
const ONLY: SingleSignOnView = { ...BESIDE, isOnly: true };
const BEGIN = 'POST /api/single-sign-on/begin';
const FINISH = 'POST /api/single-sign-on/finish';
const RETURNED = '/login?code=abc&state=xyz';

describe('single sign-on', () => {
  beforeEach(() => {
    signedOut();
    onMainHost({ singleSignOn: BESIDE });
    fakeServer.on('GET /api/clients', { body: [] });
  });

  it('stands beside the password, and is not there without a provider', async () => {
    renderRoute('/login');
    expect(await screen.findByRole('button', { name: 'Sign in with Okta' })).toBeVisible();
    expect(screen.getByLabelText('Password')).toBeVisible();
    onMainHost();
    fakeServer.emit('settings.changed', { id: 'settings' });
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Sign in with Okta' })).not.toBeInTheDocument());
  });

  it('is all there is where passwords are off', async () => {
    onMainHost({ singleSignOn: ONLY });
    renderRoute('/login');
    expect(await screen.findByRole('button', { name: 'Sign in with Okta' })).toBeVisible();
    expect(screen.queryByLabelText('Password')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Forgot password?' })).not.toBeInTheDocument();
  });

  it('says that the provider does not answer, and can be tried again', async () => {
    const sentence = 'The provider of single sign-on does not answer. Please try again in a minute.';
    fakeServer.on(BEGIN, failure(503, 'PROVIDER_UNAVAILABLE', sentence));
    const { user } = renderRoute('/clients');
    const button = await screen.findByRole('button', { name: 'Sign in with Okta' });
    await user.click(button);
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(fakeServer.calls(BEGIN)[0]?.json).toEqual({ to: '/clients' });
    expect(await screen.findByRole('button', { name: 'Sign in with Okta' })).toBeEnabled();
  });

  it('opens the page that was asked for when the provider leads back, once', async () => {
    fakeServer.on(FINISH, () => {
      signedIn();
      return { body: { user: { ...ADA, bySingleSignOn: true }, to: '/clients' } };
    });
    const { router } = renderRoute(RETURNED);
    expect(await screen.findByText('No clients yet')).toBeVisible();
    expect(router.state.location.pathname).toBe('/clients');
    expect(fakeServer.calls(FINISH).map(({ json }) => json)).toEqual([{ query: '?code=abc&state=xyz' }]);
  });

  it('says why nobody was signed in, in the words of the server, at an address that is not used again', async () => {
    fakeServer.on(FINISH, failure(403, 'NOT_A_MEMBER', 'No account here has your e-mail.'));
    const { router } = renderRoute(`${RETURNED}&error=access_denied&error_description=Words+of+the+provider`);
    const alert = await screen.findByRole('alert');
    expect(within(alert).getByText('No account here has your e-mail.')).toBeVisible();
    expect(screen.queryByText(/Words of the provider/)).not.toBeInTheDocument();
    expect(fakeServer.calls(FINISH)).toHaveLength(1);
    expect(`${router.state.location.pathname}${router.state.location.search}`).toBe('/login');
    expect(await screen.findByRole('button', { name: 'Sign in with Okta' })).toBeEnabled();
  });

  it.each(['/forgot-password', '/password#AAAAAAAAAAAAAAAAAAAAAA'])(
    'takes the place of the form of %s',
    async (path) => {
      onMainHost({ singleSignOn: ONLY });
      fakeServer.on('GET /api/password-resets', { body: { sendsMails: true } });
      const link = { kind: 'invitation', email: 'ivy@example.com', name: 'Ivy', expiresAt: '2030-01-01T00:00:00Z' };
      fakeServer.on('POST /api/password-links/check', { body: link });
      renderRoute(path);
      expect(await screen.findByRole('button', { name: 'Sign in with Okta' })).toBeVisible();
      expect(document.querySelector('input')).toBeNull();
    },
  );
});

describe('in the settings', () => {
  const NAME = /^Single sign-on only/;
  const PASSWORDS = 'PUT /api/single-sign-on/passwords';

  beforeEach(() => {
    signedIn();
    onMainHost({ singleSignOn: BESIDE });
    fakeServer.on('GET /api/users', { body: [] });
    fakeServer.on('GET /api/sessions', { body: [] });
  });

  it('waits for an admin who came in by it', async () => {
    renderRoute('/settings');
    expect(await screen.findByRole('switch', { name: NAME })).toBeDisabled();
    expect(screen.getByText('Sign in by “Sign in with Okta” yourself first, which shows that it works.')).toBeVisible();
  });

  it('becomes the only way in after a question, and passwords come back without one', async () => {
    fakeServer.on('GET /api/user', { body: { ...ADA, bySingleSignOn: true } });
    const { user } = renderRoute('/settings');
    fakeServer.on(PASSWORDS, ({ json }) => {
      onMainHost({ singleSignOn: (json as { areAllowed: boolean }).areAllowed ? BESIDE : ONLY });
      return { status: 204 };
    });
    await user.click(await screen.findByRole('switch', { name: NAME }));
    expect(await screen.findByText('npm run user -- allow-passwords')).toBeVisible();
    expect(fakeServer.calls(PASSWORDS)).toEqual([]);
    await user.click(screen.getByRole('button', { name: 'Switch Off' }));
    await waitFor(() => expect(screen.getByRole('switch', { name: NAME })).toBeChecked());
    await user.click(screen.getByRole('switch', { name: NAME }));
    await waitFor(() => expect(screen.getByRole('switch', { name: NAME })).not.toBeChecked());
    expect(fakeServer.calls(PASSWORDS).map(({ json }) => json)).toEqual([{ areAllowed: false }, { areAllowed: true }]);
  });

  it('takes the place of password and second factor', async () => {
    onMainHost({ singleSignOn: ONLY });
    renderRoute('/settings/you');
    expect(await screen.findByText(/You sign in by “Sign in with Okta”/)).toBeVisible();
    expect(screen.queryByRole('heading', { name: 'Your Password' })).not.toBeInTheDocument();
  });

  it('leaves colleagues to invitations', async () => {
    onMainHost({ singleSignOn: ONLY });
    renderRoute('/settings/team');
    expect(await screen.findByRole('button', { name: 'Invite Colleague' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Add Colleague' })).not.toBeInTheDocument();
  });
});
