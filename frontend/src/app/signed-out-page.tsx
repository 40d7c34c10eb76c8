import type { ReactNode } from 'react';
import { useBrandLive } from '../records/settings';
import { MainHostOnly } from './agency-host/main-host-only';

interface SignedOutPageProps {
  /** Shown on an agency's domain. */
  instead: ReactNode;
  children: ReactNode;
}

/** The frame of pages for staff without a session, on main hosts only. Keeps the branding current. */
export function SignedOutPage({ instead, children }: SignedOutPageProps) {
  return (
    <MainHostOnly instead={instead}>
      <Connected>{children}</Connected>
    </MainHostOnly>
  );
}

function Connected({ children }: { children: ReactNode }) {
  useBrandLive();
  return children;
}
