import type { FactorsView } from '@gmb-moments/backend/contract/factors';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn, signedOut } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const NONE: FactorsView = { hasAuthenticator: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false };
const APP: FactorsView = { hasAuthenticator: true, passkeys: [], recoveryCodesLeft: 9, isRequired: false };
const KEY = {
  key: '3f2b8c1e-5d4a-4e6f-9b7a-1c2d3e4f5a6b',
  secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
  uri: 'otpauth://totp/GMB%20Moments:ada%40example.com?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
};
const CODES = ['k7pw-3mxa-9dtq-h2re', 'aaaa-bbbb-cccc-dddd'];
const ADD = 'POST /api/factors/authenticator';

const factors = (view: FactorsView) => fakeServer.on('GET /api/factors', { body: view });

beforeEach(() => {
  signedIn();
  factors(NONE);
  fakeServer.on('GET /api/sessions', { body: [] });
  fakeServer.on('POST /api/factors/authenticator/key', { body: KEY });
});

async function typeFirstCode(user: ReturnType<typeof renderRoute>['user']) {
  expect(await screen.findByRole('img', { name: /^QR code/ })).toBeInTheDocument();
  expect(screen.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible();
  const form = within(screen.getByLabelText('Code of the App').closest('form')!);
  await user.type(form.getByLabelText('Code of the App'), '287082');
  await user.type(form.getByLabelText('Current Password'), 'correct horse');
  await user.click(form.getByRole('button', { name: 'Turn On' }));
}

describe('the second factor', () => {
  it('is set up with the first code, and shows the recovery codes once', async () => {
    const { user } = renderRoute('/settings/you');
    fakeServer.on(ADD, () => {
      factors({ ...APP, recoveryCodesLeft: 10 });
      return { body: { recoveryCodes: CODES } };
    });
    await user.click(await screen.findByRole('button', { name: 'Set Up Authenticator App' }));
    await typeFirstCode(user);
    const codes = within(await screen.findByRole('list', { name: 'Recovery codes' })).getAllByRole('listitem');
    expect(codes.map(({ textContent }) => textContent)).toEqual(CODES);
    expect(fakeServer.calls(ADD)[0]!.json).toEqual({ key: KEY.key, code: '287082', currentPassword: 'correct horse' });
    await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
    expect(await screen.findByText('10 of 10 recovery codes are left.')).toBeVisible();
    expect(screen.queryByText(CODES[0]!)).not.toBeInTheDocument();
  });

  it('marks a code that does not fit, and keeps what was entered', async () => {
    const { user } = renderRoute('/settings/you');
    const message = 'This code does not fit.';
    fakeServer.on(ADD, failure(400, 'VALIDATION_FAILED', message, [{ field: 'code', message }]));
    await user.click(await screen.findByRole('button', { name: 'Set Up Authenticator App' }));
    await typeFirstCode(user);
    await waitFor(() => expect(screen.getByLabelText('Code of the App')).toHaveAccessibleDescription(message));
    expect(screen.getByLabelText('Code of the App')).toHaveValue('287082');
  });

  it('gets new recovery codes, and is turned off, with the password', async () => {
    factors(APP);
    const { user } = renderRoute('/settings/you');
    fakeServer.on('POST /api/factors/recovery-codes', { body: { recoveryCodes: CODES } });
    await user.click(await screen.findByRole('button', { name: 'New Recovery Codes' }));
    let dialog = within(await screen.findByRole('dialog', { name: 'New Recovery Codes' }));
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Make New Codes' }));
    expect(await screen.findByText(CODES[1]!)).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
    fakeServer.on('POST /api/factors/authenticator/remove', () => {
      factors(NONE);
      return { status: 204 };
    });
    await user.click(screen.getByRole('button', { name: 'Turn Off' }));
    dialog = within(await screen.findByRole('dialog', { name: 'Turn Off Authenticator App' }));
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Turn Off' }));
    expect(await screen.findByRole('button', { name: 'Set Up Authenticator App' })).toBeVisible();
  });

  it('cannot be turned off where all need one', async () => {
    factors({ ...APP, isRequired: true });
    renderRoute('/settings/you');
    expect(await screen.findByText('9 of 10 recovery codes are left.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Turn Off' })).not.toBeInTheDocument();
  });

  it('is required of everybody by a switch, which says why not', async () => {
    fakeServer.on('GET /api/users', { body: [] });
    const { user } = renderRoute('/settings');
    const toggle = await screen.findByRole('switch', { name: /^Second factor for everyone/ });
    expect(toggle).not.toBeChecked();
    fakeServer.on('PUT /api/factors/requirement', failure(409, 'NO_SECOND_FACTOR', 'You have no second factor.'));
    await user.click(toggle);
    expect(await screen.findByText('You have no second factor.')).toBeVisible();
    await waitFor(() => expect(toggle).not.toBeChecked());
    fakeServer.on('PUT /api/factors/requirement', () => {
      factors({ ...APP, isRequired: true });
      return { status: 204 };
    });
    await user.click(toggle);
    await waitFor(() => expect(toggle).toBeChecked());
    expect(fakeServer.calls('PUT /api/factors/requirement')[0]!.json).toEqual({ isRequired: true });
  });
});

