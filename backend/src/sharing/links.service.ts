import { Injectable } from '@nestjs/common';
import { DataSource, In, type EntityManager } from 'typeorm';
import { hashPassword } from '../users/passwords.js';
import type { Actor } from '../access/actor.js';
import { Client } from '../clients/client.entity.js';
import type { HistoryAction } from '../contract/history.js';
import type {
  LinkOptionsBody,
  LinkView,
  RevokeBody,
  ShareBody,
  SharedSubject,
  SharingView,
  UpdateLinkBody,
  UpdateSharingBody,
} from '../contract/links.js';
import { Outbox } from '../mail/outbox.js';
import { Review } from '../reviews/review.entity.js';
import { countShown } from '../reviews/review-items.queries.js';
import { MomentsService } from '../moments/moments.service.js';
import { OptimizationsService } from '../optimizations/optimizations.service.js';
import { publish } from '../platform/events/publish.js';
import { Limits } from '../platform/limits/limits.js';
import { Mailer } from '../platform/mail/mailer.js';
import { conflict, invalid, notFound } from '../platform/http/errors.js';
import { Reviewer } from './reviewer.entity.js';
import { findUnmailedReviewers, presentReviewer } from './reviewers.service.js';
import { stateOf } from './link-access.js';
import { LinkTokens } from './link-tokens.js';
import { countDecisions, findSaidDone, findToDecide } from './links.queries.js';
import {
  aboutLink,
  dropNewRounds,
  dropReminders,
  findReminderTimes,
  planReminders,
  remindNow,
  skipReminder,
} from '../reviews/reminders.js';
import { requireRemindable } from './remindable.js';
import { ReviewLink } from './review-link.entity.js';
import { refuseDay, refuseReminders } from './sharing-body.js';
import {
  findOpenLinkShared,
  findShared,
  keepShared,
  keepSharedOf,
  note,
  setDueDate,
  whereLinksOf,
  whereOf,
  type Shared,
} from './shared.js';

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

