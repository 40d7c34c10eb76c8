import { PREVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useSay } from '../../../lib/texts/say';
import { useVisitorLive } from '../shell/review.live';
import card from '../shell/card.module.css';
import { ReviewShell } from '../shell/review-shell';
import { closedBy, ReviewMessage, ReviewStates } from '../shell/review-states';
import { OptimizationReview } from './optimization-review';
import { optimizationBrandingQuery, optimizationReviewQuery } from './optimization-review.api';
import { SectionCardSkeletons } from './section-card';
import { titleOf } from './sections';
import styles from './sections.module.css';

/** The public page of an optimization's link: its sections, to approve or reject. */
export function OptimizationReviewPage({ link: publicLink }: { link: string }) {
  const say = useSay();
  useVisitorLive('publicLink', publicLink);
  const { data, error, refetch } = useQuery(optimizationReviewQuery(publicLink));
  const branding = useQuery({ ...optimizationBrandingQuery(publicLink), enabled: closedBy(error) !== null });
  const brand = data?.branding ?? branding.data?.agency;
  const missing = (
    <div className={`${card.card} ${styles.missing}`}>
      <ReviewMessage icon="shop" title={say.text('optimization.missing')}>
        <p>{say.text('optimization.missingText')}</p>
      </ReviewMessage>
    </div>
  );
  return (
    <ReviewShell
      title={data ? titleOf(say, data) : say.text('optimization.title')}
      color={brand?.primaryColor ?? PREVIEW_DEFAULT_COLOR}
      width={1080}
    >
      <ReviewStates
        icon="shop"
        error={error}
        onRetry={() => void refetch()}
        missing={missing}
        brand={brand}
        skeleton={<SectionCardSkeletons />}
      >
        {data && <OptimizationReview publicLink={publicLink} view={data} />}
      </ReviewStates>
    </ReviewShell>
  );
}
