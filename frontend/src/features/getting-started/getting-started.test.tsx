import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GettingStartedView } from '@gmb-moments/backend/contract/getting-started';
import { screen, waitFor, within } from '@testing-library/react';
import { filledButtons } from '../../test/filled-buttons';
import { NO_WORK, NOT_STARTED, renderRoute, signedIn } from '../../test/render-route';
import { failure, fakeServer } from '../../test/server';
import { aListedMoment, aMoment } from '../../records/moments.fixture';

const LOADED = { ...NOT_STARTED, sample: { clientId: 'sample', momentId: 'm-sample' } };

const serve = (view: GettingStartedView) => fakeServer.on('GET /api/getting-started', { body: view });
const steps = async () => within(await screen.findByRole('region', { name: /Getting started/ }));

beforeEach(() => {
  signedIn();
  localStorage.removeItem('getting-started');
  fakeServer.on('GET /api/clients', { body: [], headers: { 'X-Total-Count': '0' } });
  fakeServer.on('GET /api/moments', { body: [], headers: { 'X-Total-Count': '0' } });
  serve(NOT_STARTED);
});

describe('the first steps', () => {
  it('replace an empty work list with links, and the next step as the only primary button', async () => {
    renderRoute('/');
    const list = await steps();
    expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1Set your brand.*Open Settings$/),
      expect.stringMatching(/^2Add a client/),
      expect.stringMatching(/^3Create a package/),
      expect.stringMatching(/^4Write the captions/),
      expect.stringMatching(/^5Share the link/),
    ]);
    expect(list.getByRole('link', { name: 'Add a client' })).toHaveAttribute('href', '/clients');
    expect(list.getByRole('link', { name: 'Create a package' })).toHaveAttribute('href', '/moments/create');
    expect(list.getByRole('link', { name: 'Share the link' })).toHaveAttribute('href', '/moments');
    expect(screen.queryByText('Nothing needs you')).toBeNull();
    expect(filledButtons().map(({ textContent }) => textContent)).toEqual(['Open Settings']);
  });

  it('show completed steps, and link to the newest package with photos that is not the sample', async () => {
    const photos = (id: string, clientId: string) => aListedMoment({ id, clientId, imageCount: 4 });
    fakeServer.on('GET /api/moments', { body: [photos('m-sample', 'sample'), photos('m1', 'c1')] });
    const done = { ...NOT_STARTED.done, brand: true, client: true, moment: true };
    serve({ ...LOADED, done });
    renderRoute('/');
    const list = await steps();
    expect(list.getByText('3 of 5')).toBeVisible();
    expect(list.getAllByLabelText('Done')).toHaveLength(3);
    await waitFor(() =>
      expect(list.getByRole('link', { name: 'Open the package' })).toHaveAttribute('href', '/moments/m1'),
    );
  });

  it('update live, and disappear when all are done', async () => {
    renderRoute('/');
    await steps();
    await screen.findByText('Live');
    serve({ done: { brand: true, client: true, moment: true, captions: true, share: true }, sample: null });
    fakeServer.emit('moment.changed', aMoment());
    expect(await screen.findByText('Nothing needs you', {}, { timeout: 3000 })).toBeVisible();
    expect(screen.queryByText('Getting started')).toBeNull();
  });

  it('stay dismissed after a reload', async () => {
    const { user } = renderRoute('/');
    await user.click((await steps()).getByRole('button', { name: 'Dismiss' }));
    expect(await screen.findByText('Nothing needs you')).toBeVisible();
    expect(screen.queryByText('Getting started')).toBeNull();
    expect(localStorage.getItem('getting-started')).toBe('dismissed');
  });

  it('are below a work list with items, without a primary button', async () => {
    const item = {
      kind: 'moment.unshared',
      subjectId: 'm3',
      title: 'Van',
      client: { id: 'c1', business: 'Petal' },
      coverUrl: null,
      count: 1,
      sections: [],
      words: '',
      at: '2026-01-01T00:00:00Z',
      publicOrigin: null,
    };
    fakeServer.on('GET /api/work', { body: { ...NO_WORK, items: [item] } });
    renderRoute('/');
    await steps();
    expect(filledButtons()).toEqual([screen.getByRole('button', { name: 'Share Van' })]);
  });

  it('are replaced by the work list if they cannot be loaded', async () => {
    fakeServer.on('GET /api/getting-started', failure(503, 'DATABASE_UNAVAILABLE', 'Down.'));
    renderRoute('/');
    expect(await screen.findByText('Nothing needs you')).toBeVisible();
  });
});

describe('the sample', () => {
  it('is loaded, opened and removed', async () => {
    fakeServer.on('PUT /api/getting-started/sample', () => {
      serve(LOADED);
      return { status: 204 };
    });
    fakeServer.on('DELETE /api/getting-started/sample', () => {
      serve(NOT_STARTED);
      return { status: 204 };
    });
    const { user } = renderRoute('/');
    await user.click((await steps()).getByRole('button', { name: 'Load a sample' }));
    expect(await screen.findByText('Sample loaded')).toBeVisible();
    const open = await screen.findByRole('link', { name: 'Open the sample' });
    expect(open).toHaveAttribute('href', '/moments/m-sample');
    await user.click(screen.getByRole('button', { name: 'Remove the sample' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Remove' }));
    expect(await screen.findByRole('button', { name: 'Load a sample' })).toBeVisible();
    expect(fakeServer.calls('DELETE /api/getting-started/sample')).toHaveLength(1);
  });

  it('shows why it could not be loaded', async () => {
    fakeServer.on('PUT /api/getting-started/sample', failure(503, 'STORAGE_UNAVAILABLE', 'The storage is down.'));
    const { user } = renderRoute('/');
    await user.click((await steps()).getByRole('button', { name: 'Load a sample' }));
    expect(await screen.findByText(/The storage is down\./)).toBeVisible();
  });

  it('can be completed and removed if its package was deleted, also after the first steps were dismissed', async () => {
    localStorage.setItem('getting-started', 'dismissed');
    serve({ ...NOT_STARTED, sample: { clientId: 'sample', momentId: null } });
    renderRoute('/');
    expect(await screen.findByRole('button', { name: 'Load a sample' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Remove the sample' })).toBeVisible();
  });
});
