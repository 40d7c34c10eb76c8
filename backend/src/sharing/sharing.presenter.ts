import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { LinkView, SharingView } from '../contract/links.js';
import { Mailer } from '../platform/mail/mailer.js';
import { countShown } from '../reviews/review-items.queries.js';
import { stateOf } from './link-access.js';
import { LinkTokens } from './link-tokens.js';
import { countDecisionsByReviewer, findDoneByReviewer, findDecisionsLeft } from './links.queries.js';
import { findReminderTimes } from '../reviews/reminders.js';
import { ReviewLink } from './review-link.entity.js';
import { findMailBlocksOfReviewers, presentReviewer } from './reviewers.service.js';
import { findOpenLinkSharedAt, whereLinksTo, type ShareTarget } from './share-target.js';

/** Presents, for staff, who may see a target: its open link, and the reviewers' own links with what each decided. */
@Injectable()
export class SharingPresenter {
  constructor(
    private readonly tokens: LinkTokens,
    private readonly mailer: Mailer,
  ) {}

  async present(manager: EntityManager, target: ShareTarget): Promise<SharingView> {
    const { clientId, openLink, dueOn, client } = target;
    const { reminderDays, reminderText } = client;
    const openLinkSharedAt = await findOpenLinkSharedAt(manager, target);
    return {
      clientId,
      openLink,
      isOpenLinkWorking: openLink && client.openLink,
      openLinkSharedAt: openLinkSharedAt?.toISOString() ?? null,
      dueOn,
      reminderDays,
      reminderText,
      sendsMails: this.mailer.isConfigured,
      links: await this.presentLinks(manager, target),
    };
  }

  private async presentLinks(manager: EntityManager, target: ShareTarget): Promise<LinkView[]> {
    const { reviewId, clientId, client } = target;
    const order = { reviewer: { createdAt: 'ASC', id: 'ASC' } } as const;
    const where = whereLinksTo(target);
    const found = await manager.find(ReviewLink, { where, relations: { reviewer: true }, order });
    const counts = reviewId ? await countDecisionsByReviewer(manager, reviewId) : null;
    const total = reviewId ? await countShown(manager, reviewId) : 0;
    const { left } = await findDecisionsLeft(manager, target, clientId);
    const saidDone = reviewId ? await findDoneByReviewer(manager, reviewId) : null;
    const reminders = await findReminderTimes(
      manager,
      found.map(({ id }) => id),
    );
    const unmailed = await findMailBlocksOfReviewers(
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
