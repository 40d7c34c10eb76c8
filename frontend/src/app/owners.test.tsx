import { beforeEach, describe, expect, it } from '@jest/globals';
import type { MemberView } from '@gmb-moments/backend/contract/auth';
import { screen, waitFor, within } from '@testing-library/react';
import { ADA, NO_WORK, renderRoute, signedIn } from '../test/render-route';
import { failure, fakeServer } from '../test/server';
import { aClient } from '../records/moments.fixture';

const SELF: MemberView = { ...ADA, lastSeenAt: null, hasSecondFactor: false };
const PINE = { id: 'a1', name: 'Pine Street Media', clientCount: 1 };
const GRACE: MemberView = { ...SELF, id: 'grace', email: 'grace@example.com', name: 'Grace' };
/** Sees the clients of one agency, and is responsible for two. */
const THEO: MemberView = {
  ...SELF,
  id: 'theo',
  email: 'theo@example.com',
  name: 'Theo',
  role: 'manager',
  scope: { agencies: [PINE], clients: [], hidden: 0 },
  clientCount: 2,
};
/** Sees them too. */
const JONAS: MemberView = { ...THEO, id: 'jonas', email: 'jonas@example.com', name: 'Jonas', clientCount: 0 };
const OWNED = [
  aClient({ id: 'c1', business: 'Acme', agencyId: 'a1', owner: { id: 'theo', name: 'Theo' } }),
  aClient({ id: 'c2', business: 'Bloom', agencyId: null, owner: { id: 'theo', name: 'Theo' } }),
].map((client) => ({ ...client, pendingCount: 0, rejectedCount: 0, lastActivityAt: '2026-01-01T00:00:00Z' }));

const page = (items: unknown[]) => ({ body: items, headers: { 'X-Total-Count': String(items.length) } });

beforeEach(() => {
  localStorage.clear();
  signedIn();
  fakeServer.on('GET /api/users', { body: [SELF, THEO, GRACE, JONAS] });
  fakeServer.on('GET /api/agencies', { body: [{ id: 'a1', name: 'Pine Street Media', primaryColor: '#000000' }] });
  fakeServer.on('GET /api/clients', page(OWNED));
  fakeServer.on('GET /api/moments', page([]));
  fakeServer.on('GET /api/gmb-optimizations', page([]));
});

const filter = () => screen.findByRole('combobox', { name: 'Responsible' });
const owners = (call: string) => fakeServer.calls(call).map(({ query }) => query.get('owner'));

describe('whose work needs somebody', () => {
  it('is everybody’s, until one is responsible for a client', async () => {
    renderRoute('/');
    expect(await filter()).toHaveDisplayValue('All');
    expect(await screen.findByText('Nothing needs you')).toBeVisible();
    expect(new Set(owners('GET /api/work'))).toEqual(new Set(['all']));
  });

  it('is one’s own then, and a click leads to all where nothing waits', async () => {
    fakeServer.on('GET /api/user', { body: { ...ADA, clientCount: 2 } });
    const { user } = renderRoute('/');
    expect(await filter()).toHaveDisplayValue('Mine');
    expect(await screen.findByText('Nothing of yours waits')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Show All' }));
    expect(await filter()).toHaveDisplayValue('All');
    expect(new Set(owners('GET /api/work'))).toEqual(new Set(['mine', 'all']));
  });

  it('is chosen by name, stands in the address, counts in the menu, and is remembered', async () => {
    const urgent = { ...NO_WORK.counts, 'moment.feedback': 7 };
    fakeServer.on('GET /api/work', ({ query }) => ({
      body: query.get('owner') === 'theo' ? { ...NO_WORK, counts: urgent } : NO_WORK,
    }));
    const { user, router } = renderRoute('/');
    await screen.findByRole('option', { name: 'Theo' });
    expect(
      within(await filter())
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['Mine', 'All', 'Grace', 'Jonas', 'Theo']);
    await user.selectOptions(await filter(), 'Theo');
    expect(router.state.location.search).toBe('?owner=theo');
    const menu = within(screen.getByRole('navigation', { name: 'Main menu' }));
    expect(await menu.findByRole('link', { name: /Dashboard.*7/ })).toBeVisible();
    await router.navigate('/clients');
    expect(await menu.findByRole('link', { name: /Dashboard.*7/ })).toBeVisible();
    await router.navigate('/');
    expect(await filter()).toHaveDisplayValue('Theo');
  });

  it('cannot be chosen without colleagues', async () => {
    fakeServer.on('GET /api/users', { body: [SELF] });
    renderRoute('/');
    await screen.findByText('Nothing needs you');
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Responsible' })).toBeNull());
  });

  it('follows when one becomes responsible for a first client', async () => {
    renderRoute('/');
    await screen.findByText('Live');
    expect(await filter()).toHaveDisplayValue('All');
    fakeServer.on('GET /api/user', { body: { ...ADA, clientCount: 1 } });
    fakeServer.emit('user.changed', { id: 'ada' });
    await waitFor(async () => expect(await filter()).toHaveDisplayValue('Mine'));
  });
});

describe('lists', () => {
  it.each([
    ['/clients', 'GET /api/clients'],
    ['/moments', 'GET /api/moments'],
    ['/gmb-optimizations', 'GET /api/gmb-optimizations'],
  ])('of %s are filtered by whose clients they are about', async (path, call) => {
    const { user, router } = renderRoute(path);
    await screen.findByRole('option', { name: 'Grace' });
    expect(await filter()).toHaveDisplayValue('All');
    expect(owners(call)).not.toContain('mine');
    await user.selectOptions(await filter(), 'Mine');
    await waitFor(() => expect(owners(call)).toContain('mine'));
    expect(router.state.location.search).toBe('?owner=mine');
    await user.selectOptions(await filter(), 'Grace');
    await waitFor(() => expect(owners(call)).toContain('grace'));
    await user.selectOptions(await filter(), 'All');
    expect(router.state.location.search).toBe('');
  });

  it('name who is responsible for a client', async () => {
    renderRoute('/clients');
    const row = (await screen.findByRole('link', { name: 'Acme' })).closest('tr')!;
    expect(within(row).getByText('Theo')).toBeVisible();
  });
});

describe('the responsible person of a client', () => {
  async function openForm() {
    fakeServer.on('GET /api/clients/c1', { body: OWNED[0] });
    const { user } = renderRoute('/clients/c1');
    expect(await screen.findByText('Theo', { selector: 'bdi' })).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Edit Client' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit Client' }));
    const choose = async (field: string, name: string) => {
      await user.click(dialog.getByRole('combobox', { name: field }));
      await user.click(await screen.findByTitle(name));
    };
    return { user, dialog, choose };
  }

  it('is chosen among those who see it', async () => {
    fakeServer.on('PATCH /api/clients/c1', { body: { ...OWNED[0], owner: { id: 'grace', name: 'Grace' } } });
    const { user, dialog, choose } = await openForm();
    await choose('Agency', 'No Agency');
    await user.click(dialog.getByRole('combobox', { name: 'Responsible' }));
    expect(await screen.findByTitle('Ada (you)')).toBeInTheDocument();
    expect(screen.queryByTitle('Jonas')).toBeNull();
    await user.click(screen.getByTitle('Grace'));
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    expect(await screen.findByText('Client updated')).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')[0]!.json).toMatchObject({ agencyId: null, ownerId: 'grace' });
  });

  it('has to see it after a change of its agency as well', async () => {
    const { user, dialog, choose } = await openForm();
    await choose('Agency', 'No Agency');
    await user.click(dialog.getByRole('button', { name: 'Save Changes' }));
    const refusal = 'Theo does not see this client: choose somebody else, or nobody';
    expect(await dialog.findByText(refusal)).toBeVisible();
    expect(fakeServer.calls('PATCH /api/clients/c1')).toEqual([]);
  });
});

