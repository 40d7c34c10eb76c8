import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import { Client } from '../clients/client.entity.js';
import type { LinkOptionsBody, ShareBody, SharedPath, SharingView, UpdateSharingBody } from '../contract/links.js';
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
import { MailsByHand } from './mails-by-hand.js';
import { mailFieldsOfLink, dropNewRounds, dropReminders, planReminders } from '../reviews/reminders.js';
import { ReviewLink } from './review-link.entity.js';
import { Reviewer } from './reviewer.entity.js';
import { afterLinkChange, setDueDate } from './link-changes.js';
import { findShared, keepShared, whereOf, type Shared } from './shared.js';
import { refuseDay, refuseReminders } from './sharing-body.js';
import { SharingPresenter } from './sharing.presenter.js';

/** A link that is made, or changed. */
type NewLink = Pick<ReviewLink, 'reviewId' | 'reviewerId' | 'origin' | 'sharedById'>;

interface Invitations {
  shared: Shared;
  reviewers: Reviewer[];
  message: string;
  /** After how many days they are reminded. */
  reminders: number[];
}

/** The member of staff who shares, and the origin at which they use the product. */
export interface Sharer {
  by: Actor;
  origin: string;
}

/**
 * Shares a moment, an optimization or all work of a client: by the open link, and by the reviewers' own. Beside it in this folder:
 *
 * | file                                               | what it does                                                             |
 * | -------------------------------------------------- | ------------------------------------------------------------------------ |
 * | `shared.ts`                                        | finds and keeps what a path or a link leads to                           |
 * | `sharing-body.ts`, `link-options.ts`               | check what staff ask for; write what holds for a link                    |
 * | `sharing.presenter.ts`, `links.queries.ts`         | what staff see of links and of what was decided by each                  |
 * | `links.service.ts`, `replace-links.ts`             | change, revoke, restore and replace a link of a reviewer                 |
 * | `link-changes.ts`                                  | history and events of every such change; the day to decide by            |
 * | `link-tokens.ts`, `link-access.ts`                 | tokens; opening a link by its token, its passcode, when it was seen      |
 * | `passcode-lock.ts`                                 | counts wrong passcodes, and locks the link                               |
 * | `reviewers.service.ts`, `reviewers.queries.ts`     | the people of a client who review                                        |
 * | `portal.queries.ts`                                | what a link to all work of a client lists                                |
 * | `receipts.ts`, `remindable.ts`, `mails-by-hand.ts` | who gets a receipt; whether a reminder still leaves; limits of mails     |
 * | `mails/`                                           | the kinds of mails to reviewers                                          |
 */
@Injectable()
export class SharingService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly outbox: Outbox,
    private readonly mails: MailsByHand,
    private readonly presenter: SharingPresenter,
  ) {}

  /** @throws AppError 404 */
  async get(path: SharedPath, id: string, by: Actor): Promise<SharingView> {
    return this.presenter.present(this.db.manager, await findShared(this.db.manager, path, id, by));
  }

  /** Opens or closes the link that anybody may use; sets the day to decide by, or a client's reminders. @throws AppError 404 */
  async update(path: SharedPath, id: string, body: UpdateSharingBody, by: Actor): Promise<SharingView> {
    const { openLink, dueOn, reminderDays, reminderText } = body;
    refuseDay(path, dueOn);
    refuseReminders(path, { reminderDays, reminderText });
    return this.db.transaction(async (manager) => {
      const shared = await findShared(manager, path, id, by);
      await setDueDate(manager, shared, dueOn, by);
      if (reminderDays !== undefined || reminderText !== undefined) {
        await manager.update(Client, { id }, { reminderDays, reminderText });
        await publish(manager, 'sharing.changed', { clientId: id, reviewId: null });
      }
      if (openLink !== undefined && openLink !== shared.openLink) {
        await manager.update(shared.reviewId ? Review : Client, { id }, { openLink });
        await afterLinkChange(manager, shared, by, { action: openLink ? 'open_link.opened' : 'open_link.closed' });
      }
      return this.presenter.present(manager, await findShared(manager, path, id, by));
    });
  }

  /**
   * Gives each of these reviewers a link of their own, or changes the one they have, and notes that it was shared. A link that
   * was revoked opens again, with another token.
   * @throws AppError 400 for a reviewer of another client, 404, 429
   */
  async share(path: SharedPath, id: string, body: ShareBody, { by, origin }: Sharer): Promise<SharingView> {
    refuseDay(path, body.dueOn);
    if (body.mail !== false)
      await this.mails.count(
        body.reviewers.map(({ reviewerId }) => reviewerId),
        by,
      );
    const passcodeHash = await hashOfPasscode(body.passcode);
    const { kind, reviewId, view } = await this.db.transaction(async (manager) => {
      const shared = await keepShared(manager, path, id, by);
      const reviewers = await findReviewers(manager, shared, body);
      await setDueDate(manager, shared, body.dueOn, by);
      const reminders = body.remindAfterDays ?? shared.client.reminderDays;
      for (const { reviewerId, mayDecide = body.mayDecide, expiresAt = body.expiresAt } of body.reviewers) {
        const link = { reviewId: shared.reviewId, reviewerId, origin, sharedById: by.userId ?? null };
        await this.save(manager, link, { mayDecide, expiresAt }, passcodeHash);
      }
      if (body.mail !== false)
        await this.invite(manager, { shared, reviewers, message: body.message ?? '', reminders });
      const names = reviewers.map(({ name }) => name).join(', ');
      await afterLinkChange(manager, shared, by, {
        action: 'link.sent',
        changes: { reviewers: { from: '', to: names } },
      });
      return { ...shared, view: await this.presenter.present(manager, await findShared(manager, path, id, by)) };
    });
    // What counts as shared follows; it is idempotent, so that sharing again makes up for a crash before it.
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
  private async invite(manager: EntityManager, { shared, reviewers, message, reminders }: Invitations): Promise<void> {
    const where = { ...whereOf(shared), reviewerId: In(reviewers.map(({ id }) => id)) };
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
      await dropReminders(manager, link.id);
      await planReminders(manager, this.outbox, { about, timeZone: link.reviewer!.timeZone, days });
    }
  }

  private async save(
    manager: EntityManager,
    { reviewId, reviewerId, ...sender }: NewLink,
    body: LinkOptionsBody,
    passcodeHash: string | undefined,
  ): Promise<void> {
    const where = { reviewerId, ...whereOf({ reviewId }) };
    const existing = await manager.findOne(ReviewLink, { where, lock: { mode: 'pessimistic_write' } });
    const link = existing ?? manager.create(ReviewLink, { id: crypto.randomUUID(), reviewId, reviewerId, replaced: 0 });
    if (link.revokedAt) this.tokens.restore(link);
    else this.tokens.renew(link);
    Object.assign(link, sender);
    applyOptions(link, body, passcodeHash);
    await manager.save(ReviewLink, link);
  }
}

/** Locks and returns the reviewers of the body, so that sharing with the same ones waits. @throws AppError 400 */
async function findReviewers(manager: EntityManager, { clientId }: Shared, body: ShareBody): Promise<Reviewer[]> {
  const ids = body.reviewers.map(({ reviewerId }) => reviewerId);
  const where = { clientId, id: In(ids) };
  const found = await manager.find(Reviewer, { where, order: { id: 'ASC' }, lock: { mode: 'pessimistic_write' } });
  if (found.length === ids.length) return found;
  const message = 'reviewers must be reviewers of this client';
  throw invalid([{ field: 'reviewers', message }]);
}
