import { Column, Entity, In, IsNull, Not, type EntityManager } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import { shownSentence } from '../platform/outside-text.js';

/** An address that mails go to. Its mails are sent one after the other, in their order. */
@Entity('mail_recipients')
export class Recipient extends BaseRecord {
  /** In small letters. */
  @Column('text', { unique: true })
  email!: string;

  /** When the mail server refused the address for good; nothing is sent to it until staff send again. */
  @Column('timestamptz', { nullable: true })
  refusedAt!: Date | null;

  /** The server's own sentence; `''` while the address is not refused. */
  @Column('text', { default: '' })
  refusal!: string;

  /** When the holder of the address stopped the mails to reviewers. */
  @Column('timestamptz', { nullable: true })
  stoppedAt!: Date | null;

  /** What the address that stops the mails ends with: 128 random bits. */
  @Column('text', { default: () => `encode(uuid_send(gen_random_uuid()), 'hex')` })
  stopToken!: string;
}

/** Why mails to a reviewer do not reach an address. */
export interface Unmailed {
  /** The words of the mail server that refused it for good; `''` if none did. */
  refusal: string;
  /** Whether its holder stopped them. */
  isStopped: boolean;
}

/** Those of these addresses to which no mails to reviewers are sent. */
export async function findUnmailed(manager: EntityManager, emails: string[]): Promise<Map<string, Unmailed>> {
  const email = In(emails.filter(Boolean));
  const where = [
    { email, refusedAt: Not(IsNull()) },
    { email, stoppedAt: Not(IsNull()) },
  ];
  const found = await manager.find(Recipient, { where });
  return new Map(
    found.map((one) => [one.email, { refusal: shownSentence(one.refusal), isStopped: one.stoppedAt !== null }]),
  );
}

/** Lets mails to an address be sent again. */
export async function clearRefusal(manager: EntityManager, email: string): Promise<void> {
  await manager.update(Recipient, { email, refusedAt: Not(IsNull()) }, { refusedAt: null, refusal: '' });
}
