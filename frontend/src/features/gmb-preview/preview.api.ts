import type { DecideSectionBody } from '@gmb-moments/backend/contract/optimizations';
import type { ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../lib/http';
import { pathOf } from '../../lib/query-client';

/** The optimization behind a public link, with its brand. */
export function previewQuery(publicLink: string) {
  return queryOptions({
    queryKey: ['/api/gmb-optimizations/public', publicLink] as const,
    queryFn: ({ queryKey, signal }) => http.get<ReviewOptimizationView>(pathOf(queryKey), { signal }),
  });
}

/** Approves or rejects what was seen of a section. */
export function decideSection(publicLink: string, section: Section, decision: DecideSectionBody): Promise<void> {
  return http.post(`${pathOf(previewQuery(publicLink).queryKey)}/approve/${section}`, decision);
}

/** Notes that a person has the page before them. */
export function reportPreviewOpened(publicLink: string): Promise<void> {
  return http.post(`${pathOf(previewQuery(publicLink).queryKey)}/opened`);
}
