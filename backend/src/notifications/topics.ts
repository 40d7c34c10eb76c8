import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { HISTORY, type HistoryTopic } from '../contract/history.js';
import type { FollowedEntry } from '../history/pending-entries.queries.js';
import type { EntryFollower } from '../history/pending-entries.sweep.js';
import { DECISIONS } from './mails/decisions.mail.js';
import { DIGEST } from './mails/digest.mail.js';
import { ROUND_FINISHED } from './mails/round-finished.mail.js';
import { RUN_FAILED } from './mails/run-failed.mail.js';
import type { Topic } from './notification.entity.js';
import { LINK } from './topics/link.js';
import { REVIEW } from './topics/review.js';
import { RUN } from './topics/run.js';
import type { HistoryNotificationTopic, NotificationTopic } from './topics/topic.js';

/** Topics of notifications about entries of the history; a missing one does not compile. */
const HISTORY_TOPICS: Record<HistoryTopic, HistoryNotificationTopic> = { review: REVIEW };

/** The catalogue of topics; a missing one does not compile. */
export const TOPICS: Record<Topic, NotificationTopic> = { ...HISTORY_TOPICS, run: RUN, link: LINK };

/** The kinds of mails about notifications, for `mail-catalogue.ts`. */
export const NOTIFICATION_MAILS = {
  decisions: DECISIONS,
  roundFinished: ROUND_FINISHED,
  runFailed: RUN_FAILED,
  digest: DIGEST,
};

/** The kinds of notifications that are mailed. */
export const MAILED_KINDS = Object.values(TOPICS).flatMap(({ mails }) => Object.keys(mails));

/** Passes entries of the history to their topics, which notify staff. */
@Injectable()
export class Notifier implements EntryFollower {
  async follow(manager: EntityManager, reviewId: string, entries: FollowedEntry[]): Promise<void> {
    for (const [topic, { follow }] of Object.entries(HISTORY_TOPICS)) {
      const ofTopic = entries.filter(({ action }) => HISTORY[action].notifies === topic);
      await follow(manager, reviewId, ofTopic);
    }
  }
}
