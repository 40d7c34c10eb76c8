import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiKeyView, NewApiKeyView } from '@gmb-moments/backend/contract/api-keys';
import type { ScopeView } from '@gmb-moments/backend/contract/rights';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const PINE = { id: 'a1', name: 'Pine Street Media', clientCount: 1 };
const FERN = { id: 'c1', business: 'Fern & Petal' };
const UPLOADS: ApiKeyView = {
  id: 'k1',
  name: 'Uploads of the studio',
  role: 'editor',
  scope: { agencies: [PINE], clients: [], hidden: 0 },
  owner: { id: 'ada', email: 'ada@example.com', name: 'Ada' },
  lastCharacters: 'x7Qa',
  expiresAt: null,
  isExpired: false,
  lastUsedAt: new Date().toISOString(),
  createdAt: '2026-01-01T00:00:00Z',
};
const OLD: ApiKeyView = {
  ...UPLOADS,
  id: 'k2',
  name: 'Report',
  role: 'viewer',
  scope: 'all',
  owner: { id: 'grace', email: 'grace@example.com', name: '' },
  lastCharacters: '0000',
  expiresAt: '2026-02-03T12:00:00Z',
  isExpired: true,
  lastUsedAt: null,
};
const MADE: NewApiKeyView = { ...UPLOADS, id: 'k3', name: 'New', token: 'gmb_abcdefghijklmnop' };

const keys = (...views: ApiKeyView[]) => fakeServer.on('GET /api/api-keys', { body: views });
const rows = async () => within(await screen.findByRole('list', { name: 'API keys' })).getAllByRole('listitem');

/** The member of staff who works here sees some clients only. */
function limited(role: 'manager' | 'viewer'): void {
  const scope: ScopeView = { agencies: [PINE], clients: [FERN], hidden: 0 };
  const permissions = ADA.permissions.filter((permission) => permission !== 'key.manage');
  fakeServer.on('GET /api/user', { body: { ...ADA, role, scope, permissions } });
}

beforeEach(() => {
  signedIn();
  keys(UPLOADS, OLD);
  fakeServer.on('GET /api/agencies', { body: [PINE, { id: 'a2', name: 'Oak Row', clientCount: 1 }] });
  const client = { id: 'c2', business: 'Petra', agencyId: 'a1' };
  fakeServer.on('GET /api/clients', { body: [{ ...FERN, agencyId: 'a2' }, client] });
});

describe('the API keys', () => {
  it('are listed with role, scope, last use and end, for admins with their owners', async () => {
    renderRoute('/settings/api-keys');
    const [uploads, old] = await rows();
    expect(uploads).toHaveTextContent(
      /^Uploads of the studio ?gmb_…x7Qa ?of Ada ?Editor ?Pine Street Media ?its 1 client ?Used .* ago ?Never expires ?Rename$/,
    );
    expect(old).toHaveTextContent(
      /^Report ?Expired ?gmb_…0000 ?of grace@example\.com ?Viewer ?Everything ?Not used yet ?Expired 3 February 2026 ?Rename$/,
    );
  });

  it('are shown to others without an owner, who is oneself', async () => {
    limited('manager');
    keys(UPLOADS);
    renderRoute('/settings/api-keys');
    const [uploads] = await rows();
    expect(uploads).not.toHaveTextContent('of Ada');
  });

  it('say what they are for while there are none, with a way to the documents', async () => {
    keys();
    renderRoute('/settings/api-keys');
    expect(await screen.findByText('No API keys yet')).toBeVisible();
    expect(screen.getByText(/^With a key, a program of yours can upload photos/)).toBeVisible();
    expect(screen.getByRole('link', { name: 'API documents' })).toHaveAttribute('href', '/api/docs');
  });

  it('can be loaded again when that failed', async () => {
    fakeServer.on('GET /api/api-keys', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute('/settings/api-keys');
    expect(await screen.findByText('The API keys could not be loaded')).toBeVisible();
    keys(UPLOADS);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await rows()).toHaveLength(1);
  });

  it('are reached from the settings, by those who may have some', async () => {
    renderRoute('/settings');
    expect(await screen.findByRole('link', { name: 'Open API Keys' })).toHaveAttribute('href', '/settings/api-keys');
  });

  it('are not offered to others', async () => {
    const permissions = ADA.permissions.filter((permission) => !permission.startsWith('key.'));
    fakeServer.on('GET /api/user', { body: { ...ADA, permissions } });
    renderRoute('/settings');
    expect(await screen.findByRole('link', { name: 'Open Team' })).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Open API Keys' })).not.toBeInTheDocument();
  });
});

