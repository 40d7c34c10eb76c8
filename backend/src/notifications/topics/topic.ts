import type { EntityManager } from 'typeorm';
import type { MailKind } from '../../contract/mail-kinds.js';
import type { NotificationKind } from '../../contract/notifications.js';
import type { FollowedEntry } from '../../history/pending-entries.queries.js';
import type { StaffMailFacts } from '../../mail/staff-mail.js';
import { REVIEW_PATHS } from '../../reviews/review-names.js';
import type { NotificationRow } from '../notifications.queries.js';

/**
 * A topic of notifications. Unread notifications of one topic, user and review or client are merged. The file of a
 * topic defines what causes notifications, how they are merged, and their mails. All topics:
 * `notifications/topics.ts`.
 */
export interface NotificationTopic {
  /**
   * Makes the mail about an unread notification, by kind; `null` if its content was mailed before. Missing kinds are
   * not mailed.
   */
  mails: Partial<
    Record<NotificationKind, (row: NotificationRow, about: MailedNotification) => Promise<TopicMail | null>>
  >;
  /** A note for the daily digest, besides the counts of decisions. */
  note?(row: NotificationRow): string;
}

/**
 * A topic whose notifications are made from entries of the history: those whose action `notifies` of it
 * (`contract/history.ts`).
 */
export interface HistoryNotificationTopic extends NotificationTopic {
  /** Notifies staff of entries about one review, in their order, except for the user who caused an entry. */
  follow(manager: EntityManager, reviewId: string, entries: FollowedEntry[]): Promise<void>;
}

/** The user whose notification is mailed. */
export interface MailedNotification {
  manager: EntityManager;
  userId: string;
  /** Origin of the product. */
  origin: string;
}

export interface TopicMail {
  kind: MailKind;
  dedupeKey: string;
  facts: OwnFacts<StaffMailFacts>;
}

/** The facts of one kind of mail; recipient and brand are added for all kinds. */
export type OwnFacts<Facts extends StaffMailFacts> = Omit<Facts, 'user' | 'brand'>;

/** The facts of any notification that mails need. */
export function summaryOf(row: NotificationRow, { origin }: Pick<MailedNotification, 'origin'>) {
  const { reviewKind, reviewId, title, approved, rejected, left, total } = row;
  const address = `${origin}/${REVIEW_PATHS[reviewKind!]}/${reviewId}`;
  return { title, approved, rejected, left, total, address };
}
