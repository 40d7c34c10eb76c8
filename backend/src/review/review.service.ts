import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import { Agency } from '../agencies/agency.entity.js';
import { presentBrand } from '../agencies/agency.present.js';
import { notFound } from '../common/errors.js';
import { mapPage, type Page } from '../common/paging.js';
import type { ReviewImageView } from '../contract/images.js';
import { DEFAULT_BRAND_NAME, REVIEW_DEFAULT_COLOR } from '../contract/limits.js';
import type { PageQuery } from '../contract/paging.js';
import type { ReviewBranding, ReviewMomentView } from '../contract/review.js';
import type { Decision } from '../images/image.entity.js';
import { presentReviewImage } from '../images/image.present.js';
import { findImage, ImagesService } from '../images/images.service.js';
import { Moment } from '../moments/moment.entity.js';
import { presentReviewMoment } from '../moments/moment.present.js';
import { MomentsService } from '../moments/moments.service.js';
import type { User } from '../users/user.entity.js';
import { isShownAt } from './shown-at.js';

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
  ) {}

  async moment(id: string, agencyHost: string | null): Promise<ReviewMomentView> {
    return presentReviewMoment(await this.get(id, agencyHost));
  }

  async imagesOf(id: string, agencyHost: string | null, page: PageQuery): Promise<Page<ReviewImageView>> {
    const moment = await this.get(id, agencyHost);
    return mapPage(await this.images.ofMoment(moment.id, page), presentReviewImage);
  }

  async branding(id: string, agencyHost: string | null): Promise<ReviewBranding> {
    const { client } = await this.get(id, agencyHost);
    return { agency: presentBrand(client?.agency, DEFAULT_BRAND) };
  }

  /** Notes that the client looked; staff who look at their own link are not the client. */
  async opened(id: string, agencyHost: string | null, staff: User | undefined): Promise<void> {
    const moment = await this.get(id, agencyHost);
    if (!staff) await this.moments.opened(moment.id);
  }

  async decide(imageId: string, decision: Decision, seen: Seen): Promise<ReviewImageView> {
    const { momentId } = await findImage(this.db.manager, imageId);
    if (!(await this.find(momentId, seen.agencyHost))) throw notFound('Image');
    return presentReviewImage(await this.images.decide(imageId, decision, seen.version));
  }

  /** The moment with its client and agency; `null` when this host does not show it. */
  async find(id: string, agencyHost: string | null): Promise<Moment | null> {
    const where = { id };
    const moment = await this.db.manager.findOne(Moment, { where, relations: { client: { agency: true } } });
    return moment && isShownAt(agencyHost, moment.client?.agency) ? moment : null;
  }

  private async get(id: string, agencyHost: string | null): Promise<Moment> {
    const moment = await this.find(id, agencyHost);
    if (!moment) throw notFound('Moment');
    return moment;
  }
}

/** Which version the visitor looked at, and where. */
interface Seen {
  version: number | undefined;
  agencyHost: string | null;
}

/** The agency that owns this domain, if it was verified. */
export function agencyAt(manager: EntityManager, agencyHost: string): Promise<Agency | null> {
  return manager.findOneBy(Agency, { customDomain: agencyHost, domainVerified: true });
}
