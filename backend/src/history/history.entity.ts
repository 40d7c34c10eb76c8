import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryAction, HistoryActor } from '../contract/history.js';
import type { Section } from '../contract/statuses.js';

/** One thing that happened to a moment or an optimization. Rows are only ever added; the database refuses to change one. */
@Entity('history')
export class HistoryRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;

  /** Either this or `optimizationId`. */
  @Column('uuid', { nullable: true })
  momentId!: string | null;

  @Column('uuid', { nullable: true })
  optimizationId!: string | null;

  @Column('uuid', { nullable: true })
  imageId!: string | null;

  @Column('text', { default: '' })
  imageName!: string;

  @Column('text', { nullable: true })
  section!: Section | null;

  @Column('text')
  action!: HistoryAction;

  @Column('text')
  actor!: HistoryActor;

  @Column('text', { nullable: true })
  actorName!: string | null;

  @Column('jsonb', { default: {} })
  changes!: Record<string, { from: string; to: string }>;

  @Column('text', { default: '' })
  feedback!: string;

  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;
}
