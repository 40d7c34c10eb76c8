import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { presentBrand } from '../agencies/agency.present.js';
import { Client } from '../clients/client.entity.js';
import type { ReviewLinkView } from '../contract/links.js';
import { LinkAccess, requireUsableLink, type NamedLink } from '../sharing/link-access.js';
import { notFound } from '../platform/http/errors.js';
import { findReview } from '../reviews/reviews.queries.js';
import { listPortal } from '../sharing/portal.queries.js';
import { LinkThrottle } from './link-throttle.js';
import { isShownAt } from './public-review.queries.js';
import type { Visitor } from './visitor.decorator.js';

/**
 * Reviewers' own links: what they open, and whether they are open. On an agency's domain only links of that agency
 * exist.
 */
@Injectable()
export class ReviewLinkService {
  constructor(
    private readonly db: DataSource,
    private readonly links: LinkAccess,
    private readonly throttle: LinkThrottle,
  ) {}

  /**
   * The link with this token. Counts as a use of the link, or as a guess if there is none.
   * @param cookies header of the request, which may prove that the passcode was entered on this device
   * @throws AppError 429
   */
  find(token: string, cookies: string | undefined, network: string): Promise<NamedLink | null> {
    return this.throttle.countAndFind({ network }, 'read', () => this.links.find(token, cookies), token);
  }

  /** @throws AppError 404 without a link */
  async view(visitor: Visitor): Promise<ReviewLinkView> {
    const { link, client } = await this.get(visitor);
    const seen = {
      branding: presentBrand(client.agency),
      client: { business: client.business },
      language: link.reviewer.language,
    };
    if (link.state !== 'open') return { ...seen, state: link.state };
    if (link.needsPasscode) return { ...seen, state: link.isLocked ? 'locked' : 'passcode' };
    const { reviewId, mayDecide } = link;
    const open = { ...seen, state: 'open', reviewer: { name: link.reviewer.name }, mayDecide } as const;
    const review = reviewId && (await findReview(this.db.manager, reviewId));
    if (review) return { ...open, opens: review.kind, id: review.reviewId };
    return { ...open, opens: 'portal', items: await listPortal(this.db.manager, client.id) };
  }

  /** Records that the reviewer opened the link; not for signed-in staff. @throws AppError 403, 404 */
  async recordOpened(visitor: Visitor): Promise<void> {
    const { link } = await this.get(visitor);
    requireUsableLink(link);
    if (!visitor.staff) await this.links.recordOpened(link);
  }

  /**
   * @returns the cookie for this device.
   * @throws AppError 403 WRONG_PASSCODE, LINK_LOCKED, 404 unless the link is open, 429
   */
  async givePasscode(token: string, passcode: string, visitor: Visitor): Promise<{ name: string; value: string }> {
    await this.get(visitor);
    return this.links.givePasscode(token, passcode, visitor.network);
  }

  private async get({ link, agencyHost }: Visitor): Promise<{ link: NamedLink; client: Client }> {
    const client =
      link && (await this.db.manager.findOne(Client, { where: { id: link.clientId }, relations: { agency: true } }));
    if (!client || !isShownAt(agencyHost, client.agency)) throw notFound('Link');
    return { link, client };
  }
}
