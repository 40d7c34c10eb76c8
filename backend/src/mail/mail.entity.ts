import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { Language } from '../contract/languages.js';
import type { MailKind, MailState } from '../contract/mail-kinds.js';
import { Recipient } from './recipient.entity.js';

/** The records that a mail is about. It is deleted with them. */
export interface MailAbout {
  clientId?: string | null;
  momentId?: string | null;
  optimizationId?: string | null;
  linkId?: string | null;
  userId?: string | null;
}

/** One mail of the outbox. */
@Entity('mails')
export class Mail<Facts extends object = object> extends BaseRecord implements MailAbout {
  @Column('uuid')
  recipientId!: string;

  @ManyToOne(() => Recipient, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'recipientId' })
  recipient!: Relation<Recipient>;

  @Column('text')
  kind!: MailKind;

  @Column('text')
  language!: Language;

  /** What it is about, for its kind: mails of one recipient, kind and subject that still wait are one. */
  @Column('text')
  subject!: string;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  @Column('uuid', { nullable: true })
  momentId!: string | null;

  @Column('uuid', { nullable: true })
  optimizationId!: string | null;

  @Column('uuid', { nullable: true })
  linkId!: string | null;

  @Column('uuid', { nullable: true })
  userId!: string | null;

  /** What its source reads the mail's facts by, or the facts themselves where its kind has no source. */
  @Column('jsonb', { default: {} })
  facts!: Facts;

  @Column('text')
  state!: MailState;

  /** Set before it is first sent, and the same at each attempt. From then on it is not added to. */
  @Column('text', { nullable: true })
  messageId!: string | null;

  @Column('timestamptz')
  dueAt!: Date;

  @Column('timestamptz', { nullable: true })
  sentAt!: Date | null;

  /** How often the server did not take it. */
  @Column('int', { default: 0 })
  attempts!: number;

  /** Why it was not sent, in the server's own words where it said why; `''` otherwise. */
  @Column('text', { default: '' })
  error!: string;
}
