import { Inject, Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import type { MailKind } from '../contract/mail-kinds.js';
import { publish } from '../platform/events/publish.js';
import { Mailer } from '../platform/mail/mailer.js';
import { MAIL_CATALOGUE, type MailCatalogue } from './mail-descriptor.js';
import type { MailReferences } from './mail.entity.js';
import { addMail } from './outbox.queries.js';

/** A mail to add to the outbox. */
export interface NewMail extends MailReferences {
  kind: MailKind;
  /** The address it goes to. */
  to: string;
  language: Language;
  /** Such as `link:4f2…`. Merged with a waiting mail of the same recipient, kind and key. */
  dedupeKey: string;
  /**
   * Input of the kind's `load` besides the references; all facts if the kind has no `load`. No secrets: tokens of
   * links are read when the mail is sent.
   */
  facts?: object;
  /** When to send it; by default `quietMinutes` of its kind after the last addition. */
  dueAt?: Date;
}

/**
 * Adds mails to the outbox, in the transaction that causes them. Workers send them.
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
   * Adds a mail, or merges it into a waiting mail of the same recipient, kind and key: facts of the same name are
   * replaced, and the quiet time begins again, for at most half an hour.
   *
   * The recipient's address stays locked until the transaction ends. To avoid deadlocks, add several mails in the order of their
   * addresses, and take all locks that other transactions may hold before the first: after it, only insert rows, and change rows that
   * are locked already.
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
