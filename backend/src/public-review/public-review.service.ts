import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DoneBody } from '../contract/rounds.js';
import type { ReviewBranding } from '../contract/review.js';
import type { Item, BasedOn, Verdict } from '../reviews/decision.js';
import { ItemsService } from '../reviews/items.service.js';
import { LinkAccess } from '../sharing/link-access.js';
import { LockedRights } from './locked-rights.js';
import { requireMayDecide } from './link-rights.js';
import { LinkThrottle } from './link-throttle.js';
import type { PublicItem, PublicRead } from './public-review.js';
import { recordDone, recordVisit } from './rounds.js';
import { deciderOf, type Visitor } from './visitor.decorator.js';
import { VisitorLookUps } from './visitor-look-ups.js';

/**
 * What visitors with a link see and do.
 *
 * The steps of a decision:
 * 1. `public-review.controller.ts` (`approve`, `reject`, `decide`) make a `PublicItem` by `publicImage` (`moment-review.ts`) or
 *    `publicSection` (`optimization-review.ts`), which says how the item is found, locked, checked and presented, and call `decide`.
 * 2. `getToDecide` (`visitor-look-ups.ts`) finds the review. `countAndFind` (`link-throttle.ts`) limits look-ups; then the host
 *    (`isShownAt`, `public-review.queries.ts`) and the link (`leadsTo`, `requireWorkingLink`, `link-rights.ts`) must allow the review.
 * 3. `LockedRights.withRightToDecide` (`locked-rights.ts`) extends the lock of the item: it checks the rights of the link again, and
 *    locks them until the transaction ends.
 * 4. `ItemsService.decide` (`reviews/items.service.ts`) calls that lock, changes the `Decision` (`reviews/decision.ts`), and saves it
 *    and its history by the `save` of the lock (`images/images.service.ts`, `optimizations/lock-section.ts`), in one transaction.
 */
@Injectable()
export class PublicReviewService {
  constructor(
    private readonly db: DataSource,
    private readonly lookUps: VisitorLookUps,
    private readonly items: ItemsService,
    private readonly links: LinkAccess,
    private readonly throttle: LinkThrottle,
    private readonly rights: LockedRights,
  ) {}

  /** Reads and presents a review, or a part of it. @throws AppError as `VisitorLookUps.find`, 404 */
  async view<Found extends { id: string }, View>(
    read: PublicRead<Found, View>,
    linkKey: string,
    visitor: Visitor,
  ): Promise<View> {
    return read.present(await this.lookUps.get(read, linkKey, visitor, 'read'), visitor, this.db.manager);
  }

  /** The brand of the page, also for closed links, whose page shows it. @throws AppError 404, 429 */
  async branding<Found extends { id: string }>(
    read: PublicRead<Found>,
    linkKey: string,
    visitor: Visitor,
  ): Promise<ReviewBranding> {
    return { agency: read.brand(await this.lookUps.getEvenIfClosed(read, linkKey, visitor)) };
  }

  /**
   * Records that a visitor opened the link, except signed-in staff.
   * @throws AppError as `VisitorLookUps.find`, 404
   */
  async recordVisit<Found extends { id: string }>(
    read: PublicRead<Found>,
    linkKey: string,
    visitor: Visitor,
  ): Promise<void> {
    const { id: reviewId } = await this.lookUps.get(read, linkKey, visitor, 'write');
    if (visitor.staff) return;
    await recordVisit(this.db, { kind: read.kind, reviewId }, visitor, this.rights);
    if (visitor.link) await this.links.recordOpened(visitor.link);
  }

  /**
   * Records that the reviewer ended the round.
   * @throws AppError as `VisitorLookUps.find`, 403 LINK_LOOKS_ONLY, 404
   */
  async finishRound<Found extends { id: string }>(
    read: PublicRead<Found>,
    linkKey: string,
    { note = '' }: DoneBody,
    visitor: Visitor,
  ): Promise<void> {
    requireMayDecide(visitor);
    const { id: reviewId } = await this.lookUps.get(read, linkKey, visitor, 'write');
    await recordDone(this.db, { kind: read.kind, reviewId }, { visitor, rights: this.rights, note });
  }

  /** @throws AppError as `VisitorLookUps.getToDecide`, as `PublicItem.check`, and as `Decision.decide` */
  async decide<Found extends { id: string }, T extends Item, View>(
    item: PublicItem<Found, T, View>,
    verdict: Verdict,
    basedOn: BasedOn,
    visitor: Visitor,
  ): Promise<View> {
    const { found, lock } = await this.lookUps.getToDecide(item, visitor);
    item.check?.(verdict);
    const decided = await this.items.decide(lock, verdict, deciderOf(visitor, basedOn));
    return item.present(decided, found, visitor, this.db.manager);
  }

  /** @throws AppError as `VisitorLookUps.getToDecide`, 409 DECISION_FINAL */
  async undo<Found extends { id: string }, T extends Item, View>(
    item: PublicItem<Found, T, View>,
    basedOn: BasedOn,
    visitor: Visitor,
  ): Promise<View> {
    const { found, lock } = await this.lookUps.getToDecide(item, visitor);
    await this.throttle.countUndo(visitor, item.key(found));
    const undone = await this.items.undo(lock, deciderOf(visitor, basedOn));
    return item.present(undone, found, visitor, this.db.manager);
  }
}
