import { Injectable } from '@nestjs/common';
import { DataSource, IsNull, Not } from 'typeorm';
import { DEFAULT_LANGUAGE, type Language } from '../contract/languages.js';
import { isToken } from '../platform/http/shapes.js';
import { Mail } from './mail.entity.js';
import { Recipient } from './recipient.entity.js';

/** Whether the mails to reviewers are stopped for an address, and the language of the last one. */
export interface MailStop {
  isStopped: boolean;
  language: Language;
}

/** Stops the mails to reviewers at an address. Their links stay open. */
@Injectable()
export class MailStops {
  constructor(private readonly db: DataSource) {}

  /** @param token the end of the address that their mails name; `null` if it is unknown */
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

/** Path of the page that stops mails; a token follows. */
export const STOP_PATH = '/stop-mails/';

/** Where somebody stops the mails to an address: at the host of the link that they were sent. */
export function stopUrl(address: string, token: string): string {
  return new URL(`${STOP_PATH}${token}`, address).href;
}
