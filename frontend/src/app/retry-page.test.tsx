import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { createQueryClient } from '../lib/query-client';
import { signedIn } from '../test/render-route';
import { failure, fakeServer } from '../test/server';
import { QueryClientProvider } from '@tanstack/react-query';
import { routes, staffPage } from './router';

const DOWN = failure(503, 'DATABASE_UNAVAILABLE', 'The database cannot be reached.');
let isThere = false;
let tries = 0;
let isOnline = true;
Object.defineProperty(navigator, 'onLine', { get: () => isOnline });

/** A page whose first attempts to load its code fail. */
async function load() {
  tries += 1;
  if (!isThere) throw new TypeError('Failed to fetch dynamically imported module');
  return { Component: () => <h1>The late page</h1> };
}

const goDown = () => fakeServer.on('GET /api/branding', DOWN);

/** Renders another page, and navigates to this one. */
async function open(before = () => {}) {
  const [root] = routes;
  const gate = root!.children!.at(-1)!;
  const children = [
    ...root!.children!.slice(0, -1),
    { ...gate, children: [...gate.children!, staffPage('/late', load)] },
  ];
  const router = createMemoryRouter([{ ...root!, children } as (typeof routes)[number]], {
    initialEntries: ['/no-page'],
  });
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  await screen.findByText('404 Page Not Found');
  await screen.findByText('Live');
  before();
  await act(() => router.navigate('/late'));
  return userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never });
}

const isShellThere = () => screen.getByRole('navigation', { name: 'Main menu' });

describe('a page of staff whose code cannot be loaded', () => {
  beforeEach(() => {
    isThere = false;
    signedIn();
  });

  afterEach(() => {
    isOnline = true;
  });

  it('shows within the shell that the browser is offline, and opens by itself when it is online again', async () => {
    await open(() => {
      goDown();
      isOnline = false;
      act(() => void window.dispatchEvent(new Event('offline')));
    });
    expect(await screen.findByRole('heading', { name: 'You are offline' })).toBeVisible();
    expect(isShellThere()).toBeVisible();
    isThere = true;
    isOnline = true;
    await act(async () => window.dispatchEvent(new Event('online')));
    expect(await screen.findByRole('heading', { name: 'The late page' })).toBeVisible();
    expect(isShellThere()).toBeVisible();
  });

  it('shows that the server cannot be reached, and opens by itself when the live connection is back', async () => {
    await open(goDown);
    expect(await screen.findByRole('heading', { name: 'The server cannot be reached' })).toBeVisible();
    isThere = true;
    testSockets.disconnectSockets(true);
    expect(await screen.findByRole('heading', { name: 'The late page' })).toBeVisible();
  });

  it('is tried again on request', async () => {
    const user = await open(goDown);
    await screen.findByRole('heading', { name: 'The server cannot be reached' });
    const before = tries;
    await user.click(screen.getByRole('button', { name: /Try again/ }));
    await waitFor(() => expect(tries).toBeGreaterThan(before));
  });

  it('offers to reload if the server answers but lacks the code: a new version was installed', async () => {
    await open();
    expect(await screen.findByRole('heading', { name: 'A new version was installed' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Reload' })).toBeVisible();
    expect(isShellThere()).toBeVisible();
  });
});
