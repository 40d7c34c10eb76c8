import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { DeliveredPhotoView, ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../../../lib/http';

/** The moment of a public link. */
export function reviewMomentQuery(id: string) {
  return queryOptions<ReviewMomentView>({ queryKey: ['/api/public', id] });
}

/** The images of a moment, sorted by position. */
export function reviewImagesQuery(id: string) {
  return queryOptions<ReviewImageView[]>({ queryKey: ['/api/public', id, 'images'] });
}

/** The brand of the moment's agency. */
export function reviewBrandingQuery(id: string) {
  return queryOptions<ReviewBranding>({ queryKey: ['/api/public', id, 'branding'] });
}

/** The photos of a moment that were delivered as approved, and have not changed since. */
export function deliveredQuery(id: string) {
  return queryOptions<DeliveredPhotoView[]>({
    queryKey: ['/api/public', id, 'delivered'],
    // There are no live events about deliveries for visitors.
    refetchOnWindowFocus: 'always',
  });
}

/** Refetches the images and the moment after a decision. */
export async function refreshImageReview(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: reviewImagesQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: reviewMomentQuery(id).queryKey, exact: true }),
  ]);
}

/** An image in the version that the reviewer saw, on which they decide. */
type SeenImage = Pick<ReviewImageView, 'id' | 'version'>;

/** Approves this version of an image. */
export function approveImage({ id, version }: SeenImage): Promise<void> {
  return http.post(`/api/images/${id}/approve`, { version });
}

/** Rejects this version of an image, with feedback. */
export function rejectImage({ id, version }: SeenImage, feedback: string): Promise<void> {
  return http.post(`/api/images/${id}/reject`, { feedback, version });
}

/** Undoes the decision on this version of an image. */
export function undoImageDecision({ id, version }: SeenImage): Promise<void> {
  return http.post(`/api/images/${id}/decision/undo`, { version });
}
