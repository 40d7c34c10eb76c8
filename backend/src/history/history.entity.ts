import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryAction, HistoryActor } from '../contract/history.js';

/** One thing that happened to a moment. Rows are only ever added; the database refuses to change one. */
@Entity('history')
export class HistoryRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;

  @Column('uuid')
  momentId!: string;

  @Column('uuid', { nullable: true })
  imageId!: string | null;

  @Column('text', { default: '' })
  imageName!: string;

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
