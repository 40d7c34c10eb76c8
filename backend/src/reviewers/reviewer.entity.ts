import {
  Column,
  CreateDateColumn,
  Entity,
  JoinColumn,
  ManyToOne,
  PrimaryGeneratedColumn,
  type Relation,
} from 'typeorm';
import { Client } from '../clients/client.entity.js';
import type { Language } from '../contract/languages.js';

/** Somebody at a client who decides on what the agency proposes. */
@Entity('reviewers')
export class Reviewer {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clientId' })
  client?: Relation<Client>;

  @Column('text')
  name!: string;

  /** Lower-cased; `''` where it is unknown. */
  @Column('text', { default: '' })
  email!: string;

  @Column('text', { default: 'en' })
  language!: Language;

  /** Name in the IANA database. */
  @Column('text', { default: 'UTC' })
  timeZone!: string;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;
}
