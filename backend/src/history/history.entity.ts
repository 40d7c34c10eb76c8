import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryAction, HistoryActor } from '../contract/history.js';
import type { Section } from '../contract/statuses.js';

/** An entry in the history of a moment or an optimization. Rows are never changed: a database trigger refuses it. */
@Entity('history')
export class HistoryRecord {
  @PrimaryGeneratedColumn({ type: 'bigint' })
  id!: string;

  /** The subject: either `momentId` or `optimizationId` is set. */
  @Column('uuid', { nullable: true })
  momentId!: string | null;

  @Column('uuid', { nullable: true })
  optimizationId!: string | null;

  /** Set when the entry is about an image, also after that image was deleted. */
  @Column('uuid', { nullable: true })
  imageId!: string | null;

  /** The image's file name at that time. */
  @Column('text', { default: '' })
  imageName!: string;

  /** Set when the entry is about a section of an optimization. */
  @Column('text', { nullable: true })
  section!: Section | null;

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

  /** Of a client who rejects, or of staff who ask for a new suggestion. */
  @Column('text', { default: '' })
  feedback!: string;

  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;
}
