import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { Client } from '../clients/client.entity.js';
import type { LinkOptionsBody, ShareBody, ShareTargetPath, SharingView, UpdateSharingBody } from '../contract/links.js';
import { Outbox } from '../mail/outbox.js';
import { recomputeStatus } from '../moments/moment-status.queries.js';
import { publish } from '../platform/events/publish.js';
import { invalid } from '../platform/http/errors.js';
import { markShared } from '../reviews/mark-shared.js';
import type { ReviewRef } from '../reviews/review-names.js';
import { Review } from '../reviews/review.entity.js';
import { lockReview } from '../reviews/reviews.queries.js';
import { applyOptions, hashOfPasscode } from './link-options.js';
import { LinkTokens } from './link-tokens.js';
import { ManualMailLimit } from './manual-mail-limit.js';
import { mailFieldsOfLink, dropNewRounds, dropReminders, planReminders } from '../reviews/reminders.js';
import { ReviewLink } from './review-link.entity.js';
import { Reviewer } from './reviewer.entity.js';
import { recordAndPublishLinkChange, setDueDate } from './link-changes.js';
import { getShareTarget, lockShareTarget, whereOpens, type ShareTarget } from './share-target.js';
import { refuseDueDateOfClient, refuseRemindersOfReview } from './sharing-body.js';
import { SharingPresenter } from './sharing.presenter.js';

/** Identifies a link, which is made if it does not exist, and says who shares it. */
type LinkIdentity = Pick<ReviewLink, 'reviewId' | 'reviewerId' | 'origin' | 'sharedById'>;

interface Invitations {
  target: ShareTarget;
  reviewers: Reviewer[];
  message: string;
  /** Days after which they are reminded. */
  reminders: number[];
}

/** The member of staff who shares, and the origin of the product as they use it. */
export interface Sharer {
  by: Actor;
  origin: string;
}

/**
 * Shares a moment, an optimization or the portal of a client: by the open link, and by reviewers' own links. Also in this folder:
 *
 * | file                                               | what it does                                                             |
 * | -------------------------------------------------- | ------------------------------------------------------------------------ |
 * | `share-target.ts`                                  | finds and locks what a path or a link opens                              |
 * | `sharing-body.ts`, `link-options.ts`               | check requests; set the options of a link                                |
 * | `sharing.presenter.ts`, `links.queries.ts`         | the view of links for staff, with what each reviewer decided             |
 * | `links.service.ts`, `replace-links.ts`             | change, revoke, restore and replace a link of a reviewer                 |
 * | `link-changes.ts`                                  | history and events of every such change; due dates                       |
 * | `link-tokens.ts`, `link-access.ts`                 | tokens; opening a link by its token and passcode                         |
 * | `passcode-lock.ts`                                 | counts wrong passcodes, and locks the link                               |
 * | `reviewers.service.ts`, `reviewers.queries.ts`     | the reviewers of a client                                                |
 * | `portal.queries.ts`                                | the portal: all reviews that are shared with a client                    |
 * | `receipts.ts`, `remindable.ts`                     | who gets a receipt; whether a reminder can be sent                       |
 * | `manual-mail-limit.ts`                             | limits the mails that staff cause                                        |
 * | `mails/`                                           | the kinds of mails to reviewers                                          |
 */
