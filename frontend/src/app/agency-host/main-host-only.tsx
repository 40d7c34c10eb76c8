import { REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { visitorLanguage } from '../../lib/texts/language';
import { LanguageProvider } from '../../lib/texts/language-provider';
import { PageSpinner } from '../../ui/page-spinner';
import { ReviewShell } from '../../features/public-review/shell/review-shell';
import { ReviewLoadFailed } from '../../features/public-review/shell/review-states';
import shell from '../../features/public-review/shell/shell.module.css';
import { brandingQuery } from '../../records/settings';

interface MainHostOnlyProps {
  /** Shown on an agency's domain. */
  instead: ReactNode;
  children: ReactNode;
}

/** Renders its children on main hosts only; the server decides which hosts these are. */
export function MainHostOnly({ instead, children }: MainHostOnlyProps) {
  const { data, error, refetch } = useQuery(brandingQuery);
  if (data && !data.agencyDomain) return children;
  if (!data && !error) return <PageSpinner />;
  return (
    <LanguageProvider language={visitorLanguage()} placeholder={<PageSpinner />}>
      {data ? instead : <HostNotKnown error={error!} onRetry={() => void refetch()} />}
    </LanguageProvider>
  );
}

function HostNotKnown({ error, onRetry }: { error: Error; onRetry: () => void }) {
  return (
    <ReviewShell color={REVIEW_DEFAULT_COLOR}>
      <main className={shell.main}>
        <ReviewLoadFailed icon="globe" error={error} onRetry={onRetry} />
      </main>
    </ReviewShell>
  );
}
