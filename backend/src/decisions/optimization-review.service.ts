import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { invalid, notFound } from '../platform/http/errors.js';
import { isId, isToken } from '../platform/http/shapes.js';
import type { DecideSectionBody, UndoSectionDecisionBody } from '../contract/optimizations.js';
import type { DoneBody } from '../contract/rounds.js';
import type { ReviewBranding, ReviewOptimizationView } from '../contract/review.js';
import type { Section } from '../contract/statuses.js';
import { DecisionsService } from '../reviews/decisions.service.js';
import type { Verdict } from '../reviews/decision.js';
import { findOptimization, getOptimization } from '../optimizations/find-optimization.js';
import { lockSection } from '../optimizations/lock-section.js';
import type { Optimization } from '../optimizations/optimization.entity.js';
import { presentNamedReview, presentReviewOptimization } from '../optimizations/optimization.present.js';
import { LinkAccess } from '../sharing/link-access.js';
import { HeldRights } from './held-rights.js';
import { leadsTo, openedOptimization, requireMayDecide, requireOpenLink } from './link-rights.js';
import { LinkThrottle, type Use } from './link-throttle.js';
import { isShownAt } from './review.queries.js';
import { noteDone, noteOpened } from './rounds.queries.js';
import { deciderOf, type Visitor } from './visitor.decorator.js';

/**
 * What a visitor with the link of an optimization may see and do; on an agency's domain only that agency's optimizations
 * open. Everything else is a 404.
 */
@Injectable()
export class OptimizationReviewService {
  constructor(
    private readonly db: DataSource,
    private readonly decisions: DecisionsService,
    private readonly links: LinkAccess,
    private readonly throttle: LinkThrottle,
    private readonly rights: HeldRights,
  ) {}

  async view(publicLink: string, visitor: Visitor): Promise<ReviewOptimizationView> {
    return presentFor(visitor, await this.get(publicLink, visitor, 'read'));
  }

  /** The brand of the page, also of a closed link, whose page shows it as well. @throws AppError 404, 429 */
  async branding(publicLink: string, visitor: Visitor): Promise<ReviewBranding> {
    const optimization = await this.findAlsoClosed(publicLink, visitor, 'read');
    if (!optimization) throw notFound('Optimization');
    return { agency: presentReviewOptimization(optimization).branding };
  }

  /** Records that the client opened the link. Signed-in staff are not the client. */
  async opened(publicLink: string, visitor: Visitor): Promise<void> {
    const { id } = await this.get(publicLink, visitor, 'write');
    if (visitor.staff) return;
    await noteOpened(this.db, { kind: 'optimization', reviewId: id }, visitor, this.rights);
    if (visitor.link) await this.links.seen(visitor.link);
  }

  /** Records that the reviewer ended this round. @throws AppError 403, 404, 429 */
  async done(publicLink: string, { note = '' }: DoneBody, visitor: Visitor): Promise<void> {
    const { id } = await this.getToDecide(publicLink, visitor);
    await noteDone(this.db, { kind: 'optimization', reviewId: id }, { visitor, rights: this.rights, note });
  }

  /** @throws AppError 400 without feedback to a rejection, 404, 409 SECTION_CHANGED, SECTION_DECIDED, NO_SUGGESTION, 429 */
  async decide(
    publicLink: string,
    visitor: Visitor,
    section: Section,
    body: DecideSectionBody,
  ): Promise<ReviewOptimizationView> {
    const { id } = await this.getToDecide(publicLink, visitor);
    const lock = this.rights.toDecide(visitor, lockSection(id, section));
    await this.decisions.decide(lock, decisionOf(body), deciderOf(visitor, body));
    return presentFor(visitor, await getOptimization(this.db.manager, id));
  }

  /** @throws AppError 404, 409 DECISION_FINAL, 429 */
  async undo(
    publicLink: string,
    visitor: Visitor,
    section: Section,
    seen: UndoSectionDecisionBody,
  ): Promise<ReviewOptimizationView> {
    const { id } = await this.getToDecide(publicLink, visitor);
    await this.throttle.undo(visitor, `${id} ${section}`);
    const lock = this.rights.toDecide(visitor, lockSection(id, section));
    await this.decisions.undo(lock, deciderOf(visitor, seen));
    return presentFor(visitor, await getOptimization(this.db.manager, id));
  }

  /**
   * The optimization with its client and agency; `null` when this host or link does not show it.
   * @throws AppError 403 for a link that does not open now, 429 after too many uses of this link, or guesses of links
   */
  async find(publicLink: string, visitor: Visitor, use: Use): Promise<Optimization | null> {
    const optimization = await this.findAlsoClosed(publicLink, visitor, use);
    if (optimization) requireOpenLink(visitor, openedOptimization(optimization));
    return optimization;
  }

  /** Like `find`, but also for a closed link. */
  private findAlsoClosed(publicLink: string, visitor: Visitor, use: Use): Promise<Optimization | null> {
    return this.throttle.see(visitor, use, () => this.shownTo(visitor, publicLink), publicLink);
  }

  private async shownTo(visitor: Visitor, publicLink: string): Promise<Optimization | null> {
    const where = whereOf(visitor, publicLink);
    const optimization = where && (await findOptimization(this.db.manager, where));
    if (!optimization || !isShownAt(visitor.agencyHost, optimization.client?.agency)) return null;
    return leadsTo(visitor, openedOptimization(optimization)) ? optimization : null;
  }

  private getToDecide(publicLink: string, visitor: Visitor): Promise<Optimization> {
    requireMayDecide(visitor);
    return this.get(publicLink, visitor, 'write');
  }

  private async get(publicLink: string, visitor: Visitor, use: Use): Promise<Optimization> {
    const optimization = await this.find(publicLink, visitor, use);
    if (!optimization) throw notFound('Optimization');
    return optimization;
  }
}

/** Finds the optimization by its open link; by its id for a reviewer with a link of their own, who does not learn the open one. */
function whereOf({ link }: Visitor, publicLink: string): { id: string } | { publicLink: string } | null {
  if (link) return isId(publicLink) ? { id: publicLink } : null;
  return isToken(publicLink) ? { publicLink } : null;
}

function presentFor({ link }: Visitor, found: Optimization): ReviewOptimizationView {
  return link ? presentNamedReview(found) : presentReviewOptimization(found);
}

function decisionOf({ status, feedback = '' }: DecideSectionBody): Verdict {
  if (status === 'approved') return { step: 'approve' };
  if (feedback === '') throw invalid([{ field: 'feedback', message: 'feedback is required to reject a section' }]);
  return { step: 'reject', feedback };
}
