import { REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PageSpinner } from '../../components/page-spinner';
import { reasonOf } from '../../lib/http';
import { ReviewMessage } from '../review/review-states';
import { ReviewTheme } from '../review/review-theme';
import { brandingQuery } from '../settings/settings.api';
import { DomainIcon } from './domain-icon';

interface MainHostOnlyProps {
  /** What an agency's domain shows. */
  instead: ReactNode;
  children: ReactNode;
}

/** Draws what belongs to staff on the main hosts only; which they are, the server says. */
export function MainHostOnly({ instead, children }: MainHostOnlyProps) {
  const branding = useQuery(brandingQuery);
  if (branding.data) return branding.data.agencyDomain ? instead : children;
  if (branding.isPending) return <PageSpinner />;
  return (
    <ReviewTheme color={REVIEW_DEFAULT_COLOR}>
      <main className="review-main">
        <ReviewMessage
          icon={<DomainIcon />}
          title="This page could not be loaded"
          text={reasonOf(branding.error)}
          action={{ label: 'Try again', onClick: () => void branding.refetch() }}
        />
      </main>
    </ReviewTheme>
  );
}
