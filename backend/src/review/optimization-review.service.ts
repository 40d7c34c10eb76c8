import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { invalid, notFound } from '../common/errors.js';
import type { DecideSectionBody } from '../contract/optimizations.js';
import type { ReviewOptimizationView } from '../contract/review.js';
import type { Section } from '../contract/statuses.js';
import { findWhole } from '../gmb-optimizations/find-optimization.js';
import type { SectionDecision } from '../gmb-optimizations/optimization-section.entity.js';
import type { Optimization } from '../gmb-optimizations/optimization.entity.js';
import { presentReviewOptimization } from '../gmb-optimizations/optimization.present.js';
import { OptimizationsService } from '../gmb-optimizations/optimizations.service.js';
import type { User } from '../users/user.entity.js';
import { isShownAt } from './shown-at.js';

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
  ) {}

  async view(publicLink: string, agencyHost: string | null): Promise<ReviewOptimizationView> {
    return presentReviewOptimization(await this.get(publicLink, agencyHost));
  }

  /** Notes that the client looked; staff who look at their own link are not the client. */
  async opened(publicLink: string, agencyHost: string | null, staff: User | undefined): Promise<void> {
    const { id } = await this.get(publicLink, agencyHost);
    if (!staff) await this.optimizations.opened(id);
  }

  /** @throws AppError 400 without feedback to a rejection, 404, 409 SECTION_CHANGED, NO_SUGGESTION */
  async decide(
    publicLink: string,
    agencyHost: string | null,
    section: Section,
    body: DecideSectionBody,
  ): Promise<ReviewOptimizationView> {
    const { id } = await this.get(publicLink, agencyHost);
    await this.optimizations.decide(id, section, decisionOf(body), body.version);
    return this.view(publicLink, agencyHost);
  }

  /** The optimization with its client and agency; `null` when this host does not show it. */
  async find(publicLink: string, agencyHost: string | null): Promise<Optimization | null> {
    if (!LINK.test(publicLink)) return null;
    const optimization = await findWhole(this.db.manager, { publicLink });
    return optimization && isShownAt(agencyHost, optimization.client?.agency) ? optimization : null;
  }

  private async get(publicLink: string, agencyHost: string | null): Promise<Optimization> {
    const optimization = await this.find(publicLink, agencyHost);
    if (!optimization) throw notFound('Optimization');
    return optimization;
  }
}

function decisionOf({ status, feedback = '' }: DecideSectionBody): SectionDecision {
  if (status === 'approved') return { verdict: 'approve' };
  if (feedback === '') throw invalid([{ field: 'feedback', message: 'feedback is required to reject a section' }]);
  return { verdict: 'reject', feedback };
}
