import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LinkView, SharingView } from '../contract/links.js';
import { Mailer } from '../platform/mail/mailer.js';
import { countShown } from '../reviews/review-items.queries.js';
import { stateOf } from './link-access.js';
import { LinkTokens } from './link-tokens.js';
import { countDecisions, findSaidDone, findToDecide } from './links.queries.js';
import { findReminderTimes } from '../reviews/reminders.js';
import { ReviewLink } from './review-link.entity.js';
import { findUnmailedReviewers, presentReviewer } from './reviewers.service.js';
import { findOpenLinkShared, whereLinksOf, type Shared } from './shared.js';

/** What staff see of who may see something: the open link, and the reviewers' own with what was decided by each. */
@Injectable()
export class SharingPresenter {
  constructor(
    private readonly tokens: LinkTokens,
    private readonly mailer: Mailer,
  ) {}

  async present(manager: EntityManager, shared: Shared): Promise<SharingView> {
    const { clientId, openLink, dueOn, client } = shared;
    const { reminderDays, reminderText } = client;
    const openLinkSharedAt = await findOpenLinkShared(manager, shared);
    return {
      clientId,
      openLink,
      isOpenLinkWorking: openLink && client.openLink,
      openLinkSharedAt: openLinkSharedAt?.toISOString() ?? null,
      dueOn,
      reminderDays,
      reminderText,
      sendsMails: this.mailer.isConfigured,
      links: await this.linksOf(manager, shared),
    };
  }

  private async linksOf(manager: EntityManager, shared: Shared): Promise<LinkView[]> {
    const { reviewId, clientId, client } = shared;
    const order = { reviewer: { createdAt: 'ASC', id: 'ASC' } } as const;
    const where = whereLinksOf(shared);
    const found = await manager.find(ReviewLink, { where, relations: { reviewer: true }, order });
    const counts = reviewId ? await countDecisions(manager, reviewId) : null;
    const total = reviewId ? await countShown(manager, reviewId) : 0;
    const { left } = await findToDecide(manager, shared, clientId);
    const saidDone = reviewId ? await findSaidDone(manager, reviewId) : null;
    const reminders = await findReminderTimes(
      manager,
      found.map(({ id }) => id),
    );
    const unmailed = await findUnmailedReviewers(
      manager,
      found.map(({ reviewer }) => reviewer!),
    );
    return found.map((link): LinkView => {
      const reviewer = presentReviewer(link.reviewer!, unmailed);
      const { at: decidedAt, ...decided } = { approved: 0, rejected: 0, ...counts?.get(reviewer.id), total };
      const done = saidDone?.get(reviewer.id) ?? (left === 0 && decidedAt ? { at: decidedAt, note: '' } : null);
      const isMailed = this.mailer.isConfigured && !unmailed.has(reviewer.email);
      const isReminded = isMailed && left > 0 && link.mayDecide && stateOf(link) === 'open';
      return {
        ...presentLink(link),
        reviewer,
        address: this.tokens.addressOf(link, client.agency),
        decided: counts && decided,
        nextReminderAt: (isReminded && reminders.get(link.id)?.toISOString()) || null,
        left,
        done: done && { ...done, at: done.at.toISOString() },
      };
    });
  }
}

function presentLink(
  link: ReviewLink,
): Omit<LinkView, 'reviewer' | 'address' | 'decided' | 'nextReminderAt' | 'left' | 'done'> {
  return {
    id: link.id,
    state: stateOf(link),
    mayDecide: link.mayDecide,
    hasPasscode: link.passcodeHash !== '',
    lockedAt: link.lockedAt?.toISOString() ?? null,
    expiresAt: link.expiresAt?.toISOString() ?? null,
    revokedAt: link.revokedAt?.toISOString() ?? null,
    revokedBy: link.revokedBy,
    firstOpenedAt: link.firstOpenedAt?.toISOString() ?? null,
    lastSeenAt: link.lastSeenAt?.toISOString() ?? null,
    createdAt: link.createdAt.toISOString(),
  };
}
