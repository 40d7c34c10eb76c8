import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Actor } from '../access/actor.js';
import type { LinkView, RevokeBody, UpdateLinkBody } from '../contract/links.js';
import { Outbox } from '../mail/outbox.js';
import { conflict, notFound } from '../platform/http/errors.js';
import { Mailer } from '../platform/mail/mailer.js';
import { applyOptions, hashOfPasscode, optionChanges } from './link-options.js';
import { LinkTokens } from './link-tokens.js';
import { ManualMailLimit } from './manual-mail-limit.js';
import { requireRemindable } from './remindable.js';
import { mailFieldsOfLink, dropReminders, remindNow, skipReminder } from '../reviews/reminders.js';
import { ReviewLink } from './review-link.entity.js';
import { recordAndPublishLinkChange, type LinkAction } from './link-changes.js';
import { lockTargetOfLink } from './share-target.js';
import { SharingPresenter } from './sharing.presenter.js';

/** Changes of reviewers' own links. */
@Injectable()
export class LinksService {
  constructor(
    private readonly db: DataSource,
    private readonly tokens: LinkTokens,
    private readonly outbox: Outbox,
    private readonly mailer: Mailer,
    private readonly manualMails: ManualMailLimit,
    private readonly presenter: SharingPresenter,
  ) {}

  /** @throws AppError 404 */
  async change(id: string, body: UpdateLinkBody, by: Actor): Promise<LinkView> {
    const passcodeHash = await hashOfPasscode(body.passcode);
    return this.changeLink(id, by, 'link.changed', (link) => {
      applyOptions(link, body, passcodeHash);
      return true;
    });
  }

  /** Revokes the link: page, API and live connections close at once. @throws AppError 404, 429 */
  async revoke(id: string, { mail = false }: RevokeBody, by: Actor): Promise<LinkView> {
    if (mail) await this.manualMails.countMailToLink(id, by);
    return this.changeLink(id, by, 'link.revoked', async (link, manager) => {
      if (link.revokedAt) return false;
      link.revoke(by.name);
      await dropReminders(manager, id);
      if (mail && link.reviewer!.email)
        await this.outbox.add(manager, { ...mailFieldsOfLink(link), kind: 'linkClosed', dedupeKey: `closed:${id}` });
      return true;
    });
  }

  /** Skips the next reminder of this link. @throws AppError 404 */
  skipReminder(id: string, by: Actor): Promise<LinkView> {
    return this.changeLink(id, by, null, (_link, manager) => skipReminder(manager, id));
  }

  /**
   * Sends the reviewer a reminder now.
   * @throws AppError 404, 409 NO_ADDRESS, LINK_CLOSED unless the link is open, NOTHING_TO_DECIDE, NO_MAIL_SERVER,
   * MAILS_STOPPED, REMINDED_TODAY, 429
   */
  async remind(id: string, by: Actor): Promise<LinkView> {
    await this.manualMails.countMailToLink(id, by);
    return this.changeLink(id, by, 'link.reminded', async (link, manager) => {
      await requireRemindable(manager, link, this.mailer);
      await remindNow(manager, this.outbox, link);
      return true;
    });
  }

  /** Restores a revoked link, with a new token. @throws AppError 404 */
  restore(id: string, by: Actor): Promise<LinkView> {
    return this.changeLink(id, by, 'link.restored', (link) => {
      if (!link.revokedAt) return false;
      this.tokens.restore(link);
      return true;
    });
  }

  /**
   * Gives the link a new token; the old one stops working at once.
   * @throws AppError 404, 409 LINK_CLOSED if it was revoked
   */
  replace(id: string, by: Actor): Promise<LinkView> {
    return this.changeLink(id, by, 'link.replaced', (link) => {
      if (link.revokedAt) throw conflict('LINK_CLOSED', 'This link was revoked. Restore it, which makes a new one.');
      this.tokens.replace(link);
      return true;
    });
  }

  /** Unlocks a link that was locked after too many wrong passcodes. @throws AppError 404 */
  unlock(id: string, by: Actor): Promise<LinkView> {
    return this.changeLink(id, by, 'link.unlocked', (link) => {
      if (!link.lockedAt) return false;
      link.unlock();
      return true;
    });
  }

  /**
   * Locks a link, changes it, and records and publishes the change.
   * @param action `null` for changes that the history does not record
   * @param apply returns false if nothing changed
   */
  private async changeLink(
    id: string,
    by: Actor,
    action: LinkAction | null,
    apply: (link: ReviewLink, manager: EntityManager) => boolean | Promise<boolean>,
  ): Promise<LinkView> {
    return this.db.transaction(async (manager) => {
      const target = await lockTargetOfLink(manager, id, by);
      const link = await manager.findOne(ReviewLink, {
        where: { id },
        relations: { reviewer: true },
        lock: { mode: 'pessimistic_write', tables: ['review_links'] },
      });
      // The link was deleted, or its review was moved to another client.
      if (!link || target.clientId !== link.reviewer!.clientId) throw notFound('Link');
      const before = { ...link };
      if (await apply(link, manager)) {
        await manager.save(ReviewLink, link);
        const changes = { reviewers: { from: '', to: link.reviewer!.name } };
        await recordAndPublishLinkChange(
          manager,
          target,
          by,
          action && { action, changes, options: optionChanges(before, link) },
        );
      }
      const { links } = await this.presenter.present(manager, target);
      return links.find((one) => one.id === id)!;
    });
  }
}
