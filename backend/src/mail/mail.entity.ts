import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { Language } from '../contract/languages.js';
import type { MailKind, MailState } from '../contract/mail-kinds.js';
import { Recipient } from './recipient.entity.js';

/** The records that a mail is about. It is deleted with them. */
export interface MailAbout {
  clientId?: string | null;
  reviewId?: string | null;
  linkId?: string | null;
  userId?: string | null;
}

/** One mail of the outbox. */
@Entity('mails')
export class Mail<Facts extends object = object> extends BaseRecord implements MailAbout {
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

  /** What it is about, within its kind: a new mail of the same recipient, kind and key is merged with one that still waits. */
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

  /** What `load` of its kind needs to read the facts; the facts themselves if its kind has no `load`. */
  @Column('jsonb', { default: {} })
  facts!: Facts;

  @Column('text')
  state!: MailState;

  /** Set before the first attempt to send, and the same at each. From then on no other mail is merged with it. */
  @Column('text', { nullable: true })
  messageId!: string | null;

  @Column('timestamptz')
  dueAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  /** How often it was tried since staff last asked for it; counted before each attempt. */
  @Column('int', { default: 0 })
  attempts!: number;

  /** Why it was not sent, if possible in the server's own words; otherwise `''`. */
  @Column('text', { default: '' })
  error!: string;
}
