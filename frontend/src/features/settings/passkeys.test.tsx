import type { FactorsView } from '@gmb-moments/backend/contract/factors';
import type { PasskeyView } from '@gmb-moments/backend/contract/passkeys';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn, signedOut } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const LAPTOP: PasskeyView = { id: 'k1', name: 'Laptop', createdAt: '2026-01-01T00:00:00Z', lastUsedAt: null };
const PHONE: PasskeyView = { ...LAPTOP, id: 'k2', name: 'Phone', lastUsedAt: new Date().toISOString() };
const NONE: FactorsView = { hasAuthenticator: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false };
const BOTH: FactorsView = { ...NONE, passkeys: [LAPTOP, PHONE], recoveryCodesLeft: 10 };
const MAKING = {
  challenge: 'AAAA',
  rp: { id: 'localhost', name: 'GMB Moments' },
  user: { id: 'YQ', name: ADA.email, displayName: ADA.name },
  pubKeyCredParams: [{ alg: -7, type: 'public-key' }],
};
const CREDENTIAL = { id: 'AQ', rawId: 'AQ', type: 'public-key' };

const bytes = (value: number) => new Uint8Array([value]).buffer;
const made = () => ({
  ...CREDENTIAL,
  rawId: bytes(1),
  response: { clientDataJSON: bytes(2), attestationObject: bytes(3) },
  getClientExtensionResults: () => ({}),
});
const signed = () => ({
  ...CREDENTIAL,
  rawId: bytes(1),
  response: { clientDataJSON: bytes(2), authenticatorData: bytes(3), signature: bytes(4) },
  getClientExtensionResults: () => ({}),
});
const cancelled = (): never => {
  throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError');
};

/** What jsdom lacks of WebAuthn. */
function browserHas({ create = made, get = signed }: { create?: () => object; get?: () => object } = {}): void {
  Object.assign(window, { PublicKeyCredential: class PublicKeyCredential {} });
  const credentials = { create: async () => create(), get: async () => get() };
  Object.defineProperty(navigator, 'credentials', { value: credentials, configurable: true });
}

afterEach(() => {
  Reflect.deleteProperty(window, 'PublicKeyCredential');
  Reflect.deleteProperty(navigator, 'credentials');
});

