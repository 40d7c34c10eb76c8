import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { whereIds } from '../access/look-ups.js';
import { Limits } from '../platform/limits/limits.js';
import { Mailer } from '../platform/mail/mailer.js';
import { ReviewLink } from './review-link.entity.js';
import { Reviewer } from './reviewer.entity.js';

/** Limits how many mails staff cause to one address, by sharing, reminding or revoking. */
@Injectable()
export class ManualMailLimit {
  constructor(
    private readonly db: DataSource,
    private readonly mailer: Mailer,
    private readonly limits: Limits,
  ) {}

  /** Counts a mail to each of these reviewers. Call it before anything is changed. @throws AppError 429 */
  async countMails(reviewerIds: string[], by: Actor): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const reviewers = await this.db.manager.findBy(Reviewer, whereIds(by, Reviewer, reviewerIds));
    for (const { email } of reviewers) if (email) await this.limits.consume('staffMail', email.toLowerCase());
  }

  /** Counts a mail to the reviewer of a link. @throws AppError 429 */
  async countMailToLink(linkId: string, by: Actor): Promise<void> {
    const link = await this.db.manager.findOneBy(ReviewLink, whereIds(by, ReviewLink, linkId));
    if (link) await this.countMails([link.reviewerId], by);
  }
}