describe('signing in', () => {
  const ASKED = failure(401, 'SECOND_FACTOR_REQUIRED', 'Enter the code of your authenticator app.');
  const WRONG = failure(401, 'WRONG_CREDENTIALS', 'The e-mail, the password or the code is wrong.');

  it('asks for the code once the server does, and for none with another account', async () => {
    signedOut();
    fakeServer.on('POST /api/login', ASKED);
    const { user } = renderRoute('/login');
    await user.type(await screen.findByLabelText('Email'), ADA.email);
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const code = await screen.findByLabelText('Code');
    await waitFor(() => expect(code).toHaveFocus());
    expect(screen.queryByText('Login failed')).not.toBeInTheDocument();
    fakeServer.on('POST /api/login', WRONG);
    await user.type(code, '000000');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByText('Login failed')).toBeVisible();
    expect(screen.getByLabelText('Code')).toHaveValue('000000');
    await user.type(screen.getByLabelText('Email'), 'x');
    expect(screen.queryByLabelText('Code')).not.toBeInTheDocument();
    await user.type(screen.getByLabelText('Email'), '{Backspace}');
    fakeServer.on('POST /api/login', () => {
      signedIn();
      fakeServer.on('GET /api/clients', { body: [] });
      return { body: ADA };
    });
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(fakeServer.calls('POST /api/login').at(-1)!.json).toEqual({
      email: ADA.email,
      password: 'correct horse',
      code: '000000',
    });
  });

  it('leads to setting one up before anything else where all need one', async () => {
    fakeServer.on('GET /api/clients', { body: [] });
    fakeServer.on('GET /api/user', { body: { ...ADA, needsFactor: true } });
    const { user } = renderRoute('/');
    expect(await screen.findByRole('heading', { name: 'Set up a second factor' })).toBeVisible();
    expect(screen.queryByText('Live')).not.toBeInTheDocument();
    fakeServer.on(ADD, () => {
      fakeServer.on('GET /api/user', { body: ADA });
      return { body: { recoveryCodes: CODES } };
    });
    await typeFirstCode(user);
    await user.click(await screen.findByRole('button', { name: 'I Have Kept Them' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });

  it('follows the choice of a new password, which is saved', async () => {
    signedOut();
    const link = { kind: 'reset', email: ADA.email, name: 'Ada', expiresAt: '2026-04-01T00:00:00Z' };
    fakeServer.on('POST /api/password-links/check', { body: link });
    const message = 'Your new password is saved. Sign in with it.';
    fakeServer.on('POST /api/password-links/use', failure(401, 'SECOND_FACTOR_REQUIRED', message));
    const { user } = renderRoute('/password#the-token');
    await user.type(await screen.findByLabelText('New Password'), 'a long password');
    await user.click(screen.getByRole('button', { name: 'Save and Sign In' }));
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(screen.getByText(message)).toBeVisible();
  });
});
