import { beforeEach, describe, expect, it } from '@jest/globals';
import type { SearchView } from '@gmb-moments/backend/contract/search';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';

const NOTHING: SearchView = { moments: [], clients: [], optimizations: [], agencies: [] };
const FOUND: SearchView = {
  moments: [{ id: 'm1', title: 'Fern week', business: 'Greenhouse', status: 'pending', coverUrl: null }],
  clients: [{ id: 'c1', business: 'Fern & Petal' }],
  optimizations: [{ id: 'o1', businessName: 'Fern Florist', status: 'completed' }],
  agencies: [{ id: 'a1', name: 'Fern Agency' }],
};

describe('the search', () => {
  beforeEach(() => {
    signedIn();
    fakeServer.on('GET /api/search', { body: FOUND });
    fakeServer.on('GET /api/users', { body: [] });
  });

  const asked = () => fakeServer.calls('GET /api/search').map(({ query }) => query.get('q'));
  const active = () => screen.getAllByRole('option').find((option) => option.ariaSelected === 'true');

  async function open() {
    const page = renderRoute('/settings');
    await page.user.click(await screen.findByRole('button', { name: 'Search' }));
    const box = await screen.findByRole('combobox', { name: 'Search' });
    await waitFor(() => expect(box).toHaveFocus());
    return { ...page, box };
  }

  /** Types the rest of a text without pauses, which would trigger the debounced search on a busy machine. */
  function type(box: HTMLElement, text: string) {
    for (let end = (box as HTMLInputElement).value.length + 1; end <= text.length; end += 1)
      fireEvent.change(box, { target: { value: text.slice(0, end) } });
  }

  it('opens by its button, by Ctrl+K and by Cmd+K, takes the focus, and closes by Escape', async () => {
    const { user, box } = await open();
    await user.keyboard('{Escape}');
    await waitFor(() => expect(box).not.toBeInTheDocument());
    expect(screen.getByRole('button', { name: 'Search' })).toHaveFocus();
    for (const keys of ['{Control>}k{/Control}', '{Meta>}k{/Meta}']) {
      await user.keyboard(keys);
      const again = await screen.findByRole('combobox', { name: 'Search' });
      await waitFor(() => expect(again).toHaveFocus());
      await user.keyboard(keys);
      await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).not.toBeInTheDocument());
    }
  });

  it('offers actions before anything is typed, and asks nothing', async () => {
    await open();
    for (const name of ['Create Package', 'Create GMB Optimization', 'Add Client', 'Add Agency', 'Settings', 'Logout'])
      expect(screen.getByRole('option', { name })).toBeVisible();
    expect(asked()).toEqual([]);
  });

  it('shows what was found by kind, and opens what the arrow keys choose', async () => {
    const { user, router } = await open();
    await user.keyboard('fern');
    const moments = within(await screen.findByRole('group', { name: 'Moments' }));
    expect(moments.getByRole('option', { name: /Fern week/ })).toHaveTextContent('Fern weekGreenhousePending');
    for (const group of ['Clients', 'GMB Optimization', 'Agencies'])
      expect(screen.getByRole('group', { name: group })).toBeVisible();
    expect(active()).toHaveTextContent('Fern week');
    await user.keyboard('{ArrowDown}');
    expect(active()).toHaveTextContent('Fern & Petal');
    expect(screen.getByRole('combobox', { name: 'Search' })).toHaveAttribute('aria-activedescendant', active()!.id);
    await user.keyboard('{ArrowUp}{ArrowUp}');
    expect(active()).toHaveTextContent('Fern Agency');
    await user.keyboard('{ArrowUp}{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/gmb-optimizations/o1'));
  });

  it('opens what is clicked', async () => {
    const { user, router } = await open();
    await user.keyboard('fern');
    await user.click(await screen.findByRole('option', { name: /Fern & Petal/ }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/clients/c1'));
    await waitFor(() => expect(screen.queryByRole('combobox', { name: 'Search' })).not.toBeInTheDocument());
  });

  it('asks when typing pauses, and keeps the last results until the next are there', async () => {
    const { box } = await open();
    type(box, 'fern');
    await screen.findByRole('group', { name: 'Moments' });
    expect(asked()).toEqual(['fern']);
    let answer = (_answer: { body: SearchView }): void => undefined;
    fakeServer.on('GET /api/search', () => new Promise((resolve) => (answer = resolve)));
    type(box, 'fern 50%');
    await waitFor(() => expect(asked()).toEqual(['fern', 'fern 50%']));
    expect(screen.getByRole('option', { name: /Fern week/ })).toBeVisible();
    answer({ body: { ...NOTHING, clients: [{ id: 'c2', business: 'Fern 50%' }] } });
    expect(await screen.findByRole('option', { name: 'Fern 50%' })).toBeVisible();
    expect(screen.queryByRole('option', { name: /Fern week/ })).not.toBeInTheDocument();
  });

  it('aborts a request for a text that was typed over', async () => {
    fakeServer.on('GET /api/search', ({ query }) =>
      query.get('q') === 'slow' ? new Promise(() => {}) : { body: FOUND },
    );
    const { box, client } = await open();
    type(box, 'slow');
    await waitFor(() => expect(asked()).toEqual(['slow']));
    const fetchStatus = () => client.getQueryState(['/api/search', { q: 'slow' }])?.fetchStatus;
    expect(fetchStatus()).toBe('fetching');
    type(box, 'slower');
    await screen.findByRole('group', { name: 'Moments' });
    expect(fetchStatus()).not.toBe('fetching');
  });

  it('says that nothing was found, and why it failed, with a button that asks again', async () => {
    fakeServer.on('GET /api/search', { body: NOTHING });
    const { user, box } = await open();
    await user.keyboard('zzz');
    expect(await screen.findByText('Nothing found for “zzz”')).toBeVisible();
    fakeServer.on('GET /api/search', failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.'));
    await user.clear(box);
    await user.keyboard('fern');
    expect(await screen.findByText('The database cannot be reached.')).toBeVisible();
    fakeServer.on('GET /api/search', { body: FOUND });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('group', { name: 'Moments' })).toBeVisible();
  });

  it('adds a client on the page where it was opened', async () => {
    fakeServer.on('GET /api/agencies', { body: [] });
    fakeServer.on('GET /api/search', { body: NOTHING });
    const { user, router } = await open();
    await user.keyboard('add cl');
    await waitFor(() => expect(active()).toHaveTextContent('Add Client'));
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Add Client' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/settings');
  });

  it('switches the theme, and logs out', async () => {
    fakeServer.on('GET /api/search', { body: NOTHING });
    fakeServer.on('POST /api/logout', { status: 204 });
    const { user, router } = await open();
    await user.keyboard('dark{Enter}');
    expect(document.documentElement.dataset.theme).toBe('dark');
    await user.keyboard('{Control>}k{/Control}');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Search' })).toHaveFocus());
    await user.keyboard('logout{Enter}');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  it('leaves Enter to an input method', async () => {
    const { box, router } = await open();
    fireEvent.keyDown(box, { key: 'Enter', isComposing: true });
    expect(router.state.location.pathname).toBe('/settings');
    expect(box).toBeVisible();
  });
});
