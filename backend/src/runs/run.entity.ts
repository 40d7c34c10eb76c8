import { Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import type { RunCounts, RunKindName } from '../contract/runs.js';
import type { RunItemState, RunState } from '../contract/statuses.js';
import type { ReasonCode } from './reason.js';

/** Background work on one subject, item by item. The row is authoritative; a job of the queue only carries its id. */
@Entity('runs')
@Index(['subjectId', 'createdAt'])
export class Run<Payload extends object = object> extends BaseRecord {
  /** Its kind, which is also the name of its queue. */
  @Column('text')
  kind!: RunKindName;

  /**
   * The moment, optimization or mail recipient that it is about. No foreign key, because that depends on the kind.
   */
  @Column('uuid')
  subjectId!: string;

  /** Parameters of the run; the format depends on its kind. */
  @Column('jsonb', { default: {} })
  payload!: Payload;

  @Column('text', { default: 'queued' })
  state!: RunState;

  /** Number of items without skipped ones. */
  @Column('int')
  total!: number;

  @Column('int', { default: 0 })
  done!: number;

  @Column('int', { default: 0 })
  failed!: number;

  /** Identifies the worker that has leased the run, until `leasedUntil` by the database's clock. */
  @Column('uuid', { nullable: true })
  lease!: string | null;

  @Column('timestamptz', { nullable: true })
  leasedUntil!: Date | null;

  /** Not enqueued before this time, because all remaining items wait for their next attempt. */
  @Column('timestamptz', { nullable: true })
  notBefore!: Date | null;

  /** How often it stopped because its results could not be saved. */
  @Column('int', { default: 0 })
  stops!: number;

  /** Id of the request that started it; `null` for runs of versions that did not store it. */
  @Column('text', { nullable: true })
  requestId!: string | null;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  /** Adds an ended item to the counts. */
  count(state: 'done' | 'failed' | 'skipped'): void {
    if (state === 'done') this.done += 1;
    else if (state === 'failed') this.failed += 1;
    else this.total -= 1;
  }
}

/** The progress of a run, as views and events have it. */
export function countsOf({ id, state, total, done, failed }: Omit<RunCounts, 'runId'> & { id: string }): RunCounts {
  return { runId: id, state, total, done, failed };
}

/** One piece of a run's work. */
@Entity('run_items')
export class RunItem<Payload extends object = object> {
  @PrimaryColumn('uuid')
  runId!: string;

  /** Identifies the item within its run: id of an image or a mail, or name of a section. */
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
