import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import { aListedMoment, aMoment } from '../records/moments.fixture';
import { renderRoute, signedIn } from '../test/render-route';
import { fakeServer } from '../test/server';
import { prefetchOnHover } from './prefetch';
import { routes } from './router';

const LIST = 'GET /api/moments';
const MOMENT = 'GET /api/moments/moment-1';
const IMAGES = 'GET /api/moments/moment-1/images';
let stop: () => void;

/** Renders the list of moments with prefetching. */
async function open() {
  signedIn();
  fakeServer.on(LIST, { body: [aListedMoment(aMoment())] });
  fakeServer.on(MOMENT, { body: aMoment() });
  fakeServer.on(IMAGES, { body: [] });
  fakeServer.on('GET /api/clients', { body: [] });
  fakeServer.on('GET /api/agencies', { body: [] });
  const { client, user } = renderRoute('/moments');
  stop = prefetchOnHover(routes, client);
  // The first connection of a test refetches everything.
  await screen.findByText('Live');
  await waitFor(() => expect(client.isFetching()).toBe(0));
  return { client, user, link: await screen.findByRole('link', { name: 'Spring window' }) };
}

beforeEach(() => fakeServer.reset());
afterEach(() => stop());

describe('a link that is pointed at', () => {
  it.each(['pointerOver', 'focusIn'] as const)('on %s has its page read, which opens from the cache', async (event) => {
    const { client, user, link } = await open();
    fireEvent[event](link);
    await waitFor(() => expect(client.getQueryData(['/api/moments', 'moment-1', 'images'])).toEqual([]));
    const asked = fakeServer.requests.length;
    await user.click(link);
    expect(await screen.findByRole('heading', { level: 1, name: 'Spring window' })).toBeVisible();
    expect(fakeServer.requests.slice(asked).map(({ path }) => path)).not.toContain('/api/moments/moment-1');
    expect(fakeServer.calls(IMAGES)).toHaveLength(1);
  });

  it('has the list read that its address names', async () => {
    const { client } = await open();
    fireEvent.pointerOver(screen.getByRole('link', { name: 'Clients' }));
    await waitFor(() => {
      const read = fakeServer.calls('GET /api/clients').map(({ query }) => query.toString());
      expect(read).toContain('sort=business&limit=20&offset=0');
    });
    await waitFor(() => expect(client.isFetching()).toBe(0));
  });

  it('has nothing read when the pointer only passes', async () => {
    const { link } = await open();
    fireEvent.pointerOver(link);
    fireEvent.pointerOver(document.body);
    fireEvent.pointerOver(screen.getByRole('link', { name: 'Agencies' }));
    await waitFor(() => expect(fakeServer.calls('GET /api/agencies')).not.toHaveLength(0));
    expect(fakeServer.calls(MOMENT)).toHaveLength(0);
  });
});
