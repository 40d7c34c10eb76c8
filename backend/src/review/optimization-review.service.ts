import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { findWhole } from '../gmb-optimizations/find-optimization.js';
import type { Optimization } from '../gmb-optimizations/optimization.entity.js';
import { isShownAt } from './shown-at.js';

/** Shape of a public link: 128 bits, base64url. */
const LINK = /^[\w-]{22}$/u;

/** What a visitor with the link of an optimization may see and do. Everything else is a 404. */
@Injectable()
export class OptimizationReviewService {
  constructor(private readonly db: DataSource) {}

  /** The optimization with its client and agency; `null` when this host does not show it. */
  async find(publicLink: string, agencyHost: string | null): Promise<Optimization | null> {
    if (!LINK.test(publicLink)) return null;
    const optimization = await findWhole(this.db.manager, { publicLink });
    return optimization && isShownAt(agencyHost, optimization.client?.agency) ? optimization : null;
  }
}