@Injectable()
export class SharingService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly outbox: Outbox,
    private readonly manualMails: ManualMailLimit,
    private readonly presenter: SharingPresenter,
  ) {}

  /** @throws AppError 404 */
  async get(path: ShareTargetPath, id: string, by: Actor): Promise<SharingView> {
    return this.presenter.present(this.db.manager, await getShareTarget(this.db.manager, path, id, by));
  }

  /** Switches the open link on or off; sets the due date, or a client's reminders. @throws AppError 404 */
  async update(path: ShareTargetPath, id: string, body: UpdateSharingBody, by: Actor): Promise<SharingView> {
    const { openLink, dueOn, reminderDays, reminderText } = body;
    refuseDueDateOfClient(path, dueOn);
    refuseRemindersOfReview(path, { reminderDays, reminderText });
    return this.db.transaction(async (manager) => {
      const target = await getShareTarget(manager, path, id, by);
      await setDueDate(manager, target, dueOn, by);
      if (reminderDays !== undefined || reminderText !== undefined) {
        await manager.update(Client, { id }, { reminderDays, reminderText });
        await publish(manager, 'sharing.changed', { clientId: id, reviewId: null });
      }
      if (openLink !== undefined && openLink !== target.openLink) {
        await manager.update(target.reviewId ? Review : Client, { id }, { openLink });
        await recordAndPublishLinkChange(manager, target, by, {
          action: openLink ? 'open_link.opened' : 'open_link.closed',
        });
      }
      return this.presenter.present(manager, await getShareTarget(manager, path, id, by));
    });
  }

  /**
   * Gives each of these reviewers a link of their own, or changes the one that they have, and records that the target
   * was shared. A revoked link is restored with a new token.
   * @throws AppError 400 for a reviewer of another client, 404, 429
   */
  async share(path: ShareTargetPath, id: string, body: ShareBody, { by, origin }: Sharer): Promise<SharingView> {
    refuseDueDateOfClient(path, body.dueOn);
    if (body.mail !== false)
      await this.manualMails.countMails(
        body.reviewers.map(({ reviewerId }) => reviewerId),
        by,
      );
    const passcodeHash = await hashOfPasscode(body.passcode);
    const { kind, reviewId, view } = await this.db.transaction(async (manager) => {
      const target = await lockShareTarget(manager, path, id, by);
      await setDueDate(manager, target, body.dueOn, by);
      const reviewers = await lockReviewers(manager, target, body);
      const reminders = body.remindAfterDays ?? target.client.reminderDays;
      for (const { reviewerId, mayDecide = body.mayDecide, expiresAt = body.expiresAt } of body.reviewers) {
        const link = { reviewId: target.reviewId, reviewerId, origin, sharedById: by.userId ?? null };
        await this.saveLink(manager, link, { mayDecide, expiresAt }, passcodeHash);
      }
      if (body.mail !== false)
        await this.invite(manager, { target, reviewers, message: body.message ?? '', reminders });
      const names = reviewers.map(({ name }) => name).join(', ');
      await recordAndPublishLinkChange(manager, target, by, {
        action: 'link.sent',
        changes: { reviewers: { from: '', to: names } },
      });
      return { ...target, view: await this.presenter.present(manager, await getShareTarget(manager, path, id, by)) };
    });
    // In a transaction of its own, which locks the review first. Idempotent: after a crash in between, sharing again
    // completes it.
    if (kind && reviewId) await this.markShared({ kind, reviewId });
    return view;
  }

  private async markShared(review: ReviewRef): Promise<void> {
    await this.db.transaction(async (manager) => {
      await lockReview(manager, review);
      await markShared(manager, review);
      if (review.kind === 'moment') await recomputeStatus(manager, review.reviewId);
    });
  }

  /** Mails the link to each reviewer with an address, and plans the reminders. */
  private async invite(manager: EntityManager, { target, reviewers, message, reminders }: Invitations): Promise<void> {
    const where = { ...whereOpens(target), reviewerId: In(reviewers.map(({ id }) => id)) };
    const links = await manager.find(ReviewLink, {
      where,
      relations: { reviewer: true },
      order: { reviewer: { email: 'ASC' } },
    });
    for (const link of links.filter(({ reviewer }) => reviewer!.email)) {
      const about = mailFieldsOfLink(link);
      await this.outbox.add(manager, {
        ...about,
        kind: 'invitation',
        dedupeKey: `link:${link.id}`,
        facts: { message },
      });
      await dropNewRounds(manager, link.id);
      const days = link.mayDecide ? reminders : [];
      await manager.update(ReviewLink, { id: link.id }, { reminderDays: days });
      // `planReminders` alone would merge them: one that staff send by hand right now would stay marked as such.
      await dropReminders(manager, link.id);
      await planReminders(manager, this.outbox, { about, timeZone: link.reviewer!.timeZone, days });
    }
  }

  private async saveLink(
    manager: EntityManager,
    { reviewId, reviewerId, ...sender }: LinkIdentity,
    body: LinkOptionsBody,
    passcodeHash: string | undefined,
  ): Promise<void> {
    const where = { reviewerId, ...whereOpens({ reviewId }) };
    const existing = await manager.findOne(ReviewLink, { where, lock: { mode: 'pessimistic_write' } });
    const link = existing ?? manager.create(ReviewLink, { id: crypto.randomUUID(), reviewId, reviewerId, replaced: 0 });
    if (link.revokedAt) this.tokens.restore(link);
    else this.tokens.assignToken(link);
    Object.assign(link, sender);
    applyOptions(link, body, passcodeHash);
    await manager.save(ReviewLink, link);
  }
}

/** Returns the reviewers of the body, locked, so that concurrent sharing with them waits. @throws AppError 400 */
async function lockReviewers(manager: EntityManager, { clientId }: ShareTarget, body: ShareBody): Promise<Reviewer[]> {
  const ids = body.reviewers.map(({ reviewerId }) => reviewerId);
  const where = { clientId, id: In(ids) };
  const found = await manager.find(Reviewer, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  if (found.length === ids.length) return found;
  const message = 'reviewers must be reviewers of this client';
  throw invalid([{ field: 'reviewers', message }]);
}
