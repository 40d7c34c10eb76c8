import type { ClientListItem } from '@gmb-moments/backend/contract/clients';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { anItem } from '../features/optimizations/wizard.fixture';
import { aClient, aListedMoment, anAgency } from '../records/moments.fixture';
import { renderRoute, signedIn } from '../test/render-route';
import { failure, fakeServer, type Received } from '../test/server';

/** Behaviour of all lists; a new list is a row here. Behaviour of a single list is tested in its feature. */

interface List {
  path: string;
  call: string;
  /** Creates a record with this name. */
  record: (name: string, id: string) => object;
  /** Name of the records in sentences. */
  name: string;
  /** Label of the table and of the cards. */
  label: string;
  empty: string;
  /** Another text in a card. */
  inCard: string[];
  /** The button of an empty list, and the heading or dialog that it opens. */
  first: [button: string, opens: ['heading' | 'dialog', string]];
}

const AGENCY = anAgency();
const CLIENT: ClientListItem = {
  ...aClient(),
  pendingCount: 0,
  rejectedCount: 0,
  lastActivityAt: '2026-01-01T00:00:00Z',
};

const AGENCIES: List = {
  path: '/agencies',
  call: 'GET /api/agencies',
  record: (name, id) => ({ ...AGENCY, name, id }),
  name: 'agencies',
  label: 'Agencies',
  inCard: ['No custom domain'],
  empty: 'No agencies yet',
  first: ['Add Your First Agency', ['dialog', 'Add Agency']],
};
const CLIENTS: List = {
  path: '/clients',
  call: 'GET /api/clients',
  record: (business, id) => ({ ...CLIENT, business, id }),
  name: 'clients',
  label: 'Clients',
  inCard: ['No Agency', 'No open work'],
  empty: 'No clients yet',
  first: ['Add Your First Client', ['dialog', 'Add Client']],
};
const MOMENTS: List = {
  path: '/moments',
  call: 'GET /api/moments',
  record: (title, id) => aListedMoment({ title, id }),
  name: 'moments',
  label: 'Moments',
  inCard: ['Rose & Thorn', 'No images', 'Draft'],
  empty: 'No moments found',
  first: ['Create Your First Moment', ['heading', 'Create New Package']],
};
const OPTIMIZATIONS: List = {
  path: '/gmb-optimizations',
  call: 'GET /api/gmb-optimizations',
  record: (businessName, id) => anItem({ businessName, id }),
  name: 'GMB optimizations',
  label: 'GMB optimizations',
  inCard: ['Rose & Thorn', 'Step 3/5: GMB Data', 'Continue'],
  empty: 'No GMB optimization packages yet',
  first: ['Create Your First Optimization', ['heading', 'Create GMB Optimization']],
};

/** Makes the fake server search and page so many records, named `Record 0` and so on. */
function serve({ call, record }: List, count: number) {
  const all = Array.from({ length: count }, (_none, index) => ({
    name: `Record ${index}`,
    view: record(`Record ${index}`, `r${index}`),
  }));
  fakeServer.on(call, ({ query }: Received) => {
    const found = all.filter(({ name }) => name.includes(query.get('search') ?? '')).map(({ view }) => view);
    const offset = Number(query.get('offset'));
    return {
      body: found.slice(offset, offset + Number(query.get('limit') ?? count)),
      headers: { 'X-Total-Count': String(found.length) },
    };
  });
}

beforeEach(() => {
  signedIn();
  for (const { call } of [AGENCIES, CLIENTS]) fakeServer.on(call, { body: [] });
});

