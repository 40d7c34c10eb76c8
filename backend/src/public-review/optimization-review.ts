import type { EntityManager } from 'typeorm';
import { CHECKED_ELSEWHERE } from '../access/scope.js';
import { whereWithin } from '../access/look-ups.js';
import type { DecideSectionBody, UndoSectionDecisionBody } from '../contract/optimizations.js';
import type { ReviewContent, ReviewOptimizationView } from '../contract/review.js';
import type { Section } from '../contract/statuses.js';
import { findOptimization, getOptimization } from '../optimizations/find-optimization.js';
import { lockSection } from '../optimizations/lock-section.js';
import type { OptimizationSection } from '../optimizations/optimization-section.entity.js';
import { Optimization } from '../optimizations/optimization.entity.js';
import { presentNamedReview, presentReviewOptimization } from '../optimizations/optimization.present.js';
import { invalid } from '../platform/http/errors.js';
import { isId, isToken } from '../platform/http/shapes.js';
import type { BasedOn, Verdict } from '../reviews/decision.js';
import { targetOfOptimization } from './link-rights.js';
import type { PublicItem, PublicRead } from './public-review.js';
import { lookUpScopeOf, type Visitor } from './visitor.decorator.js';

/** Reads an optimization. */
export const READ_OPTIMIZATION: PublicRead<Optimization, ReviewOptimizationView> = {
  kind: 'optimization',
  find: findByAddress,
  target: targetOfOptimization,
  agency: ({ client }) => client?.agency,
  brand: (optimization) => presentReviewOptimization(optimization).branding,
  present: presentFor,
};

/** Reads all that the page of an optimization shows at first. */
export const READ_OPTIMIZATION_PAGE: PublicRead<Optimization, ReviewContent> = {
  ...READ_OPTIMIZATION,
  present: (optimization, visitor) => ({ kind: 'optimization', view: presentFor(optimization, visitor) }),
};

/** A section that visitors decide on. The answer is the whole optimization. */
export function publicSection(
  linkKey: string,
  section: Section,
): PublicItem<Optimization, OptimizationSection, ReviewOptimizationView> {
  return {
    read: READ_OPTIMIZATION,
    word: 'Optimization',
    linkKey: linkKey,
    find: (manager, visitor) => findByAddress(manager, linkKey, visitor),
    lock: ({ id }) => lockSection(id, section, CHECKED_ELSEWHERE),
    check: requireFeedback,
    key: ({ id }) => `${id} ${section}`,
    present: async (_section, { id }, visitor, manager) =>
      presentFor(await getOptimization(manager, id, CHECKED_ELSEWHERE), visitor),
  };
}

/** The state that the reviewer saw, according to the body. */
export function basedOnOf({ version, revision }: DecideSectionBody | UndoSectionDecisionBody): BasedOn {
  return { version, decisionRevision: revision };
}

export function verdictOf({ status, feedback = '' }: DecideSectionBody): Verdict {
  return status === 'approved' ? { step: 'approve' } : { step: 'reject', feedback };
}

/** @throws AppError 400 for a rejection without feedback */
function requireFeedback(verdict: Verdict): void {
  if (verdict.step === 'reject' && verdict.feedback === '')
    throw invalid([{ field: 'feedback', message: 'feedback is required to reject a section' }]);
}

/**
 * Finds an optimization by its open link; for a reviewer with a link of their own by its id, since they do not get
 * the open link.
 */
async function findByAddress(manager: EntityManager, linkKey: string, visitor: Visitor): Promise<Optimization | null> {
  const within = whereWithin(lookUpScopeOf(visitor), Optimization);
  if (visitor.link) return isId(linkKey) ? findOptimization(manager, { ...within, id: linkKey }) : null;
  return isToken(linkKey) ? findOptimization(manager, { ...within, publicLink: linkKey }) : null;
}

function presentFor(found: Optimization, { link }: Visitor): ReviewOptimizationView {
  return link ? presentNamedReview(found) : presentReviewOptimization(found);
}
