import type { ReviewImageView } from '@gmb-moments/backend/contract/images';
import type { ReviewBranding, ReviewMomentView } from '@gmb-moments/backend/contract/review';
import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { http } from '../../lib/http';

/** The moment behind a public link. */
export function reviewMomentQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/public', id] as const,
    queryFn: ({ signal }) => http.get<ReviewMomentView>(`/api/public/${encodeURIComponent(id)}`, { signal }),
  });
}

/** Its images, in their order. */
export function reviewImagesQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/public', id, 'images'] as const,
    queryFn: ({ signal }) => http.get<ReviewImageView[]>(`/api/public/${encodeURIComponent(id)}/images`, { signal }),
  });
}

/** The brand of the agency that shows it. */
export function reviewBrandingQuery(id: string) {
  return queryOptions({
    queryKey: ['/api/public', id, 'branding'] as const,
    queryFn: ({ signal }) => http.get<ReviewBranding>(`/api/public/${encodeURIComponent(id)}/branding`, { signal }),
  });
}

/** Reads the images and the moment again, as every decision asks for. */
export async function refreshReview(client: QueryClient, momentId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: reviewImagesQuery(momentId).queryKey }),
    client.invalidateQueries({ queryKey: reviewMomentQuery(momentId).queryKey, exact: true }),
  ]);
}

/** The image a decision is about, in the version that the reviewer saw. */
export type SeenImage = Pick<ReviewImageView, 'id' | 'version'>;

/** Approves what was seen. */
export function approveImage({ id, version }: SeenImage): Promise<void> {
  return http.post(`/api/images/${id}/approve`, { version });
}

/** Rejects what was seen, and says why. */
export function rejectImage({ id, version, feedback }: SeenImage & { feedback: string }): Promise<void> {
  return http.post(`/api/images/${id}/reject`, { feedback, version });
}

/** Notes that a person has the page before them. */
export function reportOpened(momentId: string): Promise<void> {
  return http.post(`/api/public/${encodeURIComponent(momentId)}/opened`);
}
