import type { UserView } from '@gmb-moments/backend/contract/auth';
import type { GettingStartedView } from '@gmb-moments/backend/contract/getting-started';
import { permissionsOf } from '@gmb-moments/backend/contract/roles';
import type { BrandingView } from '@gmb-moments/backend/contract/settings';
import type { WorkView } from '@gmb-moments/backend/contract/work';
import { render } from '@testing-library/react';
import userEvent, { PointerEventsCheckLevel } from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { QueryClientProvider } from '@tanstack/react-query';
import { routes } from '../app/router';
import { createQueryClient } from '../lib/query-client';
import { failure, fakeServer } from './server';

/** The signed-in user: an admin who sees all clients. */
export const ADA: UserView = {
  id: 'ada',
  email: 'ada@example.com',
  name: 'Ada',
  createdAt: '2026-01-01T00:00:00Z',
  clientCount: 0,
  role: 'admin',
  scope: 'all',
  permissions: [...permissionsOf('admin')],
};

const PLATFORM = {
  name: 'GMB Moments',
  primaryColor: '#3b82f6',
  logoUrl: null,
  agencyDomain: false,
} satisfies BrandingView;

export const NO_WORK: WorkView = {
  items: [],
  counts: {
    'moment.feedback': 0,
    'optimization.feedback': 0,
    'captions.failed': 0,
    'optimization.unwritten': 0,
    'moment.undelivered': 0,
    'moment.unshared': 0,
    'optimization.unshared': 0,
    'moment.unopened': 0,
    'optimization.unopened': 0,
    'moment.overdue': 0,
    'optimization.overdue': 0,
  },
};

export const NOT_STARTED: GettingStartedView = {
  done: { brand: false, client: false, moment: false, captions: false, share: false },
  sample: null,
};

/** Renders the application at a path; returns the router, the query client, and `user` of user-event. */
export function renderRoute(path: string) {
  const client = createQueryClient();
  const router = createMemoryRouter(routes, { initialEntries: [path] });
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  // Checking `pointer-events` computes the styles of all ancestors, which takes most of a test's time in jsdom.
  return { router, client, user: userEvent.setup({ pointerEventsCheck: PointerEventsCheckLevel.Never }) };
}

/** The responses that every staff page needs. */
export function signedIn(): void {
  onMainHost();
  fakeServer.on('GET /api/user', { body: ADA });
  fakeServer.on('GET /api/settings', { body: { logoUrl: null, brandName: '', primaryColor: '#3b82f6' } });
  fakeServer.on('GET /api/work', { body: NO_WORK });
  fakeServer.on('GET /api/factors', {
    body: { hasAuthenticator: false, passkeys: [], recoveryCodesLeft: 0, isRequired: false },
  });
  fakeServer.on('GET /api/users', { body: [{ ...ADA, lastSeenAt: null, hasSecondFactor: false }] });
  fakeServer.on('GET /api/invitations', { body: [] });
  fakeServer.on('GET /api/notifications/unread', { body: { count: 0 } });
  fakeServer.on('GET /api/user/notifications', {
    body: { notify: 'at_once', followedAtOnce: false, about: 'all', follows: [] },
  });
  const done = { brand: true, client: true, moment: true, captions: true, share: true };
  fakeServer.on('GET /api/getting-started', { body: { done, sample: null } satisfies GettingStartedView });
}

/** The responses to a visitor without a session. */
export function signedOut(): void {
  fakeServer.on('GET /api/user', failure(401, 'NOT_SIGNED_IN', 'Sign in first.'));
  onMainHost();
}

/** The branding of a main host. */
export function onMainHost(brand: Partial<BrandingView> = {}): void {
  fakeServer.on('GET /api/branding', { body: { ...PLATFORM, ...brand } satisfies BrandingView });
}

/** The branding of an agency's domain. */
export function onAgencyDomain(brand: Partial<BrandingView> = {}): void {
  fakeServer.on('GET /api/branding', { body: { ...PLATFORM, agencyDomain: true, ...brand } satisfies BrandingView });
}
