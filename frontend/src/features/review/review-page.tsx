import { useQuery } from '@tanstack/react-query';
import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '@gmb-moments/backend/contract/limits';
import { useParams } from 'react-router-dom';
import { reasonOf } from '../../lib/http';
import { useVisitorLive } from '../../lib/live';
import { CardBones } from './card-bones';
import { PictureIcon } from './icons';
import { isMissing } from './is-missing';
import { reviewBrandingQuery, reviewImagesQuery, reviewMomentQuery } from './review.api';
import { ReviewContent } from './review-content';
import { ReviewMessage, ReviewSkeleton } from './review-states';
import { ReviewTheme } from './review-theme';

/** What the holder of a public link sees: a moment's images, to approve or reject. */
export function ReviewPage() {
  const { id = '' } = useParams();
  return <Review key={id} momentId={id} />;
}

function Review({ momentId }: { momentId: string }) {
  useVisitorLive('momentId', momentId);
  const moment = useQuery(reviewMomentQuery(momentId));
  const images = useQuery(reviewImagesQuery(momentId));
  const branding = useQuery(reviewBrandingQuery(momentId));
  const retry = () => void Promise.all([moment.refetch(), images.refetch(), branding.refetch()]);
  return (
    <ReviewTheme color={branding.data?.agency.primaryColor ?? REVIEW_DEFAULT_COLOR}>
      <title>{moment.data?.moment.title ?? branding.data?.agency.name ?? DEFAULT_BRAND_NAME}</title>
      <meta name="robots" content="noindex" />
      {isMissing(moment.error) || isMissing(images.error) ? (
        <main className="review-main">
          <ReviewMessage
            icon={<PictureIcon size={48} />}
            title="Moment not found"
            text="This link leads nowhere: it may be incomplete, or the content was withdrawn. Please check the link or ask for a new one."
          />
        </main>
      ) : moment.data && images.data && !branding.isPending ? (
        <ReviewContent view={moment.data} images={images.data} branding={branding.data} />
      ) : moment.isError || images.isError ? (
        <main className="review-main">
          <ReviewMessage
            icon={<PictureIcon size={48} />}
            title="This page could not be loaded"
            text={reasonOf(moment.error ?? images.error)}
            action={{ label: 'Try again', onClick: retry }}
          />
        </main>
      ) : (
        <ReviewSkeleton>
          <CardBones />
        </ReviewSkeleton>
      )}
    </ReviewTheme>
  );
}