describe.each([AGENCIES, CLIENTS, MOMENTS, OPTIMIZATIONS])('the list of $name', (list) => {
  it('shows cards instead of a table on a phone', async () => {
    window.innerWidth = 390;
    serve(list, 2);
    renderRoute(list.path);
    const cards = within(await screen.findByRole('list', { name: list.label })).getAllByRole('listitem');
    expect(cards).toHaveLength(2);
    for (const text of ['Record 1', ...list.inCard]) expect(within(cards[1]!).getByText(text)).toBeVisible();
    expect(screen.queryByRole('table')).toBeNull();
  });

  it.each([
    ['--wide', 1060, 16],
    ['--medium', 900, 16],
    // The width of the content in a window of 992 px.
    ['--narrow', 665, 12],
  ])('has columns that fit where rows have the least room: %s', async (name, room, gap) => {
    serve(list, 1);
    renderRoute(list.path);
    const table = await screen.findByRole('table', { name: list.label });
    const widths = [...table.style.getPropertyValue(name).matchAll(/(\d+)px/g)].map(([, width]) => Number(width));
    const needed = widths.reduce((sum, width) => sum + width + gap, 24 - gap);
    expect(needed).toBeLessThanOrEqual(room);
  });

  it('is paged by the server, and keeps the page in the address', async () => {
    serve(list, 45);
    const { user, router } = renderRoute(`${list.path}?page=2`);
    expect(await screen.findByText('Record 20')).toBeVisible();
    expect(screen.queryByText('Record 0')).toBeNull();
    expect(screen.getByText('21–40 of 45')).toBeVisible();
    await user.click(screen.getByTitle('3'));
    expect(await screen.findByText('Record 44')).toBeVisible();
    expect(router.state.location.search).toBe('?page=3');
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Record 20')).toBeVisible();
    await user.click(screen.getByTitle('1'));
    expect(await screen.findByText('Record 0')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('goes to the last page for an invalid page in the address, which Back skips', async () => {
    serve(list, 45);
    const { router } = renderRoute(list.path);
    expect(await screen.findByText('Record 0')).toBeVisible();
    await act(() => router.navigate(`${list.path}?page=99`));
    expect(await screen.findByText('Record 44')).toBeVisible();
    expect(router.state.location.search).toBe('?page=3');
    await act(() => router.navigate(-1));
    expect(await screen.findByText('Record 0')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });

  it('says why it could not be loaded, tries again, and says that there is none', async () => {
    fakeServer.on(list.call, failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    const { user } = renderRoute(list.path);
    const failed = within(await screen.findByRole('alert'));
    expect(failed.getByText('The database cannot be reached.')).toBeVisible();
    expect(failed.getByText(`The ${list.name} could not be loaded`)).toBeVisible();
    serve(list, 0);
    await user.click(failed.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(list.empty)).toBeVisible();
    const [button, [role, name]] = list.first;
    await user.click(screen.getByRole('button', { name: button }));
    expect(await screen.findByRole(role, { name })).toBeVisible();
  });
});

describe.each([CLIENTS, MOMENTS, OPTIMIZATIONS])('the search of $name', (list) => {
  const search = () => screen.findByRole('searchbox', { name: `Search ${list.name}` });

  it('is kept in the address, answered by the server, and begins at the first page', async () => {
    serve(list, 45);
    const { user, router } = renderRoute(`${list.path}?page=2`);
    await user.type(await search(), '4');
    await waitFor(() => expect(router.state.location.search).toBe('?search=4'));
    expect(await screen.findByText('Record 4')).toBeVisible();
    expect(screen.getByText('Record 44')).toBeVisible();
    expect(screen.queryByText('Record 5')).toBeNull();
  });

  it('says when nothing matches, and is cleared', async () => {
    serve(list, 3);
    const { user, router } = renderRoute(`${list.path}?search=caf%C3%A9%20100%25`);
    expect(await screen.findByText(`No ${list.name} found`)).toBeVisible();
    expect(await search()).toHaveValue('café 100%');
    expect(screen.queryByRole('button', { name: list.first[0] })).toBeNull();
    await user.click(screen.getByRole('button', { name: 'Clear filters' }));
    expect(await screen.findByText('Record 0')).toBeVisible();
    expect(router.state.location.search).toBe('');
  });
});
