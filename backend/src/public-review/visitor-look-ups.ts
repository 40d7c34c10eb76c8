import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../platform/http/errors.js';
import type { Item } from '../reviews/decision.js';
import type { LoadLocked } from '../reviews/items.service.js';
import { REVIEW_WORDS } from '../reviews/review-names.js';
import { HeldRights } from './held-rights.js';
import { leadsTo, requireMayDecide, requireWorkingLink } from './link-rights.js';
import { LinkThrottle, type Use } from './link-throttle.js';
import type { PublicItem, PublicRead } from './public-review.js';
import { isShownAt } from './review.queries.js';
import type { Visitor } from './visitor.decorator.js';

/** How a review is looked up. */
interface Asked<Found> {
  use: Use;
  lookup: () => Promise<Found | null>;
  /** What the address has of it, which the use of its link is counted by; `undefined` to count for what is found. */
  name: string | undefined;
}

/**
 * What a visitor's link leads to: the open link of a moment or an optimization, or one of a reviewer's own. On an agency's domain
 * only what is that agency's. Everything else is a 404.
 */
@Injectable()
export class VisitorLookUps {
  constructor(
    private readonly db: DataSource,
    private readonly throttle: LinkThrottle,
    private readonly rights: HeldRights,
  ) {}

  /**
   * A review with its client and agency; `null` when this host or link does not show it.
   * @throws AppError 403 for a link that does not open now, 429 after too many uses of this link, or guesses of links
   */
  find<Found extends { id: string }>(
    read: PublicRead<Found>,
    name: string,
    visitor: Visitor,
    use: Use,
  ): Promise<Found | null> {
    return this.findOpen(read, visitor, { use, lookup: () => read.find(this.db.manager, name, visitor), name });
  }

  /** @throws AppError as `find`, 404 */
  async get<Found extends { id: string }>(
    read: PublicRead<Found>,
    name: string,
    visitor: Visitor,
    use: Use,
  ): Promise<Found> {
    const found = await this.find(read, name, visitor, use);
    if (!found) throw notFound(REVIEW_WORDS[read.kind]);
    return found;
  }

  /** Also of a link that is closed. @throws AppError 404, 429 */
  async getAlsoClosed<Found extends { id: string }>(
    read: PublicRead<Found>,
    name: string,
    visitor: Visitor,
  ): Promise<Found> {
    const lookup = () => read.find(this.db.manager, name, visitor);
    const found = await this.findAlsoClosed(read, visitor, { use: 'read', lookup, name });
    if (!found) throw notFound(REVIEW_WORDS[read.kind]);
    return found;
  }

  /**
   * The review of an item, and the lock with which the visitor may change the item.
   * @throws AppError as `find`, 403 LINK_LOOKS_ONLY, 404
   */
  async getToDecide<Found extends { id: string }, T extends Item>(
    { read, word, name, find, lock }: PublicItem<Found, T, unknown>,
    visitor: Visitor,
  ): Promise<{ found: Found; lock: LoadLocked<T> }> {
    requireMayDecide(visitor);
    const found = await this.findOpen(read, visitor, {
      use: 'write',
      lookup: () => find(this.db.manager, visitor),
      name,
    });
    if (!found) throw notFound(word);
    return { found, lock: this.rights.toDecide(visitor, lock(found)) };
  }

  /** Also counts the use of the link. @throws AppError as `find` */
  private async findOpen<Found extends { id: string }>(
    read: PublicRead<Found>,
    visitor: Visitor,
    asked: Asked<Found>,
  ): Promise<Found | null> {
    const found = await this.findAlsoClosed(read, visitor, asked);
    if (found) requireWorkingLink(visitor, read.target(found));
    return found;
  }

  /** Like `findOpen`, but also for a closed link. */
  private findAlsoClosed<Found extends { id: string }>(
    read: PublicRead<Found>,
    visitor: Visitor,
    { use, lookup, name }: Asked<Found>,
  ): Promise<Found | null> {
    const shown = async (): Promise<Found | null> => {
      const found = await lookup();
      if (!found || !isShownAt(visitor.agencyHost, read.agency(found))) return null;
      return leadsTo(visitor, read.target(found)) ? found : null;
    };
    return this.throttle.countAndFind(visitor, use, shown, name);
  }
}
