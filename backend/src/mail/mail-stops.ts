import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { DEFAULT_LANGUAGE, type Language } from '../contract/languages.js';
import { isToken } from '../platform/http/shapes.js';
import { Mail } from './mail.entity.js';
import { Recipient } from './recipient.entity.js';

/** Whether an address has unsubscribed from mails to reviewers, and the language of the last mail to it. */
export interface MailStop {
  isStopped: boolean;
  language: Language;
}

/** Unsubscribes addresses from mails to reviewers. Links stay open. */
@Injectable()
export class MailStops {
  constructor(private readonly db: DataSource) {}

  /** @param token from the unsubscribe URL in their mails. @returns `null` for an unknown token */
  async find(token: string): Promise<MailStop | null> {
    if (!isToken(token)) return null;
    const recipient = await this.db.manager.findOneBy(Recipient, { stopToken: token });
    if (!recipient) return null;
    const where = { recipientId: recipient.id };
    const last = await this.db.manager.findOne(Mail, { where, order: { createdAt: 'DESC' } });
    return { isStopped: recipient.stoppedAt !== null, language: last?.language ?? DEFAULT_LANGUAGE };
  }

  async stop(token: string): Promise<void> {
    await this.db.manager.update(
      Recipient,
      { stopToken: token, stoppedAt: IsNull() },
      { stoppedAt: () => 'clock_timestamp()' },
    );
  }

  async resume(token: string): Promise<void> {
    await this.db.manager.update(Recipient, { stopToken: token, stoppedAt: Not(IsNull()) }, { stoppedAt: null });
  }
}

/** Path of the unsubscribe page; a token follows. */
export const STOP_PATH = '/stop-mails/';

/** The unsubscribe URL, at the host of the link in the mail. */
export function stopUrl(address: string, token: string): string {
  return new URL(`${STOP_PATH}${token}`, address).href;
}
