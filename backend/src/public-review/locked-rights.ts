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
 * Checks and locks the rights of a link, in the transaction of what a visitor does by it: a right that staff withdrew
 * before is refused, and a concurrent withdrawal waits until the transaction ends. Rows are locked in this order:
 * review, client, reviewer, link.
 */
@Injectable()
export class LockedRights {
  constructor(private readonly links: LinkAccess) {}

  /** Extends the lock of an item so that it also checks and locks the visitor's right to decide on it. */
  withRightToDecide<T extends Item>(visitor: Visitor, lock: LoadLocked<T>): LoadLocked<T> {
    return async (manager) => {
      const locked = await lock(manager);
      await this.requireToDecide(manager, visitor, locked.review);
      return locked;
    };
  }

  /** @throws AppError as `requireToView`, 403 LINK_LOOKS_ONLY */
  async requireToDecide(manager: EntityManager, visitor: Visitor, review: ReviewRef): Promise<void> {
    requireMayDecide(await this.requireToView(manager, visitor, review));
  }

  /**
   * Checks the visitor's right to view a review, and locks it until the transaction ends. The review must be locked.
   * @returns the visitor, with the current state of the link
   * @throws AppError 403 LINK_CLOSED, LINK_EXPIRED, PASSCODE_REQUIRED, 404
   */
  async requireToView(manager: EntityManager, visitor: Visitor, { kind, reviewId }: ReviewRef): Promise<Visitor> {
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

const SELECT_TARGET = `
  SELECT r."id" AS "reviewId", r."clientId", ${sharedSql('r')} AS "isShared", r."openLink" AND c."openLink" AS "isOpenLinkOn"
  FROM reviews r JOIN clients c ON c."id" = r."clientId" WHERE r."id" = $1`;
/** For visitors with a link of their own, which is locked before. */
const TARGET = prepared('target of a link', SELECT_TARGET);
/** For visitors with the open link: the client is locked too, since it can switch that link off. */
const TARGET_CLIENT_LOCKED = prepared('target of a link, its client locked', `${SELECT_TARGET} FOR SHARE OF c`);
