import { beforeEach, describe, expect, it } from '@jest/globals';
import { screen, waitFor } from '@testing-library/react';
import {
  aView,
  serve as serveOptimization,
  PAGE as OPTIMIZATION,
} from '../features/public-review/sections/sections.fixtures';
import { aMoment } from '../records/moments.fixture';
import { aDetail, anOptimization } from '../records/optimizations.fixture';
import { anImage, MOMENT_ID, serve as serveReview } from '../features/public-review/images/images.fixtures';
import { renderRoute, signedIn, signedOut } from '../test/render-route';
import { fakeServer } from '../test/server';

const REVIEW = `/public/${MOMENT_ID}`;
const STAFF_PAGES: [path: string, heading: string][] = [
  ['/', 'Dashboard'],
  ['/agencies', 'Agencies'],
  ['/clients', 'Clients'],
  ['/clients/client-1', 'Rose & Thorn'],
  ['/moments', 'Moments'],
  ['/moments/create', 'Create New Package'],
  ['/moments/moment-1', 'Spring window'],
  ['/gmb-optimizations', 'GMB Profile Optimization'],
  ['/gmb-optimizations/create', 'Create GMB Optimization'],
  ['/gmb-optimizations/opt-1', 'Rose & Thorn Florist'],
  ['/settings', 'Settings'],
  ['/settings/mail', 'Mail'],
];
const PUBLIC_PAGES: [path: string, heading: string][] = [
  [REVIEW, 'Review & Approve Content'],
  ['/public/moments', 'Open a review link'],
  [OPTIMIZATION, 'GMB Optimization Review'],
];

beforeEach(() => {
  const detail = aDetail(anOptimization());
  for (const list of ['agencies', 'clients', 'moments', 'gmb-optimizations', 'users', 'mails']) {
    fakeServer.on(`GET /api/${list}`, { body: [] });
  }
  fakeServer.on('GET /api/clients/client-1', { body: detail.client });
  fakeServer.on('GET /api/moments/moment-1', { body: aMoment() });
  fakeServer.on('GET /api/moments/moment-1/images', { body: [] });
  fakeServer.on('GET /api/gmb-optimizations/opt-1', { body: detail });
  fakeServer.on('GET /api/gmb-optimizations/opt-1/runs', { body: [] });
  serveReview([anImage()]);
  serveOptimization(aView());
});

describe('the pages of staff', () => {
  it.each(STAFF_PAGES)('%s is "%s", within the admin shell', async (path, heading) => {
    signedIn();
    renderRoute(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible();
    expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Toggle sidebar' })).toBeVisible();
    expect(screen.getByRole('button', { name: /Logout/ })).toBeVisible();
    expect(screen.getByRole('button', { name: 'Switch to dark theme' })).toBeVisible();
    await waitFor(() => expect(fakeServer.calls('GET /api/settings')).not.toHaveLength(0));
  });

  it.each(STAFF_PAGES)('%s leads somebody who is not signed in to the login page', async (path) => {
    signedOut();
    const { router } = renderRoute(path);
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(router.state.location.pathname).toBe('/login');
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
  });
});

describe('the pages without the admin shell', () => {
  it.each(PUBLIC_PAGES)(
    '%s is "%s", without the shell also for staff, and reads no settings',
    async (path, heading) => {
      signedIn();
      renderRoute(path);
      expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
      expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: /Logout|Toggle sidebar/ })).not.toBeInTheDocument();
      expect(fakeServer.calls('GET /api/settings')).toHaveLength(0);
      expect(fakeServer.calls('GET /api/user')).toHaveLength(0);
    },
  );

  it.each(PUBLIC_PAGES)('%s needs no session', async (path, heading) => {
    signedOut();
    const { router } = renderRoute(path);
    expect(await screen.findByRole('heading', { name: heading })).toBeVisible();
    expect(router.state.location.pathname).toBe(path);
  });

  it('/login has no shell, and reads no settings', async () => {
    signedOut();
    renderRoute('/login');
    expect(await screen.findByRole('heading', { name: 'Admin Login' })).toBeVisible();
    expect(screen.queryByRole('navigation')).not.toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Logout|Toggle sidebar/ })).not.toBeInTheDocument();
    await waitFor(() => expect(fakeServer.calls('GET /api/user')).not.toHaveLength(0));
    expect(fakeServer.calls('GET /api/settings')).toHaveLength(0);
  });
});
