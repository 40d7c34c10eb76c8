import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import { Client } from '../clients/client.entity.js';
import type { Language } from '../contract/languages.js';

/** Somebody at a client who decides on what the agency proposes. */
@Entity('reviewers')
export class Reviewer extends BaseRecord {
  static readonly scopedBy = ['clientId', 'client'] as const;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clientId' })
  client?: Relation<Client>;

  @Column('text')
  name!: string;

  /** Lower-cased; `''` if it is unknown. */
  @Column('text', { default: '' })
  email!: string;

  @Column('text', { default: 'en' })
  language!: Language;

  /** IANA name of a time zone. */
  @Column('text', { default: 'UTC' })
  timeZone!: string;
}
