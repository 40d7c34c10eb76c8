import { useQuery } from '@tanstack/react-query';
import { useTranslator } from '../../../lib/texts/translator';
import { useVisitorLive } from '../shell/review.live';
import { closedBy, ReviewPage } from '../shell/review-states';
import { OptimizationReview } from './optimization-review';
import { optimizationBrandingQuery, optimizationReviewQuery } from './optimization-review.api';
import { SectionCardSkeletons } from './section-card';
import { titleOf } from './sections';

/** The public page of an optimization, where its client approves or rejects its sections. */
export function OptimizationReviewPage({ link: publicLink }: { link: string }) {
  const t = useTranslator();
  useVisitorLive('publicLink', publicLink);
  const { data, error, refetch } = useQuery(optimizationReviewQuery(publicLink));
  const branding = useQuery({ ...optimizationBrandingQuery(publicLink), enabled: closedBy(error) !== null });
  return (
    <ReviewPage
      kind="optimization"
      title={data ? titleOf(t, data) : t.text('optimization.title')}
      brand={data?.branding ?? branding.data?.agency}
      error={error}
      onRetry={() => void refetch()}
      skeleton={<SectionCardSkeletons />}
    >
      {data && <OptimizationReview publicLink={publicLink} view={data} />}
    </ReviewPage>
  );
}
