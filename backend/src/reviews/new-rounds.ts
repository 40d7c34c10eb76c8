import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Outbox } from '../mail/outbox.js';
import { findDeciders } from './deciders.queries.js';
import type { WhyAgain } from './decision.js';
import { planReminders } from './reminders.js';

/**
 * Why items wait for a decision, by their ids: the client has not seen one, or it came back to them, changed, answered or the same.
 * Also the facts of the mail, where more is added while it waits.
 */
export type NewInRound = Record<string, WhyAgain | 'added' | 'same'>;

/**
 * Mails the reviewers of what was shared that there is more to decide, and plans their reminders again. What comes back the same
 * is not mailed.
 */
@Injectable()
export class NewRounds {
  constructor(private readonly outbox: Outbox) {}

  /** Adds a mail to each reviewer with an address whose link opens this and lets them decide. After all other changes of the transaction. */
  async add(manager: EntityManager, reviewId: string, items: NewInRound): Promise<void> {
    if (Object.keys(items).length === 0) return;
    const isNews = Object.values(items).some((why) => why !== 'same');
    for (const decider of await findDeciders(manager, reviewId)) {
      const { linkId, to, language, clientId, leadsTo, timeZone, reminderDays: days } = decider;
      if (isNews) {
        const dedupeKey = `round:${linkId}:${reviewId}`;
        const mail = { kind: 'newRound', to, language, dedupeKey, reviewId, clientId, linkId, facts: items } as const;
        await this.outbox.add(manager, mail);
      }
      const about = { to, language, clientId, reviewId: leadsTo, linkId };
      await planReminders(manager, this.outbox, { about, timeZone, days });
    }
  }
}
