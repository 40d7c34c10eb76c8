import { queryOptions } from '@tanstack/react-query';
import type { CaptionJobStarted, CaptionRunStarted, CaptionRunView } from '@gmb-moments/backend/contract/captions';
import { http } from '../../lib/http';

/** The current or last caption run of a moment; `null` when there was none. */
export function captionRunQuery(momentId: string) {
  return queryOptions({
    queryKey: ['/api/moments', momentId, 'caption-run'] as const,
    queryFn: ({ signal }) => http.get<CaptionRunView | null>(`/api/moments/${momentId}/caption-run`, { signal }),
  });
}

/** Starts captioning every image that lacks a caption field, or joins the run that is already going. */
export function generateCaptions(momentId: string): Promise<CaptionRunStarted> {
  return http.post<CaptionRunStarted>(`/api/moments/${momentId}/generate-captions`);
}

/** Asks for a new caption of one image. Answers at once; the run's end comes as a live event. */
export function regenerateCaption(imageId: string): Promise<CaptionJobStarted> {
  return http.post<CaptionJobStarted>(`/api/images/${imageId}/regenerate`, undefined, {
    headers: { Prefer: 'respond-async' },
  });
}
