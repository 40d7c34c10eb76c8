import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { notFound } from '../platform/http/errors.js';
import type { Item } from '../reviews/decision.js';
import type { LoadLocked } from '../reviews/items.service.js';
import { REVIEW_WORDS } from '../reviews/review-names.js';
import { LockedRights } from './locked-rights.js';
import { leadsTo, requireMayDecide, requireWorkingLink } from './link-rights.js';
import { LinkThrottle, type LinkUse } from './link-throttle.js';
import type { PublicItem, PublicRead } from './public-review.js';
import { isShownAt } from './public-review.queries.js';
import type { Visitor } from './visitor.decorator.js';

/** How a review is looked up. */
interface LookUp<Found> {
  use: LinkUse;
  lookup: () => Promise<Found | null>;
  /**
   * Part of the URL that identifies the review; uses of the link are counted by it, or else by the id of what is
   * found.
   */
  linkKey: string | undefined;
}

/**
 * Finds the reviews that a visitor's link opens, be it an open link or a reviewer's own. On an agency's domain only
 * reviews of that agency are found.
 */
@Injectable()
export class VisitorLookUps {
  constructor(
    private readonly db: DataSource,
    private readonly throttle: LinkThrottle,
    private readonly rights: LockedRights,
  ) {}

  /**
   * A review with its client and agency; `null` if it does not exist, or this host or link must not show it.
   * @throws AppError 403 for a link that is not open, 429 after too many uses of this link, or guesses of links
   */
  find<Found extends { id: string }>(
    read: PublicRead<Found>,
    linkKey: string,
    visitor: Visitor,
    use: LinkUse,
  ): Promise<Found | null> {
    return this.findWithOpenLink(read, visitor, {
      use,
      lookup: () => read.find(this.db.manager, linkKey, visitor),
      linkKey,
    });
  }

  /** @throws AppError as `find`, 404 */
  async get<Found extends { id: string }>(
    read: PublicRead<Found>,
    linkKey: string,
    visitor: Visitor,
    use: LinkUse,
  ): Promise<Found> {
    const found = await this.find(read, linkKey, visitor, use);
    if (!found) throw notFound(REVIEW_WORDS[read.kind]);
    return found;
  }

  /** Like `get`, but also if the link is closed. @throws AppError 404, 429 */
  async getEvenIfClosed<Found extends { id: string }>(
    read: PublicRead<Found>,
    linkKey: string,
    visitor: Visitor,
  ): Promise<Found> {
    const lookup = () => read.find(this.db.manager, linkKey, visitor);
    const found = await this.findEvenIfClosed(read, visitor, { use: 'read', lookup, linkKey });
    if (!found) throw notFound(REVIEW_WORDS[read.kind]);
    return found;
  }

  /**
   * The review of an item, and the lock under which the visitor may decide on the item.
   * @throws AppError as `find`, 403 LINK_LOOKS_ONLY, 404
   */
  async getToDecide<Found extends { id: string }, T extends Item>(
    { read, word, linkKey, find, lock }: PublicItem<Found, T, unknown>,
    visitor: Visitor,
  ): Promise<{ found: Found; lock: LoadLocked<T> }> {
    requireMayDecide(visitor);
    const found = await this.findWithOpenLink(read, visitor, {
      use: 'write',
      lookup: () => find(this.db.manager, visitor),
      linkKey: linkKey,
    });
    if (!found) throw notFound(word);
    return { found, lock: this.rights.withRightToDecide(visitor, lock(found)) };
  }

  /** Finds a review whose link is open, and counts the use of the link. @throws AppError as `find` */
  private async findWithOpenLink<Found extends { id: string }>(
    read: PublicRead<Found>,
    visitor: Visitor,
    asked: LookUp<Found>,
  ): Promise<Found | null> {
    const found = await this.findEvenIfClosed(read, visitor, asked);
    if (found) requireWorkingLink(visitor, read.target(found));
    return found;
  }

  /** Like `findWithOpenLink`, but also if the link is closed. */
  private findEvenIfClosed<Found extends { id: string }>(
    read: PublicRead<Found>,
    visitor: Visitor,
    { use, lookup, linkKey }: LookUp<Found>,
  ): Promise<Found | null> {
    const shown = async (): Promise<Found | null> => {
      const found = await lookup();
      if (!found || !isShownAt(visitor.agencyHost, read.agency(found))) return null;
      return leadsTo(visitor, read.target(found)) ? found : null;
    };
    return this.throttle.countAndFind(visitor, use, shown, linkKey);
  }
}
