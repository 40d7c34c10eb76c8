import { Column, Entity, JoinColumn, ManyToOne, TableInheritance, type Relation } from 'typeorm';
import { Client } from '../clients/client.entity.js';
import type { MomentStatus, OptimizationStatus, ReviewKind } from '../contract/statuses.js';
import { BaseRecord } from '../platform/database/base-record.js';
import type { Done } from './done.js';

/**
 * Something of one client that is shared, decided on item by item, and delivered: a moment or an optimization, which share the
 * table. SQL about one kind reads and writes the views `moments` and `optimizations`, each with the rows and columns of its kind;
 * `review_items` has the items of both.
 */
@Entity('reviews')
@TableInheritance({ column: { name: 'kind', type: 'text' } })
export abstract class Review extends BaseRecord {
  static readonly scopedBy = ['clientId', 'client'] as const;

  @Column('text')
  kind!: ReviewKind;

  /** The title of a moment; the business's name of an optimization. */
  @Column('text')
  title!: string;

  @Column('uuid')
  clientId!: string;

  @ManyToOne(() => Client, { onDelete: 'CASCADE' })
  @JoinColumn({ name: 'clientId' })
  client?: Relation<Client>;

  /** Derived from the items. */
  @Column('text', { default: 'draft' })
  status!: MomentStatus | OptimizationStatus;

  /** Whether the open link is on. It works only if `openLink` of the client is on as well. */
  @Column('boolean', { default: true })
  openLink!: boolean;

  /** The day by which reviewers are to decide: `YYYY-MM-DD`. */
  @Column('date', { nullable: true })
  dueOn!: string | null;

  /** When staff first shared a link to it. */
  @Column('timestamptz', { nullable: true })
  sharedAt!: Date | null;

  /** When a visitor first opened it or decided on an item; set by a trigger on the history. */
  @Column('timestamptz', { nullable: true })
  openedAt!: Date | null;

  /** What a reviewer said at the end of this round; `null` before. */
  @Column('jsonb', { nullable: true })
  done!: Done | null;

  /** Whether nothing that reviewers can see waits for a decision. Derived like `status`. */
  @Column('boolean', { default: false })
  isDecided!: boolean;

  /** The last entry of the history before the current round of decisions. Derived like `status`. */
  @Column('bigint', { default: '0' })
  roundStart!: string;
}
