import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { RunCounts, RunKindName } from '../contract/runs.js';
import type { RunItemState, RunState } from '../contract/statuses.js';
import type { ReasonCode } from './reason.js';

/** Background work on one subject, item by item. The row is the truth; a queue job only carries its id. */
@Entity('runs')
@Index(['subjectId', 'createdAt'])
export class Run<Payload extends object = object> extends BaseRecord {
  /** Its kind, which is also the name of its queue. */
  @Column('text')
  kind!: RunKindName;

  /** The moment, or the optimization, that it is about. No foreign key: kinds differ in what they are about. */
  @Column('uuid')
  subjectId!: string;

  /** Parameters of the run; the format depends on its kind. */
  @Column('jsonb', { default: {} })
  payload!: Payload;

  @Column('text', { default: 'queued' })
  state!: RunState;

  /** Items that are to be done, or were; skipped ones do not count. */
  @Column('int')
  total!: number;

  @Column('int', { default: 0 })
  done!: number;

  @Column('int', { default: 0 })
  failed!: number;

  /** The lease of the worker that works on it, until `leasedUntil` by the database's clock. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  /** No worker is needed before: all items that are left wait for their next attempt. */
  @Column('timestamptz', { nullable: true })
  notBefore!: Date | null;

  /** How often it stopped because what it did could not be saved. */
  @Column('int', { default: 0 })
  stops!: number;

  /** The request that asked for it; `null` when it was asked for before requests were kept. */
  @Column('text', { nullable: true })
  requestId!: string | null;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Counts an item that has ended so. */
  count(state: 'done' | 'failed' | 'skipped'): void {
    if (state === 'done') this.done += 1;
    else if (state === 'failed') this.failed += 1;
    else this.total -= 1;
  }
}

/** How far a run is, as views and events show it. */
export function countsOf({ id, state, total, done, failed }: Omit<RunCounts, 'runId'> & { id: string }): RunCounts {
  return { runId: id, state, total, done, failed };
}

/** One piece of a run's work. */
@Entity('run_items')
export class RunItem<Payload extends object = object> {
  @PrimaryColumn('uuid')
  runId!: string;

  /** Identifies the item within its run: an image's id, or a section. */
  @PrimaryColumn('text')
  key!: string;

  /** Position in the order of the work. */
  @Column('int')
  position!: number;

  /** Parameters of the item; the format depends on the kind of run. */
  @Column('jsonb', { default: {} })
  payload!: Payload;

  /** `running` only for work that must happen at most once. */
  @Column('text', { default: 'waiting' })
  state!: RunItemState;

  /** Attempts that ended with a retry. */
  @Column('int', { default: 0 })
  attempts!: number;

  /** When its next attempt is due; `null` for at once. */
  @Column('timestamptz', { nullable: true })
  notBefore!: Date | null;

  /** Why it was not done: the code of the error, a sentence for staff, and the technical reason. */
  @Column('text', { nullable: true })
  code!: ReasonCode | null;

  @Column('text', { default: '' })
  message!: string;

  @Column('text', { default: '' })
  detail!: string;
}
