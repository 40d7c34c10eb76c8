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

/** Why nothing is sent to those of these addresses that the mail server refused for good, in its own words. */
export async function findRefusals(manager: EntityManager, emails: string[]): Promise<Map<string, string>> {
  const where = { email: In(emails.filter(Boolean)), refusedAt: Not(IsNull()) };
  const refused = await manager.find(Recipient, { where, select: { id: true, email: true, refusal: true } });
  return new Map(refused.map(({ email, refusal }) => [email, shownSentence(refusal)]));
}

/** Lets mails to an address be sent again. */
export async function clearRefusal(manager: EntityManager, email: string): Promise<void> {
  await manager.update(Recipient, { email, refusedAt: Not(IsNull()) }, { refusedAt: null, refusal: '' });
}
