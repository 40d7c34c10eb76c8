import type { EntityManager } from 'typeorm';
import type { MailKind } from '../../contract/mail-kinds.js';
import type { NotificationKind } from '../../contract/notifications.js';
import type { FollowedEntry } from '../../history/pending-entries.queries.js';
import type { StaffMailFacts } from '../../mail/staff-mail.js';
import { REVIEW_PATHS } from '../../reviews/review-names.js';
import type { NotificationRow } from '../notifications.queries.js';

/**
 * A topic: what is merged into one notification of a member of staff while it is unread. Its file says what makes one, what is merged
 * how, and by which mail it is said. All topics: `notifications/topics.ts`.
 */
export interface NotificationTopic {
  /** The mail that says an unread notification, by its kind; `null` if it was mailed before. Other kinds are not mailed. */
  mails: Partial<Record<NotificationKind, (row: NotificationRow, about: Mailed) => Promise<TopicMail | null>>>;
  /** What the mail of a day adds to the counts of decisions; nothing without it. */
  note?(row: NotificationRow): string;
}

/** A topic of which entries of the history make notifications: those whose action `notifies` of it (`contract/history.ts`). */
export interface TopicOfHistory extends NotificationTopic {
  /** Notifies staff of entries about one review, in their order. The user who made an entry is not notified of it. */
  follow(manager: EntityManager, reviewId: string, entries: FollowedEntry[]): Promise<void>;
}

/** Whose notification is mailed. */
export interface Mailed {
  manager: EntityManager;
  userId: string;
  /** Where staff are. */
  origin: string;
}

export interface TopicMail {
  kind: MailKind;
  dedupeKey: string;
  facts: OwnFacts<StaffMailFacts>;
}

/** What only this mail says: who gets it, and in which brand, is added to all of them. */
export type OwnFacts<Facts extends StaffMailFacts> = Omit<Facts, 'user' | 'brand'>;

/** What mails say of any notification. */
export function summaryOf(row: NotificationRow, { origin }: Pick<Mailed, 'origin'>) {
  const { reviewKind, reviewId, title, approved, rejected, left, total } = row;
  const address = `${origin}/${REVIEW_PATHS[reviewKind!]}/${reviewId}`;
  return { title, approved, rejected, left, total, address };
}
