import { beforeEach, describe, expect, it } from '@jest/globals';
import type { ClientListItem } from '@gmb-moments/backend/contract/clients';
import { screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { fakeServer } from '../../test/server';
import { aClient, aMoment } from '../../records/moments.fixture';

function aListedClient(changes: Partial<ClientListItem> = {}): ClientListItem {
  return { ...aClient(), pendingCount: 0, rejectedCount: 0, lastActivityAt: '2026-01-01T00:00:00Z', ...changes };
}

const AGENCY = { id: 'a1', name: 'Northlight', primaryColor: '#7f1d1d', logoUrl: null };
const ACME = aListedClient({ id: 'c1', business: 'Acme Dental', agencyId: 'a1', pendingCount: 2, rejectedCount: 1 });

describe('the list of clients', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/agencies', { body: [AGENCY] });
    fakeServer.on('GET /api/clients', { body: [ACME, aListedClient({ id: 'c2', business: 'Bare' })] });
  });

  const asked = () => Object.fromEntries(fakeServer.calls('GET /api/clients').at(-1)!.query);

  it('says whose client it is, what waits and when something happened; the row leads to the client', async () => {
    renderRoute('/clients');
    const row = within(await screen.findByRole('row', { name: /Acme Dental/ }));
    expect(await row.findByText('Northlight')).toBeVisible();
    expect(row.getByText('2 pending')).toBeVisible();
    expect(row.getByText('1 rejected')).toBeVisible();
    expect(row.getByText(/ago$/)).toHaveAttribute('datetime', ACME.lastActivityAt);
    expect(row.getByRole('link', { name: 'Acme Dental' })).toHaveAttribute('href', '/clients/c1');
    const bare = within(screen.getByRole('row', { name: /Bare/ }));
    expect(bare.getByText('No Agency')).toBeVisible();
    expect(bare.getByText('None')).toBeVisible();
    expect(screen.getByText('2 clients')).toBeVisible();
  });

  it('takes search, agency, order and page from the address', async () => {
    renderRoute('/clients?search=%D1%86%D0%B2%D0%B5%D1%82&agencyId=a1&sort=-openCount&page=2');
    await screen.findByRole('row', { name: /Acme Dental/ });
    expect(fakeServer.calls('GET /api/clients').map(({ query }) => Object.fromEntries(query))).toContainEqual({
      search: 'цвет',
      agencyId: 'a1',
      sort: '-openCount',
      limit: '20',
      offset: '20',
    });
    expect(screen.getByRole('searchbox', { name: 'Search clients' })).toHaveValue('цвет');
  });

  it('sorts by what is chosen', async () => {
    const { user, router } = renderRoute('/clients');
    await user.selectOptions(await screen.findByRole('combobox', { name: 'Sort by' }), 'Most open work');
    await waitFor(() => expect(router.state.location.search).toBe('?sort=-openCount'));
    await waitFor(() => expect(asked()).toMatchObject({ sort: '-openCount' }));
  });

  it('counts open work again when a moment changes', async () => {
    renderRoute('/clients');
    expect(await screen.findByText('2 pending')).toBeVisible();
    await waitFor(() => expect(screen.getByText('Live')).toBeVisible());
    fakeServer.on('GET /api/clients', { body: [{ ...ACME, pendingCount: 3 }] });
    fakeServer.emit('moment.changed', aMoment());
    expect(await screen.findByText('3 pending')).toBeVisible();
  });
});