/** Who may see a moment, an optimization or all work of a client: the open link, and the reviewers' own. */
@Injectable()
export class LinksService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly moments: MomentsService,
    private readonly optimizations: OptimizationsService,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly limits: Limits,
  ) {}

  /** @throws AppError 404 */
  async sharing(subject: SharedSubject, id: string): Promise<SharingView> {
    return this.present(this.db.manager, await findShared(this.db.manager, subject, id));
  }

  /** Opens or closes the link that anybody may use. @throws AppError 404 */
  async update(subject: SharedSubject, id: string, body: UpdateSharingBody, by: Actor): Promise<SharingView> {
    const { openLink, dueOn, reminderDays, reminderText } = body;
    refuseDay(subject, dueOn);
    refuseReminders(subject, { reminderDays, reminderText });
    return this.db.transaction(async (manager) => {
      const shared = await findShared(manager, subject, id);
      await setDueDate(manager, shared, dueOn, by);
      if (reminderDays !== undefined || reminderText !== undefined) {
        await manager.update(Client, { id }, { reminderDays, reminderText });
        await publish(manager, 'sharing.changed', { clientId: id, reviewId: null });
      }
      if (openLink !== undefined && openLink !== shared.openLink) {
        await manager.update(shared.reviewId ? Review : Client, { id }, { openLink });
        await note(manager, shared, by, { action: openLink ? 'open_link.opened' : 'open_link.closed' });
      }
      return this.present(manager, await findShared(manager, subject, id));
    });
  }

  /**
   * Gives each of these reviewers a link of their own, or changes the one they have, and notes that it was shared. A link that
   * was revoked opens again, with another token.
   * @throws AppError 400 for a reviewer of another client, 404, 429
   */
  async share(subject: SharedSubject, id: string, body: ShareBody, { by, origin }: Sharer): Promise<SharingView> {
    refuseDay(subject, body.dueOn);
    if (body.mail !== false) await this.countMails(body.reviewers.map(({ reviewerId }) => reviewerId));
    const passcodeHash = await hashOf(body.passcode);
    const view = await this.db.transaction(async (manager) => {
      const shared = await keepShared(manager, subject, id);
      const reviewers = await findReviewers(manager, shared, body);
      await setDueDate(manager, shared, body.dueOn, by);
      const { reviewId } = shared;
      const reminders = body.remindAfterDays ?? shared.client.reminderDays;
      for (const { reviewerId, mayDecide = body.mayDecide, expiresAt = body.expiresAt } of body.reviewers) {
        const link = { reviewId, reviewerId, origin, sharedById: by.userId ?? null };
        await this.save(manager, link, { mayDecide, expiresAt }, passcodeHash);
      }
      if (body.mail !== false)
        await this.invite(manager, { shared, reviewers, message: body.message ?? '', reminders });
      const names = reviewers.map(({ name }) => name).join(', ');
      await note(manager, shared, by, { action: 'link.sent', changes: { reviewers: { from: '', to: names } } });
      return this.present(manager, await findShared(manager, subject, id));
    });
    // What counts as shared follows; it is idempotent, so that sharing again makes up for a crash before it.
    if (subject === 'moments') await this.moments.shareWithReviewers(id);
    if (subject === 'gmb-optimizations') await this.optimizations.shareWithReviewers(id);
    return view;
  }

  /** @throws AppError 404 */
  async change(id: string, body: UpdateLinkBody, by: Actor): Promise<LinkView> {
    const passcodeHash = await hashOf(body.passcode);
    return this.withLink(id, by, 'link.changed', (link) => {
      applyTo(link, body, passcodeHash);
      return true;
    });
  }

  /** Closes the link at once: page, API and live connections. @throws AppError 404, 429 */
  async revoke(id: string, { mail = false }: RevokeBody, by: Actor): Promise<LinkView> {
    if (mail) await this.countMailTo(id);
    return this.withLink(id, by, 'link.revoked', async (link, manager) => {
      if (link.revokedAt) return false;
      Object.assign(link, { revokedAt: new Date(), revokedBy: by.name });
      await dropReminders(manager, id);
      if (mail && link.reviewer!.email)
        await this.outbox.add(manager, { ...aboutLink(link), kind: 'linkClosed', subject: `closed:${id}` });
      return true;
    });
  }

  /** Leaves out the next reminder of this link. @throws AppError 404 */
  skipReminder(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, null, (_link, manager) => skipReminder(manager, id));
  }

  /**
   * Reminds the reviewer now.
   * @throws AppError 404, 409 NO_ADDRESS, LINK_CLOSED if it does not open, NOTHING_TO_DECIDE, NO_MAIL_SERVER, MAILS_STOPPED,
   * REMINDED_TODAY, 429
   */
  async remind(id: string, by: Actor): Promise<LinkView> {
    await this.countMailTo(id);
    return this.withLink(id, by, 'link.reminded', async (link, manager) => {
      await requireRemindable(manager, link, this.mailer);
      await remindNow(manager, this.outbox, link);
      return true;
    });
  }

  /** Opens a revoked link again, with another token. @throws AppError 404 */
  restore(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, 'link.restored', (link) => {
      if (!link.revokedAt) return false;
      this.restoreRevoked(link);
      return true;
    });
  }

  /** Gives the link another token, and closes the one before at once. @throws AppError 404, 409 LINK_CLOSED if it was revoked */
  replace(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, 'link.replaced', (link) => {
      if (link.revokedAt) throw conflict('LINK_CLOSED', 'This link was revoked. Restore it, which makes a new one.');
      this.tokens.replace(link);
      return true;
    });
  }

  /** Counts a mail by hand to each of these reviewers, before anything is changed. @throws AppError 429 */
  private async countMails(reviewerIds: string[]): Promise<void> {
    if (!this.mailer.isConfigured) return;
    const reviewers = await this.db.manager.findBy(Reviewer, { id: In(reviewerIds) });
    for (const { email } of reviewers) if (email) await this.limits.consume('staffMail', email.toLowerCase());
  }

  private async countMailTo(linkId: string): Promise<void> {
    const link = await this.db.manager.findOneBy(ReviewLink, { id: linkId });
    if (link) await this.countMails([link.reviewerId]);
  }

  /** Lets the link take passcodes again. @throws AppError 404 */
  unlock(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, 'link.unlocked', (link) => {
      if (!link.lockedAt) return false;
      link.unlock();
      return true;
    });
  }

  private restoreRevoked(link: ReviewLink): void {
    Object.assign(link, { revokedAt: null, revokedBy: null });
    this.tokens.replace(link);
  }

  /** @param apply changes the locked link; false if there is nothing to change */
  private async withLink(
    id: string,
    by: Actor,
    action: HistoryAction | null,
    apply: (link: ReviewLink, manager: EntityManager) => boolean | Promise<boolean>,
  ): Promise<LinkView> {
    return this.db.transaction(async (manager) => {
      const shared = await keepSharedOf(manager, id);
      const link = await manager.findOne(ReviewLink, {
        where: { id },
        relations: { reviewer: true },
        lock: { mode: 'pessimistic_write', tables: ['review_links'] },
      });
      // It is gone, or what it opens was moved to another client.
      if (!link || shared.clientId !== link.reviewer!.clientId) throw notFound('Link');
      if (await apply(link, manager)) {
        await manager.save(ReviewLink, link);
        const changes = { reviewers: { from: '', to: link.reviewer!.name } };
        await note(manager, shared, by, action && { action, changes });
      }
      const { links } = await this.present(manager, shared);
      return links.find((one) => one.id === id)!;
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
      await this.outbox.add(manager, {
        ...aboutLink(link),
        kind: 'invitation',
        subject: `link:${link.id}`,
        facts: { message },
      });
      await dropNewRounds(manager, link.id);
      const days = link.mayDecide ? reminders : [];
      await manager.update(ReviewLink, { id: link.id }, { reminderDays: days });
      await dropReminders(manager, link.id);
      await planReminders(manager, this.outbox, { about: aboutLink(link), timeZone: link.reviewer!.timeZone, days });
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
    if (link.revokedAt) this.restoreRevoked(link);
    else this.tokens.renew(link);
    Object.assign(link, sender);
    applyTo(link, body, passcodeHash);
    await manager.save(ReviewLink, link);
  }

  private async present(manager: EntityManager, shared: Shared): Promise<SharingView> {
    const { clientId, openLink, client } = shared;
    const order = { reviewer: { createdAt: 'ASC', id: 'ASC' } } as const;
    const found = await manager.find(ReviewLink, {
      where: whereLinksOf(shared),
      relations: { reviewer: true },
      order,
    });
    const sendsMails = this.mailer.isConfigured;
    const { reviewId } = shared;
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
    const links = found.map((link): LinkView => {
      const reviewer = presentReviewer(link.reviewer!, unmailed);
      const { at: decidedAt, ...decided } = { approved: 0, rejected: 0, ...counts?.get(reviewer.id), total };
      const done = saidDone?.get(reviewer.id) ?? (left === 0 && decidedAt ? { at: decidedAt, note: '' } : null);
      const isMailed = sendsMails && !unmailed.has(reviewer.email);
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
    const { reminderDays, reminderText } = client;
    const isOpenLinkWorking = openLink && client.openLink;
    const openLinkSharedAt = await findOpenLinkShared(manager, shared);
    return {
      clientId,
      openLink,
      isOpenLinkWorking,
      openLinkSharedAt: openLinkSharedAt?.toISOString() ?? null,
      dueOn: shared.dueOn,
      reminderDays,
      reminderText,
      sendsMails,
      links,
    };
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

/** Another passcode also unlocks the link. */
function applyTo(link: ReviewLink, { mayDecide, expiresAt }: LinkOptionsBody, passcodeHash: string | undefined): void {
  Object.assign(link, {
    ...(mayDecide !== undefined && { mayDecide }),
    ...(expiresAt !== undefined && { expiresAt: expiresAt === null ? null : new Date(expiresAt) }),
    ...(passcodeHash !== undefined && { passcodeHash }),
  });
  if (passcodeHash !== undefined) link.unlock();
}

/** `undefined` leaves the passcode, `null` removes it. */
async function hashOf(passcode: string | null | undefined): Promise<string | undefined> {
  return passcode ? hashPassword(passcode) : passcode === null ? '' : undefined;
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
