import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { ReviewAction } from '../contract/history.js';
import type { LinkView, RevokeBody, UpdateLinkBody } from '../contract/links.js';
import { Outbox } from '../mail/outbox.js';
import { conflict, notFound } from '../platform/http/errors.js';
import { Mailer } from '../platform/mail/mailer.js';
import { applyOptions, hashOfPasscode } from './link-options.js';
import { LinkTokens } from './link-tokens.js';
import { MailsByHand } from './mails-by-hand.js';
import { requireRemindable } from './remindable.js';
import { mailFieldsOfLink, dropReminders, remindNow, skipReminder } from '../reviews/reminders.js';
import { ReviewLink } from './review-link.entity.js';
import { afterLinkChange } from './link-changes.js';
import { keepSharedOf } from './shared.js';
import { SharingPresenter } from './sharing.presenter.js';

/** Changes a reviewer's own link. */
@Injectable()
export class LinksService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly mails: MailsByHand,
    private readonly presenter: SharingPresenter,
  ) {}

  /** @throws AppError 404 */
  async change(id: string, body: UpdateLinkBody, by: Actor): Promise<LinkView> {
    const passcodeHash = await hashOfPasscode(body.passcode);
    return this.withLink(id, by, 'link.changed', (link) => {
      applyOptions(link, body, passcodeHash);
      return true;
    });
  }

  /** Closes the link at once: page, API and live connections. @throws AppError 404, 429 */
  async revoke(id: string, { mail = false }: RevokeBody, by: Actor): Promise<LinkView> {
    if (mail) await this.mails.countTo(id, by);
    return this.withLink(id, by, 'link.revoked', async (link, manager) => {
      if (link.revokedAt) return false;
      link.revoke(by.name);
      await dropReminders(manager, id);
      if (mail && link.reviewer!.email)
        await this.outbox.add(manager, { ...mailFieldsOfLink(link), kind: 'linkClosed', dedupeKey: `closed:${id}` });
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
    await this.mails.countTo(id, by);
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
      this.tokens.restore(link);
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

  /** Lets the link take passcodes again. @throws AppError 404 */
  unlock(id: string, by: Actor): Promise<LinkView> {
    return this.withLink(id, by, 'link.unlocked', (link) => {
      if (!link.lockedAt) return false;
      link.unlock();
      return true;
    });
  }

  /** @param apply changes the locked link; false if there is nothing to change */
  private async withLink(
    id: string,
    by: Actor,
    action: ReviewAction | null,
    apply: (link: ReviewLink, manager: EntityManager) => boolean | Promise<boolean>,
  ): Promise<LinkView> {
    return this.db.transaction(async (manager) => {
      const shared = await keepSharedOf(manager, id, by);
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
        await afterLinkChange(manager, shared, by, action && { action, changes });
      }
      const { links } = await this.presenter.present(manager, shared);
      return links.find((one) => one.id === id)!;
    });
  }
}
