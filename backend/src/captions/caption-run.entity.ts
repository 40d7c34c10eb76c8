import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import type { ReasonCode } from '../runs/reason.js';
import { Run } from '../runs/run.entity.js';

/** `missing` fills in what a moment's images lack; `rewrite` writes all four fields of one image anew. */
export type CaptionRunKind = 'missing' | 'rewrite';

/** Captions to be drafted. The row is the truth; a queue job only carries its id. */
@Entity('caption_runs')
export class CaptionRun extends Run {
  @Column('uuid')
  momentId!: string;

  @Column('text')
  kind!: CaptionRunKind;
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

  /** Why it was not written: the code of the error, a sentence for staff, and the technical reason. */
  @Column('text', { nullable: true })
  code!: ReasonCode | null;

  @Column('text', { default: '' })
  message!: string;

  @Column('text', { default: '' })
  detail!: string;
}
