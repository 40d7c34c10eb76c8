import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { Button } from '../../features/public-review/shell/card';
import { ReviewMessage } from '../../features/public-review/shell/review-states';
import { HostPage } from './host-page';
import styles from './host-page.module.css';

/** Stands on an agency's domain in the place of every page of staff. */
export function AccessRestricted() {
  return (
    <ClosedPage title="Access Restricted">
      <p>
        This page is not accessible through agency domains. Administrative features are only available through the main
        system domain.
      </p>
      <CurrentDomain />
      <PublicPagesButton />
    </ClosedPage>
  );
}

/** The page for unknown paths on an agency's domain. */
export function HostNotFound() {
  return (
    <ClosedPage title="404 Page Not Found">
      <p>There is no page at this address.</p>
      <PublicPagesButton />
    </ClosedPage>
  );
}

/** Stands on an agency's domain in the place of the login page. */
export function LoginNotAvailable() {
  return (
    <ClosedPage title="Login Not Available">
      <p>Admin login is not accessible through agency domains.</p>
      <CurrentDomain />
      <p>Please use the main system domain to access administrative features.</p>
    </ClosedPage>
  );
}

function ClosedPage({ title, children }: { title: string; children: ReactNode }) {
  return (
    <HostPage title={title}>
      <ReviewMessage icon="globe" title={title}>
        {children}
      </ReviewMessage>
    </HostPage>
  );
}

function CurrentDomain() {
  return <p className={styles.domain}>Current domain: {window.location.hostname}</p>;
}

function PublicPagesButton() {
  const navigate = useNavigate();
  return (
    <Button look="brand" onClick={() => void navigate('/public/moments')}>
      Return to Public Pages
    </Button>
  );
}
