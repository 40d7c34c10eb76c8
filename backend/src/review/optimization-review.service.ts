import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { invalid, notFound } from '../platform/http/errors.js';
import type { DecideSectionBody, UndoSectionDecisionBody } from '../contract/optimizations.js';
import type { ReviewOptimizationView } from '../contract/review.js';
import type { Section } from '../contract/statuses.js';
import { DecisionsService } from '../decisions/decisions.service.js';
import type { Decision } from '../decisions/review.js';
import { findOptimization, getOptimization } from '../optimizations/find-optimization.js';
import { lockSection } from '../optimizations/lock-section.js';
import type { Optimization } from '../optimizations/optimization.entity.js';
import { presentReviewOptimization } from '../optimizations/optimization.present.js';
import { OptimizationsService } from '../optimizations/optimizations.service.js';
import { LinkThrottle, type Use } from './link-throttle.js';
import { isShownAt } from './review.queries.js';
import { deciderOf, type Visitor } from './visitor.decorator.js';

/** Shape of a public link: 128 bits, base64url. */
const LINK = /^[\w-]{22}$/u;

/**
 * What a visitor with the link of an optimization may see and do; on an agency's domain only that agency's optimizations
 * open. Everything else is a 404.
 */
@Injectable()
export class OptimizationReviewService {
  constructor(
    private readonly db: DataSource,
    private readonly optimizations: OptimizationsService,
    private readonly decisions: DecisionsService,
    private readonly throttle: LinkThrottle,
  ) {}

  async view(publicLink: string, visitor: Visitor): Promise<ReviewOptimizationView> {
    return presentReviewOptimization(await this.get(publicLink, visitor, 'read'));
  }

  /** Notes that the client looked; staff who look at their own link are not the client. */
  async opened(publicLink: string, visitor: Visitor): Promise<void> {
    const { id } = await this.get(publicLink, visitor, 'write');
    if (!visitor.staff) await this.optimizations.opened(id);
  }

  /** @throws AppError 400 without feedback to a rejection, 404, 409 SECTION_CHANGED, SECTION_DECIDED, NO_SUGGESTION, 429 */
  async decide(
    publicLink: string,
    visitor: Visitor,
    section: Section,
    body: DecideSectionBody,
  ): Promise<ReviewOptimizationView> {
    const { id } = await this.get(publicLink, visitor, 'write');
    await this.decisions.decide(lockSection(id, section), decisionOf(body), deciderOf(visitor, body));
    return presentReviewOptimization(await getOptimization(this.db.manager, id));
  }

  /** @throws AppError 404, 409 DECISION_FINAL, 429 */
  async undo(
    publicLink: string,
    visitor: Visitor,
    section: Section,
    seen: UndoSectionDecisionBody,
  ): Promise<ReviewOptimizationView> {
    const { id } = await this.get(publicLink, visitor, 'write');
    await this.throttle.undo(visitor, `${id} ${section}`);
    await this.decisions.undo(lockSection(id, section), deciderOf(visitor, seen));
    return presentReviewOptimization(await getOptimization(this.db.manager, id));
  }

  /**
   * The optimization with its client and agency; `null` when this host does not show it.
   * @throws AppError 429 after too many uses of this link, or guesses of links
   */
  find(publicLink: string, visitor: Visitor, use: Use): Promise<Optimization | null> {
    return this.throttle.see(visitor, use, () => this.shownAt(visitor.agencyHost, publicLink));
  }

  private async shownAt(agencyHost: string | null, publicLink: string): Promise<Optimization | null> {
    if (!LINK.test(publicLink)) return null;
    const optimization = await findOptimization(this.db.manager, { publicLink });
    return optimization && isShownAt(agencyHost, optimization.client?.agency) ? optimization : null;
  }

  private async get(publicLink: string, visitor: Visitor, use: Use): Promise<Optimization> {
    const optimization = await this.find(publicLink, visitor, use);
    if (!optimization) throw notFound('Optimization');
    return optimization;
  }
}

function decisionOf({ status, feedback = '' }: DecideSectionBody): Decision {
  if (status === 'approved') return { verdict: 'approve' };
  if (feedback === '') throw invalid([{ field: 'feedback', message: 'feedback is required to reject a section' }]);
  return { verdict: 'reject', feedback };
}
