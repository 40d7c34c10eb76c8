import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryTopic } from '../contract/history.js';
import type { NotificationKind } from '../contract/notifications.js';

/** What is merged into one notification while it is unread. */
export type Topic = HistoryTopic | 'run' | 'link';

/** What no history entry holds. */
export interface NotificationFacts {
  /** Captions or sections that failed. */
  failed?: number;
  note?: string;
  /** Whose links were locked. */
  people?: string[];
}

/**
 * A notification of one member of staff about a moment or an optimization. Those of the topic `review` say what the entries of the
 * history from `firstEntry` to `lastEntry` say.
 */
@Entity('notifications')
export class Notification {
  static readonly scopedBy = ['id', 'notification'] as const;

  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  userId!: string;

  /** What it is about: a review or, for a link to all work, a client. One of the two is set. */
  @Column('uuid', { nullable: true })
  reviewId!: string | null;

  @Column('uuid', { nullable: true })
  clientId!: string | null;

  /** At most one notification of a topic is unread, per user and review or client. */
  @Column('text')
  topic!: Topic;

  @Column('text')
  kind!: NotificationKind;

  @Column('bigint', { nullable: true })
  firstEntry!: string | null;

  @Column('bigint', { nullable: true })
  lastEntry!: string | null;

  @Column('jsonb', { default: {} })
  facts!: NotificationFacts;

  @Column('timestamptz', { default: () => 'now()' })
  at!: Date;

  /** When it was mailed; `null` again once something is added. */
  @Column('timestamptz', { nullable: true })
  mailedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  readAt!: Date | null;
}

/** A client that a member of staff follows. */
@Entity('follows')
export class Follow {
  static readonly scopedBy = ['clientId', 'client'] as const;

  @PrimaryColumn('uuid')
  userId!: string;

  @PrimaryColumn('uuid')
  clientId!: string;
}
