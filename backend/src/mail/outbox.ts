import { Injectable, Module } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Language } from '../contract/languages.js';
import { LONGEST_QUIET_MINUTES, MAIL_KINDS, type MailKind } from '../contract/mail-kinds.js';
import { publish } from '../platform/events/publish.js';
import { Mailer } from '../platform/mail/mailer.js';
import type { MailAbout } from './mail.entity.js';

/** A mail to be sent. */
export interface NewMail extends MailAbout {
  kind: MailKind;
  /** The address it goes to. */
  to: string;
  language: Language;
  /** What it is about, for its kind: `link:4f2…`. */
  subject: string;
  /**
   * What the source of its kind needs beside the records above, or all facts where the kind has no source. No secrets: what
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
 *   subject: `link:${link.id}`,
 *   clientId: moment.clientId,
 *   momentId: moment.id,
 *   linkId: link.id,
 *   facts: { message },
 * });
 * ```
 */
@Injectable()
export class Outbox {
  constructor(private readonly mailer: Mailer) {}

  /**
   * Adds a mail, or adds to the one of the same recipient, kind and subject that still waits: its facts are replaced by name,
   * and it waits again, half an hour at most. Add several in the order of their addresses, after all other changes, or two
   * transactions wait for each other.
   * @returns the mail's id
   */
  async add(manager: EntityManager, mail: NewMail): Promise<string> {
    const { kind, to, language, subject, facts = {}, dueAt = null, ...about } = mail;
    const email = to.trim().toLowerCase();
    const { clientId = null, momentId = null, optimizationId = null, linkId = null, userId = null } = about;
    const [row] = await manager.query<{ id: string }[]>(ADD, [
      email,
      kind,
      language,
      subject,
      facts,
      this.mailer.isConfigured ? 'waiting' : 'unsent',
      dueAt,
      MAIL_KINDS[kind].quietMinutes,
      clientId,
      momentId,
      optimizationId,
      linkId,
      userId,
    ]);
    await publish(manager, 'mail.changed', { mailId: row!.id });
    return row!.id;
  }
}

const ADD = `
  WITH recipient AS (
    INSERT INTO mail_recipients ("email") VALUES ($1) ON CONFLICT ("email") DO UPDATE SET "email" = excluded."email"
    RETURNING "id"
  )
  INSERT INTO mails ("recipientId", "kind", "language", "subject", "facts", "state", "dueAt", "clientId", "momentId",
    "optimizationId", "linkId", "userId")
  SELECT "id", $2, $3, $4, $5, $6, coalesce($7, clock_timestamp() + $8 * interval '1 minute'), $9, $10, $11, $12, $13
  FROM recipient
  ON CONFLICT ("recipientId", "kind", "subject") WHERE state IN ('waiting', 'unsent') AND "messageId" IS NULL
  DO UPDATE SET "facts" = mails."facts" || excluded."facts", "language" = excluded."language", "state" = excluded."state",
    "dueAt" = coalesce($7, least(excluded."dueAt", mails."createdAt" + interval '${LONGEST_QUIET_MINUTES} minutes'))
  RETURNING "id"`;

@Module({ providers: [Outbox], exports: [Outbox] })
export class OutboxModule {}
