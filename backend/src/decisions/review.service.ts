import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { presentBrand } from '../agencies/agency.present.js';
import { notFound } from '../platform/http/errors.js';
import type { Page } from '../platform/http/paging.js';
import type { ReviewImageView } from '../contract/images.js';
import type { PageQuery } from '../contract/paging.js';
import type { DoneBody } from '../contract/rounds.js';
import type { DeliveredPhotoView, ReviewBranding, ReviewContent, ReviewMomentView } from '../contract/review.js';
import { DecisionsService } from '../reviews/decisions.service.js';
import type { Verdict } from '../reviews/decision.js';
import { presentDelivered } from '../deliveries/delivered.present.js';
import { deliveredOfMoment } from '../deliveries/delivered.queries.js';
import { findMomentWithImages } from '../images/images.queries.js';
import { presentReviewImage } from '../images/image.present.js';
import { ImagesService } from '../images/images.service.js';
import { findMomentRow, findMomentRowOfImage, type MomentRow } from '../moments/moments.queries.js';
import { presentReviewMoment } from '../moments/moment.present.js';
import { LinkAccess } from '../sharing/link-access.js';
import { HeldRights } from './held-rights.js';
import { leadsTo, openedMoment, requireMayDecide, requireOpenLink } from './link-rights.js';
import { LinkThrottle, type Use } from './link-throttle.js';
import { isShownAt } from './review.queries.js';
import { noteDone, noteOpened } from './rounds.queries.js';
import { deciderOf, type Visitor } from './visitor.decorator.js';

/**
 * What a visitor with a link may see and do: the open link, which is the moment's id, or one of a reviewer's own. On an agency's
 * domain only that agency's moments open. Everything else is a 404.
 */
@Injectable()
export class ReviewService {
  constructor(
    private readonly db: DataSource,
    private readonly images: ImagesService,
    private readonly decisions: DecisionsService,
    private readonly links: LinkAccess,
    private readonly throttle: LinkThrottle,
    private readonly rights: HeldRights,
  ) {}

  async moment(id: string, visitor: Visitor): Promise<ReviewMomentView> {
    return presentReviewMoment(await this.get(id, visitor, 'read'));
  }

  async imagesOf(id: string, visitor: Visitor, page: PageQuery): Promise<Page<ReviewImageView>> {
    const moment = await this.getWithImages(id, visitor, page);
    return { items: moment.images.map(presentReviewImage), total: moment.imageCount };
  }

  /** The photos that are approved and delivered in that version; for reviewers with a link of their own, because the answer has names. */
  async deliveredOf(id: string, visitor: Visitor): Promise<DeliveredPhotoView[]> {
    const moment = await this.get(id, visitor, 'read');
    if (!visitor.link && !visitor.staff) throw notFound('Moment');
    return (await deliveredOfMoment(this.db.manager, moment.id)).map(presentDelivered);
  }

  /** The brand of the page, also of a closed link, whose page shows it as well. */
  async branding(id: string, visitor: Visitor): Promise<ReviewBranding> {
    const moment = await this.findAlsoClosed(visitor, 'read', () => findMomentRow(this.db.manager, id), id);
    if (!moment) throw notFound('Moment');
    return { agency: presentBrand(moment.agency) };
  }

  /** All that the page shows first, in one read that counts once against the link's limit. */
  async content(id: string, visitor: Visitor): Promise<ReviewContent> {
    const moment = await this.getWithImages(id, visitor, {});
    return {
      kind: 'moment',
      view: presentReviewMoment(moment),
      images: moment.images.map(presentReviewImage),
      branding: { agency: presentBrand(moment.agency) },
    };
  }

  /** Records that the client opened the link; signed-in staff do not count. */
  async opened(id: string, visitor: Visitor): Promise<void> {
    const moment = await this.get(id, visitor, 'write');
    if (visitor.staff) return;
    await noteOpened(this.db, { kind: 'moment', reviewId: moment.id }, visitor, this.rights);
    if (visitor.link) await this.links.seen(visitor.link);
  }

  /** Records that the reviewer ended this round. @throws AppError 403, 404, 429 */
  async done(id: string, { note = '' }: DoneBody, visitor: Visitor): Promise<void> {
    requireMayDecide(visitor);
    await this.get(id, visitor, 'write');
    await noteDone(this.db, { kind: 'moment', reviewId: id }, { visitor, rights: this.rights, note });
  }

  /** @throws AppError 404, 409 IMAGE_CHANGED or IMAGE_NOT_PENDING, 429 */
  async decide(imageId: string, verdict: Verdict, { version, visitor }: ImageDecider): Promise<ReviewImageView> {
    await this.requireImage(imageId, visitor);
    const lock = this.rights.toDecide(visitor, this.images.lock(imageId));
    return presentReviewImage(await this.decisions.decide(lock, verdict, deciderOf(visitor, { version })));
  }

  /** @throws AppError 404, 409 DECISION_FINAL, 429 */
  async undo(imageId: string, { version, visitor }: ImageDecider): Promise<ReviewImageView> {
    await this.requireImage(imageId, visitor);
    await this.throttle.undo(visitor, imageId);
    const lock = this.rights.toDecide(visitor, this.images.lock(imageId));
    return presentReviewImage(await this.decisions.undo(lock, deciderOf(visitor, { version })));
  }

  /**
   * The moment with its client and agency; `null` when this host or link does not show it.
   * @throws AppError 403 for a link that does not open now, 429 after too many uses of this link, or guesses of links
   */
  find(id: string, visitor: Visitor, use: Use): Promise<MomentRow | null> {
    return this.see(visitor, use, () => findMomentRow(this.db.manager, id), id);
  }

  private async getWithImages(id: string, visitor: Visitor, page: PageQuery) {
    const moment = await this.see(visitor, 'read', () => findMomentWithImages(this.db.manager, id, page), id);
    if (!moment) throw notFound('Moment');
    return moment;
  }

  private async requireImage(imageId: string, visitor: Visitor): Promise<void> {
    requireMayDecide(visitor);
    const moment = await this.see(visitor, 'write', () => findMomentRowOfImage(this.db.manager, imageId));
    if (!moment) throw notFound('Image');
  }

  private async see<Found extends MomentRow>(
    visitor: Visitor,
    use: Use,
    find: () => Promise<Found | null>,
    asked?: string,
  ): Promise<Found | null> {
    const moment = await this.findAlsoClosed(visitor, use, find, asked);
    if (moment) requireOpenLink(visitor, openedMoment(moment));
    return moment;
  }

  /** Like `see`, but also for a closed link. */
  private findAlsoClosed<Found extends MomentRow>(
    visitor: Visitor,
    use: Use,
    find: () => Promise<Found | null>,
    asked?: string,
  ): Promise<Found | null> {
    const lookup = async (): Promise<Found | null> => {
      const moment = await find();
      const isShown = moment && isShownAt(visitor.agencyHost, moment.agency) && leadsTo(visitor, openedMoment(moment));
      return isShown ? moment : null;
    };
    return this.throttle.see(visitor, use, lookup, asked);
  }

  private async get(id: string, visitor: Visitor, use: Use): Promise<MomentRow> {
    const moment = await this.find(id, visitor, use);
    if (!moment) throw notFound('Moment');
    return moment;
  }
}

/** The visitor, and the version of the image that they saw. */
interface ImageDecider {
  version: number | undefined;
  visitor: Visitor;
}
