import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DoneBody } from '../contract/rounds.js';
import type { ReviewBranding } from '../contract/review.js';
import { invalid, notFound } from '../platform/http/errors.js';
import type { Item, Seen, Verdict } from '../reviews/decision.js';
import { ItemsService, type Lock } from '../reviews/items.service.js';
import { REVIEW_WORDS } from '../reviews/review-names.js';
import { LinkAccess } from '../sharing/link-access.js';
import { HeldRights } from './held-rights.js';
import { leadsTo, requireMayDecide, requireWorkingLink } from './link-rights.js';
import { LinkThrottle, type Use } from './link-throttle.js';
import type { PublicItem, PublicReview } from './public-review.js';
import { isShownAt } from './review.queries.js';
import { noteDone, noteVisit } from './rounds.js';
import { deciderOf, type Visitor } from './visitor.decorator.js';

/** How a review is looked up. */
interface Asked<Found> {
  use: Use;
  lookup: () => Promise<Found | null>;
  /** What the address has of it, which the use of its link is counted by; `undefined` to count for what is found. */
  name: string | undefined;
}

/**
 * What a visitor with a link may see and do: the open link of a moment or an optimization, or one of a reviewer's own. On an
 * agency's domain only that agency's open. Everything else is a 404.
 *
 * The way of a decision, from the outside in:
 * 1. `review.controller.ts` names the item: `publicImage` or `publicSection`, which say how it is found, locked and presented.
 * 2. `getToDecide` finds its review. `LinkThrottle.see` counts that before it is done; then the host and the link must lead to it
 *    (`link-rights.ts`).
 * 3. `HeldRights.toDecide` is the lock of the item with which the rights of the link are read again, so that they hold until the
 *    transaction ends.
 * 4. `ItemsService.decide` takes that lock, changes the `Decision`, appends the history and saves, in one transaction.
 */
@Injectable()
export class PublicReviewService {
  constructor(
    private readonly db: DataSource,
    private readonly items: ItemsService,
    private readonly links: LinkAccess,
    private readonly throttle: LinkThrottle,
    private readonly rights: HeldRights,
  ) {}

  /** A part of a review. @throws AppError as `find`, 404 */
  async view<Found extends { id: string }, View>(
    of: PublicReview<Found, View>,
    name: string,
    visitor: Visitor,
  ): Promise<View> {
    return of.present(await this.get(of, name, visitor, 'read'), visitor, this.db.manager);
  }

  /** The brand of the page, also of a closed link, whose page shows it as well. @throws AppError 404, 429 */
  async branding<Found extends { id: string }>(
    of: PublicReview<Found>,
    name: string,
    visitor: Visitor,
  ): Promise<ReviewBranding> {
    const lookup = () => of.find(this.db.manager, name, visitor);
    const found = await this.findAlsoClosed(of, visitor, { use: 'read', lookup, name });
    if (!found) throw notFound(REVIEW_WORDS[of.kind]);
    return { agency: of.brand(found) };
  }

  /** Records that the client opened the link; signed-in staff do not count. @throws AppError as `find`, 404 */
  async visited<Found extends { id: string }>(of: PublicReview<Found>, name: string, visitor: Visitor): Promise<void> {
    const { id: reviewId } = await this.get(of, name, visitor, 'write');
    if (visitor.staff) return;
    await noteVisit(this.db, { kind: of.kind, reviewId }, visitor, this.rights);
    if (visitor.link) await this.links.seen(visitor.link);
  }

  /** Records that the reviewer ended this round. @throws AppError as `find`, 403 LINK_LOOKS_ONLY, 404 */
  async done<Found extends { id: string }>(
    of: PublicReview<Found>,
    name: string,
    { note = '' }: DoneBody,
    visitor: Visitor,
  ): Promise<void> {
    requireMayDecide(visitor);
    const { id: reviewId } = await this.get(of, name, visitor, 'write');
    await noteDone(this.db, { kind: of.kind, reviewId }, { visitor, rights: this.rights, note });
  }

  /** @throws AppError as `find`, 400 without feedback to a rejection, 403 LINK_LOOKS_ONLY, 404, and as `Decision.decide` */
  async decide<Found extends { id: string }, T extends Item, View>(
    item: PublicItem<Found, T, View>,
    verdict: Verdict,
    seen: Seen,
    visitor: Visitor,
  ): Promise<View> {
    const { found, lock } = await this.getToDecide(item, visitor);
    if (verdict.step === 'reject' && verdict.feedback === '')
      throw invalid([{ field: 'feedback', message: 'feedback is required to reject a section' }]);
    const decided = await this.items.decide(lock, verdict, deciderOf(visitor, seen));
    return item.present(decided, found, visitor, this.db.manager);
  }

  /** @throws AppError as `find`, 403 LINK_LOOKS_ONLY, 404, 409 DECISION_FINAL */
  async undo<Found extends { id: string }, T extends Item, View>(
    item: PublicItem<Found, T, View>,
    seen: Seen,
    visitor: Visitor,
  ): Promise<View> {
    const { found, lock } = await this.getToDecide(item, visitor);
    await this.throttle.undo(visitor, item.key(found));
    const undone = await this.items.undo(lock, deciderOf(visitor, seen));
    return item.present(undone, found, visitor, this.db.manager);
  }

  /**
   * A review with its client and agency; `null` when this host or link does not show it.
   * @throws AppError 403 for a link that does not open now, 429 after too many uses of this link, or guesses of links
   */
  find<Found extends { id: string }>(
    of: PublicReview<Found>,
    name: string,
    visitor: Visitor,
    use: Use,
  ): Promise<Found | null> {
    return this.see(of, visitor, { use, lookup: () => of.find(this.db.manager, name, visitor), name });
  }

  private async get<Found extends { id: string }>(
    of: PublicReview<Found>,
    name: string,
    visitor: Visitor,
    use: Use,
  ): Promise<Found> {
    const found = await this.find(of, name, visitor, use);
    if (!found) throw notFound(REVIEW_WORDS[of.kind]);
    return found;
  }

  private async getToDecide<Found extends { id: string }, T extends Item>(
    { of, word, name, find, lock }: PublicItem<Found, T, unknown>,
    visitor: Visitor,
  ): Promise<{ found: Found; lock: Lock<T> }> {
    requireMayDecide(visitor);
    const found = await this.see(of, visitor, { use: 'write', lookup: () => find(this.db.manager, visitor), name });
    if (!found) throw notFound(word);
    return { found, lock: this.rights.toDecide(visitor, lock(found)) };
  }

  private async see<Found extends { id: string }>(
    of: PublicReview<Found>,
    visitor: Visitor,
    asked: Asked<Found>,
  ): Promise<Found | null> {
    const found = await this.findAlsoClosed(of, visitor, asked);
    if (found) requireWorkingLink(visitor, of.target(found));
    return found;
  }

  /** Like `see`, but also for a closed link. */
  private findAlsoClosed<Found extends { id: string }>(
    of: PublicReview<Found>,
    visitor: Visitor,
    { use, lookup, name }: Asked<Found>,
  ): Promise<Found | null> {
    const shown = async (): Promise<Found | null> => {
      const found = await lookup();
      if (!found || !isShownAt(visitor.agencyHost, of.agency(found))) return null;
      return leadsTo(visitor, of.target(found)) ? found : null;
    };
    return this.throttle.see(visitor, use, shown, name);
  }
}
