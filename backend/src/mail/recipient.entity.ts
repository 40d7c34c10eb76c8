import { Column, Entity, In, IsNull, Not, type EntityManager } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import { shortenSentence } from '../platform/sanitize-text.js';

/** An address that mails are sent to, one after the other, in their order. */
@Entity('mail_recipients')
export class Recipient extends BaseRecord {
  /** Lower-cased. */
  @Column('text', { unique: true })
  email!: string;

  /** When the mail server refused the address permanently; nothing is sent to it until staff send again. */
  @Column('timestamptz', { nullable: true })
  refusedAt!: Date | null;

  /** The server's own sentence; `''` while the address is not refused. */
  @Column('text', { default: '' })
  refusal!: string;

  /** When the address was unsubscribed from mails to reviewers. */
  @Column('timestamptz', { nullable: true })
  stoppedAt!: Date | null;

  /** Token of the unsubscribe URL: 128 random bits. */
  @Column('text', { default: () => `encode(uuid_send(gen_random_uuid()), 'hex')` })
  stopToken!: string;
}

/** Why no mails to reviewers are sent to an address. */
export interface MailBlock {
  /** The mail server's sentence, if it refused the address permanently; otherwise `''`. */
  refusal: string;
  /** Whether it was unsubscribed. */
  isStopped: boolean;
}

/** The blocks of these addresses, by address; addresses that get mails are missing. */
export async function findMailBlocks(manager: EntityManager, emails: string[]): Promise<Map<string, MailBlock>> {
  const email = In(emails.filter(Boolean));
  const where = [
    { email, refusedAt: Not(IsNull()) },
    { email, stoppedAt: Not(IsNull()) },
  ];
  const found = await manager.find(Recipient, { where });
  return new Map(
    found.map((one) => [one.email, { refusal: shortenSentence(one.refusal), isStopped: one.stoppedAt !== null }]),
  );
}

/** Removes the block of an address that the mail server had refused. */
export async function clearRefusal(manager: EntityManager, email: string): Promise<void> {
  await manager.update(Recipient, { email, refusedAt: Not(IsNull()) }, { refusedAt: null, refusal: '' });
}
