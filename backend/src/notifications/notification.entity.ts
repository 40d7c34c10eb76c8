import { Column, Entity, PrimaryColumn, PrimaryGeneratedColumn } from 'typeorm';
import type { HistoryTopic } from '../contract/history.js';
import type { NotificationKind } from '../contract/notifications.js';

/** Notifications of one topic about one review or client are merged while they are unread. */
export type Topic = HistoryTopic | 'run' | 'link';

/** Facts that are not in the history. */
export interface NotificationFacts {
  /** Captions or sections that failed. */
  failed?: number;
  note?: string;
  /** Whose links were locked. */
  people?: string[];
}

/**
 * A notification of one member of staff about a review or a client. The content of those of the topic `review` is
 * read from the entries of the history from `firstEntry` to `lastEntry`.
 */
@Entity('notifications')
export class Notification {
  static readonly scopedBy = ['id', 'notification'] as const;

  @PrimaryGeneratedColumn('uuid')
  id!: string;

  @Column('uuid')
  userId!: string;

  /** The review, or for a link to the portal the client. One of the two is set. */
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

  /** When it was mailed; reset to `null` when something is added. */
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
