import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useSay } from '../../../lib/texts/say';
import { useVisitorLive } from '../shell/review.live';
import { ReviewShell } from '../shell/review-shell';
import { ReviewMessage, ReviewStates } from '../shell/review-states';
import { ImageCardSkeletons } from './image-card';
import { ImageReview } from './image-review';
import { useImageReview } from './images.api';

/** The public page of a moment's link: its images, to approve or reject. */
export function ImageReviewPage({ link: momentId }: { link: string }) {
  const say = useSay();
  useVisitorLive('momentId', momentId);
  const { view, images, brand, isReady, error, retry } = useImageReview(momentId);
  const missing = (
    <ReviewMessage icon="picture" title={say.text('moment.missing')}>
      <p>{say.text('moment.missingText')}</p>
    </ReviewMessage>
  );
  return (
    <ReviewShell
      title={view?.moment.title ?? brand?.name ?? DEFAULT_BRAND_NAME}
      color={brand?.primaryColor ?? REVIEW_DEFAULT_COLOR}
    >
      <ReviewStates
        icon="picture"
        error={error}
        onRetry={retry}
        missing={missing}
        brand={brand}
        skeleton={<ImageCardSkeletons />}
      >
        {isReady && view && images && <ImageReview view={view} images={images} brand={brand} />}
      </ReviewStates>
    </ReviewShell>
  );
}
