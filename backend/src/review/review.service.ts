import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { presentBrand } from '../agencies/agency.present.js';
import { notFound } from '../common/errors.js';
import type { Page } from '../common/paging.js';
import type { ReviewImageView } from '../contract/images.js';
import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '../contract/limits.js';
import type { PageQuery } from '../contract/paging.js';
import type { ReviewBranding, ReviewMomentView } from '../contract/review.js';
import type { Decision } from '../images/image.entity.js';
import { seekMomentWithImages } from '../images/image-rows.js';
import { presentReviewImage } from '../images/image.present.js';
import { ImagesService } from '../images/images.service.js';
import { seekMoment, seekMomentOf, type MomentRow } from '../moments/moment-row.js';
import { presentReviewMoment } from '../moments/moment.present.js';
import { MomentsService } from '../moments/moments.service.js';
import { VISITOR } from '../history/history.service.js';
import { LinkThrottle, type Use } from './link-throttle.js';
import { isShownAt } from './shown-at.js';
import type { Visitor } from './visitor.decorator.js';

const DEFAULT_BRAND = { name: DEFAULT_BRAND_NAME, primaryColor: REVIEW_DEFAULT_COLOR };

/**
 * What a visitor with a link may see and do. The link is the moment's id; on an agency's domain only that agency's
 * moments open. Everything else is a 404.
 */
@Injectable()
export class ReviewService {
  constructor(
    private readonly db: DataSource,
    private readonly images: ImagesService,
    private readonly moments: MomentsService,
    private readonly throttle: LinkThrottle,
  ) {}

  async moment(id: string, visitor: Visitor): Promise<ReviewMomentView> {
    return presentReviewMoment(await this.get(id, visitor, 'read'));
  }

  async imagesOf(id: string, visitor: Visitor, page: PageQuery): Promise<Page<ReviewImageView>> {
    const { manager } = this.db;
    const moment = await this.see(visitor, 'read', () => seekMomentWithImages(manager, id, page));
    if (!moment) throw notFound('Moment');
    return { items: moment.images.map(presentReviewImage), total: moment.imageCount };
  }

  async branding(id: string, visitor: Visitor): Promise<ReviewBranding> {
    const { agency } = await this.get(id, visitor, 'read');
    return { agency: presentBrand(agency, DEFAULT_BRAND) };
  }

  /** Notes that the client looked; staff who look at their own link are not the client. */
  async opened(id: string, visitor: Visitor): Promise<void> {
    const moment = await this.get(id, visitor, 'write');
    if (!visitor.staff) await this.moments.opened(moment.id);
  }

  async decide(imageId: string, decision: Decision, { version, visitor }: Seen): Promise<ReviewImageView> {
    const moment = await this.see(visitor, 'write', () => seekMomentOf(this.db.manager, imageId));
    if (!moment) throw notFound('Image');
    return presentReviewImage(await this.images.decide(imageId, decision, { version, by: visitor.staff ?? VISITOR }));
  }

  /**
   * The moment with its client and agency; `null` when this host does not show it.
   * @throws AppError 429 after too many uses of this link, or guesses of links
   */
  find(id: string, visitor: Visitor, use: Use): Promise<MomentRow | null> {
    return this.see(visitor, use, () => seekMoment(this.db.manager, id));
  }

  private async see<Found extends MomentRow>(
    { agencyHost, network, staff }: Visitor,
    use: Use,
    seek: () => Promise<Found | null>,
  ): Promise<Found | null> {
    const shown = await this.throttle.look(network, async () => {
      const moment = await seek();
      return moment && isShownAt(agencyHost, moment.agency) ? moment : null;
    });
    if (shown && !staff) await this.throttle.use(use, shown.id, network);
    return shown;
  }

  private async get(id: string, visitor: Visitor, use: Use): Promise<MomentRow> {
    const moment = await this.find(id, visitor, use);
    if (!moment) throw notFound('Moment');
    return moment;
  }
}

/** Which version the visitor looked at, and who it is. */
interface Seen {
  version: number | undefined;
  visitor: Visitor;
}

/** The agency that owns this domain, if it was verified. */
export function agencyAt(manager: EntityManager, agencyHost: string): Promise<Agency | null> {
  return manager.findOneBy(Agency, { customDomain: agencyHost, domainVerified: true });
}
