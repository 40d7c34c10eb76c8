import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { chunkQuery } from '../lib/chunk';
import { BrandTheme } from '../ui/brand-theme';
import { LoadFailed } from '../ui/placeholders';
import { PageSpinner } from '../ui/page-spinner';
import { Toasts } from '../ui/toasts';
import { AccessRestricted, HostNotFound } from './agency-host/closed-pages';
import { MainHostOnly } from './agency-host/main-host-only';
import { rightsKey, StaffMember } from '../records/permissions';
import { LOGGED_OUT_KEY, resetSessionCache, userQuery } from '../records/session';
import type { RouteHandle } from './route-handle';

// Exported here to be in this file's chunk, which is loaded even if a page's chunk cannot be.
export { retryPage } from './retry-page';

const factorFirstQuery = chunkQuery('factor first', async () => (await import('./factor-first-page')).FactorFirstPage);
const shellQuery = chunkQuery('shell', async () => (await import('./shell')).Shell);

/**
 * Signed in: the page within the shell, which stays after the session has ended, with what was typed there. Not signed in:
 * pages that allow visitors without the shell, the login page instead of the others. An agency's domain shows none of them.
 */
export function SessionGate() {
  const allowsVisitors = useMatches().some(({ handle }) => (handle as RouteHandle | undefined)?.allowsVisitors);
  return (
    <MainHostOnly instead={allowsVisitors ? <HostNotFound /> : <AccessRestricted />}>
      <BrandTheme>
        <Gate allowsVisitors={allowsVisitors} />
        <Toasts variant="staff" />
      </BrandTheme>
    </MainHostOnly>
  );
}

function Gate({ allowsVisitors }: { allowsVisitors: boolean }) {
  const queryClient = useQueryClient();
  const user = useQuery(userQuery);
  const location = useLocation();
  const staff = useStaff(user.data);
  const needsFactor = Boolean(user.data?.needsFactor);
  const { data: Shell } = useQuery({ ...shellQuery, enabled: Boolean(staff) && !needsFactor, throwOnError: true });
  const { data: FactorFirst } = useQuery({ ...factorFirstQuery, enabled: needsFactor, throwOnError: true });

  if (user.isPending) return <PageSpinner />;
  if (needsFactor) return FactorFirst ? <FactorFirst /> : <PageSpinner />;
  if (staff) {
    if (!Shell) return <PageSpinner />;
    return (
      <StaffMember value={staff}>
        {/* While another person's page is loaded, what asks to sign in stays: closing it steps back, which would stop that. */}
        <Shell user={staff} isSignedIn={user.data?.id === staff.id} />
      </StaffMember>
    );
  }
  if (allowsVisitors) {
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
  // After a logout, the next login starts at the dashboard.
  const from = queryClient.getQueryData(LOGGED_OUT_KEY) ? undefined : location;
  return <Navigate to="/login" replace state={{ from }} />;
}

/**
 * The member of staff who works here, also after their session has expired, until they log out. When somebody else has
 * signed in instead, in another tab, the page is reloaded. When they may do or see something else than before, all that was
 * read is read again, and what they do not see any more is gone.
 */
function useStaff(user: UserView | null | undefined): UserView | undefined {
  const queryClient = useQueryClient();
  const [known, setKnown] = useState(user ?? undefined);
  if (user && user !== known && (!known || user.id === known.id)) setKnown(user);
  const isOther = Boolean(user && known && user.id !== known.id);
  const rights = known && rightsKey(known);
  const rightsBefore = useRef(rights);
  useEffect(() => {
    if (rightsBefore.current !== undefined && rightsBefore.current !== rights) resetSessionCache(queryClient);
    rightsBefore.current = rights;
  }, [queryClient, rights]);
  useEffect(() => {
    if (isOther) window.location.reload();
  }, [isOther]);
  return user === null && queryClient.getQueryData(LOGGED_OUT_KEY) ? undefined : known;
}
