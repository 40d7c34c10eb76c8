import type { DecideSectionBody, UndoSectionDecisionBody } from '@gmb-moments/backend/contract/optimizations';
import type { ReviewBranding, ReviewOptimizationView } from '@gmb-moments/backend/contract/review';
import type { Section } from '@gmb-moments/backend/contract/statuses';
import { queryOptions } from '@tanstack/react-query';
import { http } from '../../../lib/http';
import { pathOf } from '../../../lib/query-client';

/** The optimization of a public link, with the brand of its agency. */
export function optimizationReviewQuery(publicLink: string) {
  return queryOptions<ReviewOptimizationView>({ queryKey: ['/api/gmb-optimizations/public', publicLink] });
}

/** The brand of the optimization's agency, for the page of a closed link. */
export function optimizationBrandingQuery(publicLink: string) {
  return queryOptions<ReviewBranding>({ queryKey: ['/api/gmb-optimizations/public', publicLink, 'branding'] });
}

/** Approves or rejects a section in the version that the reviewer saw. */
export function decideSection(publicLink: string, section: Section, decision: DecideSectionBody): Promise<void> {
  return http.post(`${pathOf(optimizationReviewQuery(publicLink).queryKey)}/approve/${section}`, decision);
}

/** Undoes the last decision on a section. */
export function undoSection(publicLink: string, section: Section, decision: UndoSectionDecisionBody): Promise<void> {
  return http.post(`${pathOf(optimizationReviewQuery(publicLink).queryKey)}/undo/${section}`, decision);
}
