import type { UserView } from '@gmb-moments/backend/contract/auth';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Navigate, Outlet, useLocation, useMatches } from 'react-router-dom';
import { chunkQuery } from '../lib/chunk';
import { BrandTheme } from '../ui/brand-theme';
import styles from './session-gate.module.css';
import { LoadFailed } from '../ui/placeholders';
import { PageSpinner } from '../ui/page-spinner';
import { Toasts } from '../ui/toasts';
import { AccessRestricted, HostNotFound } from './agency-host/closed-pages';
import { MainHostOnly } from './agency-host/main-host-only';
import { rightsKey, StaffMember } from '../records/permissions';
import { LOGGED_OUT_KEY, resetSessionCache, userQuery } from '../records/session';
import type { RouteHandle } from './route-handle';

// Exported here so that it is in this file's chunk, which is loaded already when a page's chunk cannot be loaded.
export { retryPage } from './retry-page';

const factorFirstQuery = chunkQuery('factor first', async () => (await import('./factor-first-page')).FactorFirstPage);
const shellQuery = chunkQuery('shell', async () => (await import('./shell')).Shell);

/**
 * With a session: the page within the shell; it stays when the session ends, so that typed text is not lost. Without
 * one: pages that allow visitors, and the login page instead of others. On an agency's domain, none of these pages is
 * shown.
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
        {/* The dialog stays while the page reloads for another user: closing it goes back in the history and stops the reload. */}
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
      <main className={`centered ${styles['failed']}`}>
        <div>
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
 * The member of staff who uses the page; stays set when the session expires, until they log out. If another user has
 * signed in (in another tab), the page reloads. If the user's rights have changed, all data is dropped and refetched.
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
