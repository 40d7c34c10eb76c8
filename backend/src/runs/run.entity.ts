import { Column, CreateDateColumn, In, PrimaryGeneratedColumn } from 'typeorm';
import { isRunActive, RUN_STATES, type RunState } from '../contract/statuses.js';

/** The states of a run that goes on. */
export const ACTIVE = In(RUN_STATES.filter(isRunActive));

/** What every run of background work has in common: its state, its count, and the worker that holds it. */
export abstract class Run {
  @PrimaryGeneratedColumn('uuid')
  id!: string;

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

  /** The request that asked for it; `null` when it was asked for before requests were kept. */
  @Column('text', { nullable: true })
  requestId!: string | null;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
