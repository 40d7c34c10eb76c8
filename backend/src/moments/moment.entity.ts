import { Column, Entity, JoinColumn, ManyToOne, type Relation } from 'typeorm';
import { BaseRecord } from '../platform/database/base-record.js';
import { Client } from '../clients/client.entity.js';
import type { Done } from '../reviews/done.js';
import type { MomentStatus } from '../contract/statuses.js';

/** A package of images for one client. `status`, `imageCount` and `undelivered` are derived from its images, by `recomputeStatus` alone. */
@Entity('moments')
export class Moment extends BaseRecord {
  @Column('text')
  title!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clientId' })
  client?: Relation<Client>;

  @Column('text', { default: 'draft' })
  status!: MomentStatus;

  @Column('int', { default: 0 })
  imageCount!: number;

  /** Whether the public link is open to everybody who has it; its client's must be as well. */
  @Column('boolean', { default: true })
  openLink!: boolean;

  /** The day by which the client is to decide: `YYYY-MM-DD`. */
  @Column('date', { nullable: true })
  dueOn!: string | null;

  /** When staff first copied or opened the public link. */
  @Column('timestamptz', { nullable: true })
  sharedAt!: Date | null;

  /** When a visitor first opened it or decided on an image; a trigger of the history sets it. */
  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;

  /** What a reviewer said at the end of this round; `null` before. */
  @Column('jsonb', { nullable: true })
  done!: Done | null;

  /** Whether nothing of it waits for a decision. Derived like `status`. */
  @Column('boolean', { default: false })
  isDecided!: boolean;

  /** The last entry of the history before the current round of decisions. Derived like `status`. */
  @Column('bigint', { default: '0' })
  roundStart!: string;

  /** Approved images whose version was not delivered yet. Derived like `status`. */
  @Column('int', { default: 0 })
  undelivered!: number;

  /** When images of it were delivered last, and who did that; `null` before. */
  @Column('timestamptz', { nullable: true })
  deliveredAt!: Date | null;

  @Column('text', { nullable: true })
  deliveredBy!: string | null;
}
