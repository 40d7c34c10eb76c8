import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LoadLocked } from '../reviews/items.service.js';
import type { Item } from '../reviews/decision.js';
import { REVIEW_WORDS, type ReviewRef } from '../reviews/review-names.js';
import { sharedSql } from '../reviews/reviews.queries.js';
import { LinkAccess } from '../sharing/link-access.js';
import { prepared } from '../platform/database/sql.js';
import { notFound } from '../platform/http/errors.js';
import { leadsTo, requireMayDecide, requireWorkingLink, type LinkTarget } from './link-rights.js';
import type { Visitor } from './visitor.decorator.js';

/**
 * What a link allows, read in the transaction of what a visitor does by it: what staff took away before is refused, and
 * who takes it away meanwhile waits until the transaction ends. Several of these are locked in this order:
 * review, client, reviewer, link.
 */
@Injectable()
export class HeldRights {
  constructor(private readonly links: LinkAccess) {}

  /** The lock of what is decided on, which also holds the right to decide on it. */
  toDecide<T extends Item>(visitor: Visitor, lock: LoadLocked<T>): LoadLocked<T> {
    return async (manager) => {
      const locked = await lock(manager);
      await this.requireToDecide(manager, visitor, locked.review);
      return locked;
    };
  }

  /** @throws AppError as `require`, 403 LINK_LOOKS_ONLY */
  async requireToDecide(manager: EntityManager, visitor: Visitor, review: ReviewRef): Promise<void> {
    requireMayDecide(await this.require(manager, visitor, review));
  }

  /**
   * Holds the right of a visitor to look at a review that is locked, until the transaction ends.
   * @returns the visitor, with the link as it is now
   * @throws AppError 403 LINK_CLOSED, LINK_EXPIRED, PASSCODE_REQUIRED, 404
   */
  async require(manager: EntityManager, visitor: Visitor, { kind, reviewId }: ReviewRef): Promise<Visitor> {
    if (visitor.staff) return visitor;
    const link = visitor.link && (await this.links.lock(manager, visitor.link));
    if (link === null) throw notFound('Link');
    const [target] = await manager.query<LinkTarget[]>(link ? TARGET : TARGET_CLIENT_LOCKED, [reviewId]);
    const current: Visitor = { ...visitor, ...(link && { link }) };
    if (!target || !leadsTo(current, target)) throw notFound(REVIEW_WORDS[kind]);
    requireWorkingLink(current, target);
    return current;
  }
}

const SELECT = `
  SELECT r."id" AS "reviewId", r."clientId", ${sharedSql('r')} AS "isShared", r."openLink" AND c."openLink" AS "isOpenLinkOn"
  FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`;
/** What is opened, as it is now. */
const TARGET = prepared('target of a link', SELECT);
/** What a visitor with the open link opened: the client says whether that link opens, and so is locked. */
const TARGET_CLIENT_LOCKED = prepared('target of a link, its client locked', `${SELECT} FOR SHARE OF c`);
