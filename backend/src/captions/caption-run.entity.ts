import { Column, CreateDateColumn, Entity, Index, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { RunState } from '../contract/statuses.js';

/** `missing` fills in what a moment's images lack; `rewrite` writes all four fields of one image anew. */
export type CaptionRunKind = 'missing' | 'rewrite';

/** Captions to be drafted. The row is the truth; a queue job only carries its id. */
@Entity('caption_runs')
export class CaptionRun {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  momentId!: string;

  @Column('text')
  kind!: CaptionRunKind;

  @Column('text', { default: 'queued' })
  state!: RunState;

  @Column('int')
  total!: number;

  @Column('int', { default: 0 })
  done!: number;

  @Column('int', { default: 0 })
  failed!: number;

  /** The worker's claim that holds the run, until `claimedUntil` by the database's clock. */
  @Column('uuid', { nullable: true })
  claim!: string | null;

  @Column('timestamptz', { nullable: true })
  claimedUntil!: Date | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}

export type CaptionItemState = 'waiting' | 'done' | 'failed' | 'skipped';

/** One image of a run. No foreign key to the image: a deleted image leaves its run countable. */
@Entity('caption_run_items')
@Index(['imageId'])
export class CaptionRunItem {
  @PrimaryColumn('uuid')
  runId!: string;

  @PrimaryColumn('uuid')
  imageId!: string;

  @Column('int')
  position!: number;

  @Column('text', { default: 'waiting' })
  state!: CaptionItemState;

  /** Why it failed. */
  @Column('text', { default: '' })
  message!: string;
}
