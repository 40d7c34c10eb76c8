import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { useTranslator } from '../../lib/texts/translator';
import { Button } from '../../features/public-review/shell/card';
import { ReviewMessage } from '../../features/public-review/shell/review-states';
import { HostPage } from './host-page';
import styles from './host-page.module.css';

/** Shown on an agency's domain instead of staff pages. */
export function AccessRestricted() {
  const t = useTranslator();
  return (
    <ClosedPage title={t.text('host.restricted')}>
      <p>{t.text('host.restrictedText')}</p>
      <CurrentDomain />
      <PublicPagesButton />
    </ClosedPage>
  );
}

/** The page for unknown paths on an agency's domain. */
export function HostNotFound() {
  const t = useTranslator();
  return (
    <ClosedPage title={t.text('host.missing')}>
      <p>{t.text('host.missingText')}</p>
      <PublicPagesButton />
    </ClosedPage>
  );
}

/** Shown on an agency's domain instead of the login page. */
export function LoginNotAvailable() {
  const t = useTranslator();
  return (
    <ClosedPage title={t.text('host.noLogin')}>
      <p>{t.text('host.noLoginText')}</p>
      <CurrentDomain />
      <p>{t.text('host.noLoginInstead')}</p>
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
      {useTranslator().text('host.domain', { domain: window.location.hostname })}
    </p>
  );
}

function PublicPagesButton() {
  const t = useTranslator();
  const navigate = useNavigate();
  return (
    <Button variant="brand" onClick={() => void navigate('/public/moments')}>
      {t.text('host.back')}
    </Button>
  );
}