describe('passkeys of one’s own', () => {
  const factors = (view: FactorsView) => fakeServer.on('GET /api/factors', { body: view });

  beforeEach(() => {
    signedIn();
    factors(NONE);
    fakeServer.on('GET /api/sessions', { body: [] });
    fakeServer.on('POST /api/passkeys/options', { body: { options: JSON.stringify(MAKING) } });
  });

  async function add(user: ReturnType<typeof renderRoute>['user']) {
    await user.click(await screen.findByRole('button', { name: 'Add Passkey' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Passkey' }));
    await user.type(dialog.getByLabelText('Name'), 'Laptop');
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    return dialog;
  }

  it('are added by name and password, and the first one shows the recovery codes', async () => {
    browserHas();
    fakeServer.on('POST /api/passkeys', () => {
      factors({ ...NONE, passkeys: [LAPTOP], recoveryCodesLeft: 10 });
      return { body: { recoveryCodes: ['k7pw-3mxa-9dtq-h2re'] } };
    });
    const { user } = renderRoute('/settings/you');
    await add(user);
    expect(await screen.findByText('k7pw-3mxa-9dtq-h2re')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'I Have Kept Them' }));
    const list = within(await screen.findByRole('list', { name: 'Your passkeys' }));
    expect(list.getByRole('listitem')).toHaveTextContent(/^LaptopAdded .* agoNot used yetRenameRemove$/);
    expect(fakeServer.calls('POST /api/passkeys/options')[0]!.json).toEqual({ currentPassword: 'correct horse' });
    const { name, credential } = fakeServer.calls('POST /api/passkeys')[0]!.json as Record<string, string>;
    expect(name).toBe('Laptop');
    expect(JSON.parse(credential!)).toMatchObject({ id: 'AQ', response: { attestationObject: 'Aw' } });
  });

  it('are not added where the browser has none, or somebody stops, which is said in the dialog', async () => {
    const { user } = renderRoute('/settings/you');
    const dialog = await add(user);
    expect(await dialog.findByText(/^This browser offers no passkeys here/)).toBeVisible();
    browserHas({ create: cancelled });
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    expect(await dialog.findByText('No passkey was added. Try again when you are ready.')).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('Laptop');
    expect(fakeServer.calls('POST /api/passkeys')).toHaveLength(0);
  });

  it('are renamed, and removed with the password', async () => {
    factors(BOTH);
    const { user } = renderRoute('/settings/you');
    fakeServer.on('PATCH /api/passkeys/k1', () => {
      factors({ ...BOTH, passkeys: [{ ...LAPTOP, name: 'Work laptop' }, PHONE] });
      return { body: { ...LAPTOP, name: 'Work laptop' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Rename Laptop' }));
    const rename = within(await screen.findByRole('dialog', { name: 'Rename Passkey' }));
    await user.clear(rename.getByLabelText('Name'));
    await user.type(rename.getByLabelText('Name'), 'Work laptop');
    await user.click(rename.getByRole('button', { name: 'Save Name' }));
    expect(await screen.findByText('Passkey renamed')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/passkeys/k1')[0]!.json).toEqual({ name: 'Work laptop' });
    fakeServer.on('POST /api/passkeys/k2/remove', () => {
      factors({ ...BOTH, passkeys: [LAPTOP] });
      return { status: 204 };
    });
    await user.click(screen.getByRole('button', { name: 'Remove Phone' }));
    const remove = within(await screen.findByRole('dialog', { name: 'Remove Passkey' }));
    await user.type(remove.getByLabelText('Current Password'), 'correct horse');
    await user.click(remove.getByRole('button', { name: 'Remove' }));
    expect(await screen.findByText('Passkey removed')).toBeVisible();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Remove Phone' })).not.toBeInTheDocument());
  });

  it('stay where all need a second factor, and there is no other one', async () => {
    factors({ ...BOTH, passkeys: [LAPTOP], isRequired: true });
    renderRoute('/settings/you');
    expect(await screen.findByRole('button', { name: 'Rename Laptop' })).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Remove Laptop' })).not.toBeInTheDocument();
  });

  it('are offered in place of an app where all need a second factor', async () => {
    browserHas();
    fakeServer.on('GET /api/clients', { body: [] });
    fakeServer.on('POST /api/factors/authenticator/key', { body: { key: ADA.id, secret: 'JBSW', uri: 'otpauth://' } });
    fakeServer.on('GET /api/user', { body: { ...ADA, needsFactor: true } });
    fakeServer.on('POST /api/passkeys', () => {
      fakeServer.on('GET /api/user', { body: ADA });
      return { body: { recoveryCodes: ['k7pw-3mxa-9dtq-h2re'] } };
    });
    const { user } = renderRoute('/');
    await user.click(await screen.findByRole('button', { name: 'Add a passkey instead' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Add Passkey' }));
    await user.type(dialog.getByLabelText('Current Password'), 'correct horse');
    await user.click(dialog.getByRole('button', { name: 'Continue' }));
    await user.click(await screen.findByRole('button', { name: 'I Have Kept Them' }));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
  });
});

describe('signing in with a passkey', () => {
  const BUTTON = { name: 'Sign in with a passkey' };

  beforeEach(() => {
    signedOut();
    fakeServer.on('POST /api/login/options', { body: { options: JSON.stringify({ challenge: 'AAAA' }) } });
    fakeServer.on('GET /api/clients', { body: [] });
  });

  it('needs nothing else', async () => {
    browserHas();
    fakeServer.on('POST /api/login/passkey', () => {
      signedIn();
      return { body: ADA };
    });
    const { user } = renderRoute('/login');
    await user.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    const { passkey } = fakeServer.calls('POST /api/login/passkey')[0]!.json as { passkey: string };
    expect(JSON.parse(passkey)).toMatchObject({ id: 'AQ', response: { signature: 'BA' } });
  });

  it('says below the button why none was given, without a toast', async () => {
    const { user } = renderRoute('/login');
    await user.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByText(/^This browser offers no passkeys here/)).toBeVisible();
    browserHas({ get: cancelled });
    await user.click(screen.getByRole('button', BUTTON));
    const said = 'No passkey was used. Try again, or sign in with your password.';
    expect(await screen.findByText(said)).toBeVisible();
    expect(screen.queryByText('Login failed')).not.toBeInTheDocument();
    expect(screen.queryByText('Error')).not.toBeInTheDocument();
  });

  it('says why the server refused it', async () => {
    browserHas();
    fakeServer.on('POST /api/login/passkey', failure(401, 'WRONG_CREDENTIALS', 'This passkey was not accepted.'));
    const { user } = renderRoute('/login');
    await user.click(await screen.findByRole('button', BUTTON));
    expect(await screen.findByText('Login failed')).toBeVisible();
    expect(screen.getByText('401: This passkey was not accepted.')).toBeVisible();
  });

  it('follows the password where a second factor is asked for', async () => {
    browserHas();
    fakeServer.on('POST /api/login', failure(401, 'SECOND_FACTOR_REQUIRED', 'Enter the code.'));
    const { user } = renderRoute('/login');
    await user.type(await screen.findByLabelText('Email'), ADA.email);
    await user.type(screen.getByLabelText('Password'), 'correct horse');
    await user.click(screen.getByRole('button', { name: 'Sign In' }));
    const button = await screen.findByRole('button', { name: 'Use a passkey instead' });
    fakeServer.on('POST /api/login', () => {
      signedIn();
      return { body: ADA };
    });
    await user.click(button);
    expect(await screen.findByRole('heading', { name: 'Dashboard' })).toBeVisible();
    expect(fakeServer.calls('POST /api/login').at(-1)!.json).toEqual({
      email: ADA.email,
      password: 'correct horse',
      passkey: expect.stringContaining('"id":"AQ"'),
    });
  });
});
