import { REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
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

/** Shows staff's pages on main hosts only; the server says which hosts these are. */
export function MainHostOnly({ instead, children }: MainHostOnlyProps) {
  const { data, error, refetch } = useQuery(brandingQuery);
  if (data) return data.agencyDomain ? instead : children;
  if (!error) return <PageSpinner />;
  return (
    <ReviewShell color={REVIEW_DEFAULT_COLOR}>
      <main className={shell.main}>
        <ReviewLoadFailed icon="globe" error={error} onRetry={() => void refetch()} />
      </main>
    </ReviewShell>
  );
}
