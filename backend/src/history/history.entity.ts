import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryAction, HistoryActor } from '../contract/history.js';

/** An entry in the history of a moment or an optimization. Rows are never changed: a database trigger refuses it. */
@Entity('history')
export class HistoryRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;

  @Column('uuid')
  reviewId!: string;

  /** The id of the image, or the name of the section, that the entry is about; kept when the image is deleted. */
  @Column('text', { nullable: true })
  itemId!: string | null;

  /** The image's file name at that time; `''` of sections. */
  @Column('text', { default: '' })
  itemName!: string;

  @Column('text')
  action!: HistoryAction;

  @Column('text')
  actor!: HistoryActor;

  /** Name of the member of staff, of the reviewer, or of the AI provider; `null` for a visitor with the open link. */
  @Column('text', { nullable: true })
  actorName!: string | null;

  /** Set when a reviewer did it by their own link, also after the reviewer was removed. */
  @Column('uuid', { nullable: true })
  reviewerId!: string | null;

  /** Texts before and after, by the name of the changed field. */
  @Column('jsonb', { default: {} })
  changes!: Record<string, { from: string; to: string }>;

  /** What a client wrote when rejecting, or staff when asking for a new suggestion; `''` for nothing. */
  @Column('text', { default: '' })
  feedback!: string;

  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;
}

/** An entry of the history that the followers have not processed yet (`pending-entries.sweep.ts`). */
@Entity('pending_entries')
export class PendingEntry {
  @PrimaryColumn('bigint')
  entryId!: string;

  /** The member of staff who did it. */
  @Column('uuid', { nullable: true })
  userId!: string | null;
}
