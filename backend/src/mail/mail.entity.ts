import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { Language } from '../contract/languages.js';
import type { MailKind, MailState } from '../contract/mail-kinds.js';
import { Recipient } from './recipient.entity.js';

/** The records that a mail is about. The mail is deleted with them. */
export interface MailReferences {
  clientId?: string | null;
  reviewId?: string | null;
  linkId?: string | null;
  userId?: string | null;
}

/** One mail of the outbox. */
@Entity('mails')
export class Mail<Facts extends object = object> extends BaseRecord implements MailReferences {
  static readonly scopedBy = ['clientId', 'client'] as const;

  @Column('uuid')
  recipientId!: string;

  @ManyToOne(() => Recipient, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'recipientId' })
  recipient!: Relation<Recipient>;

  @Column('text')
  kind!: MailKind;

  @Column('text')
  language!: Language;

  /** Mails of one kind, recipient and key are merged while the first one still waits. */
  @Column('text')
  dedupeKey!: string;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @Column('uuid', { nullable: true })
  reviewId!: string | null;

  @Column('uuid', { nullable: true })
  linkId!: string | null;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** The stored facts: input of the kind's `load`, or all facts if the kind has no `load`. */
  @Column('jsonb', { default: {} })
  facts!: Facts;

  @Column('text')
  state!: MailState;

  /**
   * Set before the first attempt to send, the same for all attempts. Once it is set, no mail is merged with this one.
   */
  @Column('text', { nullable: true })
  messageId!: string | null;

  @Column('timestamptz')
  dueAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  /** Attempts since it was added, or since staff last sent it again; counted before each attempt. */
  @Column('int', { default: 0 })
  attempts!: number;

  /** Why it was not sent, if possible in the words of the mail server; `''` otherwise. */
  @Column('text', { default: '' })
  error!: string;
}
