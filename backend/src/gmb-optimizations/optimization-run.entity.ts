import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { RunSectionState } from '../contract/optimizations.js';
import type { Section } from '../contract/statuses.js';
import type { ReasonCode } from '../runs/reason.js';
import { Run } from '../runs/run.entity.js';
import type { SectionState } from './optimization-section.entity.js';

/** Suggestions to be written. The row is the truth; a queue job only carries its id. */
@Entity('optimization_runs')
export class OptimizationRun extends Run {
  @Column('uuid')
  optimizationId!: string;

  /** `generate` writes the sections that had no suggestion; `regenerate` writes one anew. */
  @Column('text')
  kind!: 'generate' | 'regenerate';

  /** What staff asked for. */
  @Column('text', { default: '' })
  feedback!: string;
}

/** One section of a run. */
@Entity('optimization_run_items')
export class OptimizationRunItem {
  @PrimaryColumn('uuid')
  runId!: string;

  @PrimaryColumn('text')
  section!: Section;

  /** The section when its suggestion was asked for; once it is another one, it is left alone. */
  @Column('jsonb')
  seen!: SectionState;

  @Column('text', { default: 'waiting' })
  state!: RunSectionState;

  /** Why it was not written: the code of the error, a sentence for staff, and the technical reason. */
  @Column('text', { nullable: true })
  code!: ReasonCode | null;

  @Column('text', { default: '' })
  message!: string;

  @Column('text', { default: '' })
  detail!: string;
}
