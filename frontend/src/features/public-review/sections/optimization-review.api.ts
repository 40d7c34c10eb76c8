import type { DecideSectionBody, UndoSectionDecisionBody } from '@gmb-moments/backend/contract/optimizations';
import type { ReviewBranding, ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../../lib/http';
import { pathOf } from '../../../lib/query-client';

/** The optimization behind a public link, with its brand. */
export function optimizationReviewQuery(publicLink: string) {
  return queryOptions<ReviewOptimizationView>({ queryKey: ['/api/gmb-optimizations/public', publicLink] });
}

/** The brand of its agency, which a closed link still shows. */
export function optimizationBrandingQuery(publicLink: string) {
  return queryOptions<ReviewBranding>({ queryKey: ['/api/gmb-optimizations/public', publicLink, 'branding'] });
}

/** Approves or rejects what was seen of a section. */
export function decideSection(publicLink: string, section: Section, decision: DecideSectionBody): Promise<void> {
  return http.post(`${pathOf(optimizationReviewQuery(publicLink).queryKey)}/approve/${section}`, decision);
}

/** Takes the last decision on a section back. */
export function undoSection(publicLink: string, section: Section, decision: UndoSectionDecisionBody): Promise<void> {
  return http.post(`${pathOf(optimizationReviewQuery(publicLink).queryKey)}/undo/${section}`, decision);
}
