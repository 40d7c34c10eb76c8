import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { DeliveredPhotoView, ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../../../lib/http';

/** The moment behind a public link. */
export function reviewMomentQuery(id: string) {
  return queryOptions<ReviewMomentView>({ queryKey: ['/api/public', id] });
}

/** The images of a moment, in order. */
export function reviewImagesQuery(id: string) {
  return queryOptions<ReviewImageView[]>({ queryKey: ['/api/public', id, 'images'] });
}

/** The brand of the agency that shows it. */
export function reviewBrandingQuery(id: string) {
  return queryOptions<ReviewBranding>({ queryKey: ['/api/public', id, 'branding'] });
}

/** What of a moment stands as it was approved and delivered. */
export function deliveredQuery(id: string) {
  return queryOptions<DeliveredPhotoView[]>({
    queryKey: ['/api/public', id, 'delivered'],
    // Events tell nothing of it.
    refetchOnWindowFocus: 'always',
  });
}

/** Reads the images and the moment again, as every decision asks for. */
export async function refreshImageReview(queryClient: QueryClient, id: string): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: reviewImagesQuery(id).queryKey }),
    queryClient.invalidateQueries({ queryKey: reviewMomentQuery(id).queryKey, exact: true }),
  ]);
}

/** The image a decision is about, in the version that the reviewer saw. */
type SeenImage = Pick<ReviewImageView, 'id' | 'version'>;

/** Approves what was seen. */
export function approveImage({ id, version }: SeenImage): Promise<void> {
  return http.post(`/api/images/${id}/approve`, { version });
}

/** Rejects what was seen, and says why. */
export function rejectImage({ id, version }: SeenImage, feedback: string): Promise<void> {
  return http.post(`/api/images/${id}/reject`, { feedback, version });
}

/** Takes the decision on what was seen back. */
export function undoImageDecision({ id, version }: SeenImage): Promise<void> {
  return http.post(`/api/images/${id}/decision/undo`, { version });
}
