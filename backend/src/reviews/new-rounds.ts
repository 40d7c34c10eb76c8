import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '../mail/outbox.js';
import { findDeciders } from './deciders.queries.js';
import type { ReturnReason } from './decision.js';
import { planReminders } from './reminders.js';

/**
 * Why items wait for a decision, by item id: `added` is new to the reviewers; `changed`, `answered` and `same` were
 * decided before. Stored as the facts of the mail; items are added to it while it waits to be sent.
 */
export type NewRoundItems = Record<string, ReturnReason | 'added' | 'same'>;

/**
 * Mails reviewers that there is more to decide, and plans their reminders again. No mail is sent if all items came
 * back unchanged and without an answer (`same`).
 */
@Injectable()
export class NewRounds {
  constructor(private readonly outbox: Outbox) {}

  /** Adds a mail to each decider (`findDeciders`). Call it after all other changes of the transaction. */
  async add(manager: EntityManager, reviewId: string, items: NewRoundItems): Promise<void> {
    if (Object.keys(items).length === 0) return;
    const isNews = Object.values(items).some((why) => why !== 'same');
    for (const decider of await findDeciders(manager, reviewId)) {
      const { linkId, to, language, clientId, linkReviewId, timeZone, reminderDays: days } = decider;
      if (isNews) {
        const dedupeKey = `round:${linkId}:${reviewId}`;
        const mail = { kind: 'newRound', to, language, dedupeKey, reviewId, clientId, linkId, facts: items } as const;
        await this.outbox.add(manager, mail);
      }
      const about = { to, language, clientId, reviewId: linkReviewId, linkId };
      await planReminders(manager, this.outbox, { about, timeZone, days });
    }
  }
}
