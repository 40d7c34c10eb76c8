import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useSay } from '../../lib/texts/say';
import { Button } from '../../features/public-review/shell/card';
import { ReviewMessage } from '../../features/public-review/shell/review-states';
import { HostPage } from './host-page';
import styles from './host-page.module.css';

/** Stands on an agency's domain in the place of every page of staff. */
export function AccessRestricted() {
  const say = useSay();
  return (
    <ClosedPage title={say.text('host.restricted')}>
      <p>{say.text('host.restrictedText')}</p>
      <CurrentDomain />
      <PublicPagesButton />
    </ClosedPage>
  );
}

/** The page for unknown paths on an agency's domain. */
export function HostNotFound() {
  const say = useSay();
  return (
    <ClosedPage title={say.text('host.missing')}>
      <p>{say.text('host.missingText')}</p>
      <PublicPagesButton />
    </ClosedPage>
  );
}

/** Stands on an agency's domain in the place of the login page. */
export function LoginNotAvailable() {
  const say = useSay();
  return (
    <ClosedPage title={say.text('host.noLogin')}>
      <p>{say.text('host.noLoginText')}</p>
      <CurrentDomain />
      <p>{say.text('host.noLoginInstead')}</p>
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
  return (
    <p className={`ink anywhere sunken ${styles.domain}`}>
      {useSay().text('host.domain', { domain: window.location.hostname })}
    </p>
  );
}

function PublicPagesButton() {
  const say = useSay();
  const navigate = useNavigate();
  return (
    <Button look="brand" onClick={() => void navigate('/public/moments')}>
      {say.text('host.back')}
    </Button>
  );
}