describe('a new API key', () => {
  const CALL = 'POST /api/api-keys';

  async function openDialog() {
    const { user } = renderRoute('/settings/api-keys');
    await user.click(await screen.findByRole('button', { name: /Create API Key/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Create API Key' }));
    const submit = () => user.click(dialog.getByRole('button', { name: 'Create API Key' }));
    return { user, dialog, submit };
  }

  it('is made with role, scope and end, and shown once with a way to copy it', async () => {
    const { user, dialog, submit } = await openDialog();
    fakeServer.on(CALL, () => {
      keys(MADE, UPLOADS, OLD);
      return { status: 201, body: MADE };
    });
    expect(dialog.getByRole('radio', { name: /^Viewer/ })).toBeChecked();
    await submit();
    expect(await dialog.findByText('Name is required')).toBeInTheDocument();
    expect(dialog.getByText('Choose an agency or a client, or everything')).toBeInTheDocument();
    await user.type(dialog.getByLabelText('Name'), 'New');
    await user.click(dialog.getByRole('radio', { name: /^Editor/ }));
    await user.click(dialog.getByRole('radio', { name: 'Everything' }));
    await user.clear(dialog.getByLabelText('Last day'));
    await submit();
    const made = within(await screen.findByRole('dialog', { name: 'Copy the API Key' }));
    expect(made.getByText(MADE.token)).toBeVisible();
    await user.click(made.getByRole('button', { name: 'Copy Key' }));
    expect(await navigator.clipboard.readText()).toBe(MADE.token);
    expect(fakeServer.calls(CALL).map(({ json }) => json)).toEqual([
      { name: 'New', role: 'editor', scope: 'all', expiresAt: null },
    ]);
    await user.click(made.getByRole('button', { name: 'Done' }));
    await waitFor(() => expect(screen.queryByText(MADE.token)).not.toBeInTheDocument());
    await waitFor(async () => expect(await rows()).toHaveLength(3));
  });

  it('ends at the end of its last day, after 90 days unless another was chosen', async () => {
    const { user, dialog, submit } = await openDialog();
    fakeServer.on(CALL, { status: 201, body: MADE });
    const lastDay = new Date();
    lastDay.setDate(lastDay.getDate() + 90);
    lastDay.setHours(23, 59, 59, 0);
    await user.type(dialog.getByLabelText('Name'), 'New');
    await user.click(dialog.getByRole('radio', { name: 'Everything' }));
    await submit();
    await screen.findByText(MADE.token);
    expect(fakeServer.calls(CALL)[0]!.json).toMatchObject({ expiresAt: lastDay.toISOString() });
  });

  it('is offered no more than the own role and scope', async () => {
    limited('manager');
    const { user, dialog } = await openDialog();
    expect(dialog.queryByRole('radio', { name: /^Admin/ })).not.toBeInTheDocument();
    expect(dialog.getByRole('radio', { name: /^Manager/ })).toBeInTheDocument();
    expect(dialog.queryByRole('radio', { name: 'Everything' })).not.toBeInTheDocument();
    await user.click(dialog.getByLabelText('Agencies and clients'));
    expect(await screen.findByTitle('Pine Street Media')).toBeInTheDocument();
    expect(screen.getByTitle('Fern & Petal')).toBeInTheDocument();
    expect(screen.queryByTitle('Oak Row')).not.toBeInTheDocument();
  });

  it('that is refused says why, and keeps what was entered', async () => {
    const { user, dialog, submit } = await openDialog();
    const message = 'You have 50 API keys, which is as many as are allowed. Revoke one that is not used.';
    fakeServer.on(CALL, failure(409, 'TOO_MANY_API_KEYS', message));
    await user.type(dialog.getByLabelText('Name'), 'New');
    await user.click(dialog.getByRole('radio', { name: 'Everything' }));
    await submit();
    expect(await dialog.findByText(message)).toBeVisible();
    expect(dialog.getByLabelText('Name')).toHaveValue('New');
  });
});

describe('an API key', () => {
  it('is renamed', async () => {
    const { user } = renderRoute('/settings/api-keys');
    fakeServer.on('PATCH /api/api-keys/k1', () => {
      keys({ ...UPLOADS, name: 'Studio' });
      return { body: { ...UPLOADS, name: 'Studio' } };
    });
    await user.click(await screen.findByRole('button', { name: 'Rename Uploads of the studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Rename API Key' }));
    await user.clear(dialog.getByLabelText('Name'));
    await user.type(dialog.getByLabelText('Name'), 'Studio');
    await user.click(dialog.getByRole('button', { name: 'Save Name' }));
    expect(await screen.findByText('API key renamed')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/api-keys/k1').map(({ json }) => json)).toEqual([{ name: 'Studio' }]);
    expect(await screen.findByRole('button', { name: 'Rename Studio' })).toBeVisible();
  });

  it('is revoked after one question', async () => {
    const { user } = renderRoute('/settings/api-keys');
    fakeServer.on('DELETE /api/api-keys/k1', () => {
      keys(OLD);
      return { status: 204 };
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke Uploads of the studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke API key?' }));
    expect(fakeServer.calls('DELETE /api/api-keys/k1')).toEqual([]);
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('API key revoked')).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });

  it('that was revoked meanwhile is said to be, and leaves the list', async () => {
    const { user } = renderRoute('/settings/api-keys');
    fakeServer.on('DELETE /api/api-keys/k1', () => {
      keys(OLD);
      return failure(404, 'NOT_FOUND', 'API key not found');
    });
    await user.click(await screen.findByRole('button', { name: 'Revoke Uploads of the studio' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Revoke API key?' }));
    await user.click(dialog.getByRole('button', { name: 'Revoke' }));
    expect(await screen.findByText('Already revoked')).toBeVisible();
    await waitFor(async () => expect(await rows()).toHaveLength(1));
  });
});
