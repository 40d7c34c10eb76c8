import { queryOptions } from '@tanstack/react-query';
import type { CaptionJobStarted, CaptionRunDetail, CaptionRunStarted } from '@gmb-moments/backend/contract/captions';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** The caption runs of a moment, oldest first: the active ones and those that ended lately. */
export function captionRunsQuery(momentId: string) {
  return queryOptions({
    queryKey: ['/api/moments', momentId, 'runs'] as const,
    queryFn: ({ queryKey, signal }) => http.get<CaptionRunDetail[]>(pathOf(queryKey), { signal }),
  });
}

/** Starts captioning every image that lacks a caption field, or joins the run that is already going. */
export function generateCaptions(momentId: string): Promise<CaptionRunStarted> {
  return http.post<CaptionRunStarted>(`/api/moments/${momentId}/generate-captions`);
}

/**
 * Asks for a new caption of one image. Answers at once; the run's end comes as a live event.
 * @param instruction what should change; empty for nothing in particular
 */
export function regenerateCaption(imageId: string, instruction = ''): Promise<CaptionJobStarted> {
  const body = instruction === '' ? undefined : { instruction };
  return http.post<CaptionJobStarted>(`/api/images/${imageId}/regenerate`, body, {
    headers: { Prefer: 'respond-async' },
  });
}