describe('the clients of a colleague', () => {
  async function openRemoval() {
    const { user } = renderRoute('/settings/team');
    await user.click(await screen.findByRole('button', { name: 'More for Theo' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Remove' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Remove colleague?' }));
    const remove = () => user.click(dialog.getByRole('button', { name: 'Remove' }));
    return { user, dialog, remove };
  }

  it('are counted in the team', async () => {
    renderRoute('/settings/team');
    expect(await screen.findByText('its 1 client, responsible for 2 clients')).toBeVisible();
  });

  it('go to a colleague who sees all of them; others say how many they see', async () => {
    fakeServer.on('DELETE /api/users/theo', { status: 204 });
    const { user, dialog, remove } = await openRemoval();
    await user.click(await dialog.findByRole('combobox', { name: 'Who takes over their 2 clients?' }));
    const jonas = await screen.findByTitle('Jonas – sees 1 of 2');
    expect(jonas).toHaveAttribute('aria-disabled', 'true');
    await user.click(screen.getByTitle('Grace'));
    await remove();
    expect(await screen.findByText('Colleague removed')).toBeVisible();
    expect(owners('GET /api/clients')).toContain('theo');
    expect(fakeServer.calls('DELETE /api/users/theo')[0]!.query.get('handOverTo')).toBe('grace');
  });

  it('go to nobody unless somebody is chosen', async () => {
    fakeServer.on('DELETE /api/users/theo', { status: 204 });
    const { dialog, remove } = await openRemoval();
    expect(await dialog.findByText(/^Without a responsible person, everybody who sees/)).toBeVisible();
    await remove();
    expect(await screen.findByText('Colleague removed')).toBeVisible();
    expect(fakeServer.calls('DELETE /api/users/theo')[0]!.query.has('handOverTo')).toBe(false);
  });

  it('stay where the server refuses who takes over', async () => {
    const reason = 'handOverTo names Grace, who does not see 1 of the 2 clients of Theo';
    fakeServer.on('DELETE /api/users/theo', failure(400, 'VALIDATION_FAILED', reason));
    const { dialog, remove } = await openRemoval();
    await dialog.findByRole('combobox', { name: /Who takes over/ });
    await remove();
    expect(await screen.findByText(reason)).toBeVisible();
    expect(await dialog.findByRole('button', { name: 'Remove' })).toBeEnabled();
  });

  it('lose them by a scope that leaves them out, which is said before', async () => {
    fakeServer.on('GET /api/users', { body: [SELF, { ...THEO, scope: 'all' }] });
    const { user } = renderRoute('/settings/team');
    await user.click(await screen.findByRole('button', { name: 'Change access of Theo' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Access of Theo' }));
    await user.click(dialog.getByRole('radio', { name: 'Some clients' }));
    expect(await dialog.findByText('2 clients lose their responsible person')).toBeVisible();
    await user.click(dialog.getByRole('radio', { name: 'Everything' }));
    await waitFor(() => expect(dialog.queryByText(/responsible person/)).toBeNull());
  });
});
