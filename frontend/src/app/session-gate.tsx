import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { BrandTheme } from '../components/brand-theme';
import { LoadFailed } from '../components/load-failed';
import { PageSpinner } from '../components/page-spinner';
import { AccessRestricted, HostNotFound } from '../features/agency-host/closed-pages';
import { MainHostOnly } from '../features/agency-host/main-host-only';
import { LOGGED_OUT_KEY, userQuery } from '../features/auth/auth.api';
import type { RouteHandle } from './router';

// In this file's chunk, which is there where a page of staff could not be loaded.
export { pageLater } from './page-later';

const Shell = lazy(async () => ({ default: (await import('./shell')).Shell }));

/**
 * Signed in: the page within the shell, also after the session has ended, for what was typed there. Not signed in: open
 * pages bare, the login page instead of the others.
 * An agency's domain has neither.
 */
export function SessionGate() {
  const open = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.open);
  return (
    <MainHostOnly instead={open ? <HostNotFound /> : <AccessRestricted />}>
      <BrandTheme>
        <Gate open={open} />
      </BrandTheme>
    </MainHostOnly>
  );
}

function Gate({ open }: { open: boolean }) {
  const client = useQueryClient();
  const user = useQuery(userQuery);
  const location = useLocation();
  const staff = useStaff(user.data);

  if (user.isPending) return <PageSpinner />;
  if (staff) {
    return (
      <Suspense fallback={<PageSpinner />}>
        <Shell user={staff} isSignedIn={Boolean(user.data)} />
      </Suspense>
    );
  }
  if (open) {
    return (
      <main>
        <Outlet />
      </main>
    );
  }
  if (user.error) {
    return (
      <main style={{ display: 'grid', placeItems: 'center', minHeight: '70dvh', padding: 24 }}>
        <div style={{ width: '100%', maxWidth: 560 }}>
          <LoadFailed error={user.error} onRetry={() => void user.refetch()} title="Your session could not be loaded" />
        </div>
      </main>
    );
  }
  // Who comes after somebody who left begins at the start.
  const from = client.getQueryData(LOGGED_OUT_KEY) ? undefined : location;
  return <Navigate to="/login" replace state={{ from }} />;
}

/**
 * Who works here: also when their session has ended by itself, until they log out. When somebody else has signed in
 * instead, in another tab, the page is loaded again.
 */
function useStaff(user: UserView | null | undefined): UserView | undefined {
  const client = useQueryClient();
  const [first, setFirst] = useState(user ?? undefined);
  if (user && !first) setFirst(user);
  const isOther = Boolean(user && first && user.id !== first.id);
  useEffect(() => {
    if (isOther) window.location.reload();
  }, [isOther]);
  return user === null && client.getQueryData(LOGGED_OUT_KEY) ? undefined : first;
}
