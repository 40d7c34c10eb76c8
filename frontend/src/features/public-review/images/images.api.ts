import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { DeliveredPhotoView, ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { queryOptions, useQuery, type QueryClient } from '@tanstack/react-query';
import { http } from '../../../lib/http';
import { pathOf } from '../../../lib/query-client';
import { closedBy, isMissing } from '../shell/review-states';

/** The moment behind a public link. */
export function reviewMomentQuery(id: string) {
  return readOf<ReviewMomentView>('/api/public', id);
}

/** The images of a moment, in order. */
export function reviewImagesQuery(id: string) {
  return readOf<ReviewImageView[]>('/api/public', id, 'images');
}

/** The brand of the agency that shows it. */
export function reviewBrandingQuery(id: string) {
  return readOf<ReviewBranding>('/api/public', id, 'branding');
}

/** What of a moment stands as it was approved and delivered. */
export function deliveredQuery(id: string) {
  // Events tell nothing of it.
  return { ...readOf<DeliveredPhotoView[]>('/api/public', id, 'delivered'), refetchOnWindowFocus: 'always' as const };
}

function readOf<View>(...queryKey: string[]) {
  return queryOptions({ queryKey, queryFn: ({ signal }) => http.get<View>(pathOf(queryKey), { signal }) });
}

/** Loads the data of the review page; the brand is missing if only that could not be loaded. */
export function useImageReview(id: string) {
  const moment = useQuery(reviewMomentQuery(id));
  const images = useQuery(reviewImagesQuery(id));
  const branding = useQuery(reviewBrandingQuery(id));
  return {
    view: moment.data,
    images: images.data,
    brand: branding.data?.agency,
    isReady: Boolean(moment.data && images.data && !branding.isPending),
    error:
      [moment.error, images.error].find((error) => isMissing(error) || closedBy(error)) ?? moment.error ?? images.error,
    retry: () => void Promise.all([moment.refetch(), images.refetch(), branding.refetch()]),
  };
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

/** Tells the team that the reviewer is done for now; `''` for no note. */
export function reportDone(momentId: string, note: string): Promise<void> {
  return http.post(`/api/public/${momentId}/done`, { note });
}

/** Reports that a person sees the page. */
export function reportOpened(momentId: string): Promise<void> {
  return http.post(`/api/public/${encodeURIComponent(momentId)}/opened`);
}
