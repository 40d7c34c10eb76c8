import type { ReactNode } from 'react';
import { useBrandLive } from '../records/settings';
import { MainHostOnly } from './agency-host/main-host-only';

interface SignedOutPageProps {
  /** Shown on an agency's domain. */
  instead: ReactNode;
  children: ReactNode;
}

/** A page for staff who are not signed in, on the main hosts. It stays connected, whatever it shows. */
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
