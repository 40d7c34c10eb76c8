import { Inject, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import type { MailKind } from '../contract/mail-kinds.js';
import { publish } from '../platform/events/publish.js';
import { Mailer } from '../platform/mail/mailer.js';
import { MAIL_CATALOGUE, type MailCatalogue } from './mail-descriptor.js';
import type { MailAbout } from './mail.entity.js';
import { addMail } from './outbox.queries.js';

/** A mail to be sent. */
export interface NewMail extends MailAbout {
  kind: MailKind;
  /** The address it goes to. */
  to: string;
  language: Language;
  /** What it is about, within its kind: `link:4f2…`. A new mail with the key of one that still waits is merged with it. */
  dedupeKey: string;
  /**
   * What `load` of its kind needs besides the records above; all facts if the kind has no `load`. No secrets: what
   * is in a link is read from the link when the mail is sent.
   */
  facts?: object;
  /** When it is to be sent; otherwise when nothing was added for as long as its kind waits. */
  dueAt?: Date;
}

/**
 * Adds mails to the outbox, in the transaction of their cause. Workers send them.
 *
 * ```ts
 * await this.outbox.add(manager, {
 *   kind: 'invitation',
 *   to: reviewer.email,
 *   language: reviewer.language,
 *   dedupeKey: `link:${link.id}`,
 *   clientId: moment.clientId,
 *   reviewId: moment.id,
 *   linkId: link.id,
 *   facts: { message },
 * });
 * ```
 */
@Injectable()
export class Outbox {
  constructor(
    private readonly mailer: Mailer,
    @Inject(MAIL_CATALOGUE) private readonly mails: MailCatalogue,
  ) {}

  /**
   * Adds a mail, or adds to the one of the same recipient, kind and key that still waits: its facts are replaced by name,
   * and it waits again, half an hour at most. Add several in the order of their addresses, after all other changes, or two
   * transactions wait for each other.
   * @returns the mail's id
   */
  async add(manager: EntityManager, mail: NewMail): Promise<string> {
    const { to, facts = {}, dueAt = null, ...rest } = mail;
    const mailId = await addMail(manager, {
      ...rest,
      email: to.trim().toLowerCase(),
      facts,
      dueAt,
      state: this.mailer.isConfigured ? 'waiting' : 'unsent',
      quietMinutes: this.mails[mail.kind].quietMinutes,
    });
    await publish(manager, 'mail.changed', { mailId });
    return mailId;
  }
}

@Module({ providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}
