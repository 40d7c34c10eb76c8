import { DEFAULT_BRAND_NAME } from '@gmb-moments/backend/contract/limits';
import type { ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { ReviewHeaderProps } from '../shell/review-header';
import { useVisitorLive } from '../shell/review.live';
import { closedBy, isMissing, ReviewPage } from '../shell/review-states';
import { ImageCardSkeletons } from './image-card';
import { ImageReview } from './image-review';
import { reviewBrandingQuery, reviewImagesQuery, reviewMomentQuery } from './images.api';

/** The public page of a moment, where its client approves or rejects its images. */
export function ImageReviewPage({ link: momentId }: { link: string }) {
  return (
    <MomentPage id={momentId} query={reviewImagesQuery(momentId)}>
      {(view, images, brand) => <ImageReview view={view} images={images} brand={brand} />}
    </MomentPage>
  );
}

interface MomentPageProps<Photo> {
  id: string;
  /** The query for the photos that the page shows. */
  query: UseQueryOptions<Photo[]>;
  children: (view: ReviewMomentView, photos: Photo[], brand: ReviewHeaderProps['brand']) => ReactNode;
}

/** The frame of a public page about a moment. Uses the product's brand if only the agency's could not be loaded. */
export function MomentPage<Photo>({ id, query, children }: MomentPageProps<Photo>) {
  useVisitorLive('momentId', id);
  const moment = useQuery(reviewMomentQuery(id));
  const photos = useQuery(query);
  const branding = useQuery(reviewBrandingQuery(id));
  const brand = branding.data?.agency;
  const errors = [moment.error, photos.error];
  return (
    <ReviewPage
      kind="moment"
      title={moment.data?.moment.title}
      brand={brand}
      error={errors.find((error) => isMissing(error) || closedBy(error)) ?? moment.error ?? photos.error}
      onRetry={() => void Promise.all([moment.refetch(), photos.refetch(), branding.refetch()])}
      skeleton={<ImageCardSkeletons />}
    >
      {moment.data &&
        photos.data &&
        !branding.isPending &&
        children(moment.data, photos.data, {
          name: brand?.name || DEFAULT_BRAND_NAME,
          logoUrl: brand?.logoUrl ?? null,
        })}
    </ReviewPage>
  );
}
