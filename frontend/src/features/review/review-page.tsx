import { useQuery } from '@tanstack/react-query';
import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import { useParams } from 'react-router-dom';
import { HttpError, reasonOf } from '../../lib/http';
import { useVisitorLive } from '../../lib/live';
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
    <ReviewTheme color={branding.data?.agency.primaryColor}>
      <title>{moment.data?.moment.title ?? branding.data?.agency.name ?? DEFAULT_BRAND_NAME}</title>
      <meta name="robots" content="noindex" />
      {isMissing(moment.error) || isMissing(images.error) ? (
        <main className="review-main">
          <ReviewMessage
            title="Moment not found"
            text="This link leads nowhere: it may be incomplete, or the content was withdrawn. Please check the link or ask for a new one."
          />
        </main>
      ) : moment.data && images.data && !branding.isPending ? (
        <ReviewContent view={moment.data} images={images.data} branding={branding.data} />
      ) : moment.isError || images.isError ? (
        <main className="review-main">
          <ReviewMessage
            title="This page could not be loaded"
            text={reasonOf(moment.error ?? images.error)}
            action={{ label: 'Try again', onClick: retry }}
          />
        </main>
      ) : (
        <ReviewSkeleton />
      )}
    </ReviewTheme>
  );
}

function isMissing(error: Error | null): boolean {
  return error instanceof HttpError && error.status === 404;
}
